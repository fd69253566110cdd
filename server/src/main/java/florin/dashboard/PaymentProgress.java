package florin.dashboard;

import florin.core.Money;
import florin.page.AmountText;
import florin.payment.machine.Amounts;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How far a payment has come: created, authorised, captured, refunded, or where it ended. */
public final class PaymentProgress {
  private PaymentProgress() {}

  /**
   * One step.
   *
   * @param state `done`, `now`, `todo`, `bad` or `off`
   * @param amount where it is about a part, or about money that went back
   */
  public record Step(String state, String label, Optional<String> amount, Optional<Instant> at) {
    static Step of(String state, String label, Optional<Instant> at) {
      return new Step(state, label, Optional.empty(), at);
    }

    Step with(String of) {
      return new Step(state, label, Optional.of(of), at);
    }
  }

  static List<Step> of(PaymentStory story) {
    Payment payment = story.payment();
    var steps = new ArrayList<Step>();
    steps.add(Step.of("done", "Created", Optional.of(payment.created())));
    Optional<Instant> authorized = settled(story);
    boolean isAuthorized = payment.wasApproved() && payment.status() != Status.FAILED;
    if (isAuthorized) {
      steps.add(Step.of("done", "Authorised", authorized));
    }
    switch (payment.status()) {
      case REQUIRES_ACTION -> {
        steps.add(Step.of("now", "Waiting for payer", Optional.empty()));
        steps.add(Step.of("todo", "Captured", Optional.empty()));
      }
      case PROCESSING -> {
        steps.add(Step.of("now", isAuthorized ? "Capture" : "Authorisation", Optional.empty()));
        steps.add(Step.of("todo", "Captured", Optional.empty()));
      }
      case REQUIRES_CAPTURE -> steps.add(Step.of("now", "To capture", Optional.empty()));
      case FAILED -> steps.add(Step.of("bad", "Failed", authorized));
      case CANCELED -> steps.add(Step.of("off", "Canceled", payment.state().canceled()));
      case SUCCEEDED -> addMoney(steps, payment);
    }
    if (payment.findDispute().isPresent()) {
      steps.add(Step.of("bad", "Disputed", Optional.empty()));
    }
    return List.copyOf(steps);
  }

  private static void addMoney(List<Step> steps, Payment payment) {
    Amounts amounts = payment.state().amounts();
    Step captured = Step.of("done", "Captured", payment.state().captured());
    boolean isPart = !amounts.captured().equals(amounts.total());
    steps.add(isPart ? captured.with(part(amounts.captured(), amounts.total())) : captured);
    if (!amounts.refunded().isZero()) {
      boolean isAll = amounts.isRefunded();
      Step refunded =
          Step.of("done", isAll ? "Refunded" : "Partly refunded", Optional.<Instant>empty());
      steps.add(isAll ? refunded : refunded.with(part(amounts.refunded(), amounts.captured())));
    }
    if (!amounts.refundPending().isZero()) {
      steps.add(
          Step.of("now", "Refund under way", Optional.<Instant>empty())
              .with(AmountText.of(amounts.refundPending())));
    }
  }

  private static Optional<Instant> settled(PaymentStory story) {
    return story
        .authorization()
        .flatMap(attempt -> attempt.state().completion())
        .map(Attempt.Completion::at);
  }

  private static String part(Money part, Money whole) {
    return AmountText.of(part) + " of " + AmountText.of(whole);
  }
}
