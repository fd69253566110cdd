package florin.dashboard.payments;

import florin.connector.ProviderDispute;
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

/**
 * The progress of a payment: created, authorized, captured, refunded, or ended early. A bank
 * transfer is requested, received and matched instead.
 */
public final class PaymentProgress {
  private PaymentProgress() {}

  /**
   * A step.
   *
   * @param state `done`, `now`, `todo`, `bad` or `off`
   * @param amount if the step covers a part of the payment, or money that was returned
   */
  public record ProgressStep(
      String state, String label, Optional<String> amount, Optional<Instant> at) {
    static ProgressStep of(String state, String label, Optional<Instant> at) {
      return new ProgressStep(state, label, Optional.empty(), at);
    }

    ProgressStep with(String of) {
      return new ProgressStep(state, label, Optional.of(of), at);
    }
  }

  static List<ProgressStep> of(PaymentStory story, Optional<TransferReceipts> transfers) {
    var steps =
        new ArrayList<>(
            transfers
                .map(receipts -> ofTransfer(story.payment(), receipts))
                .orElseGet(() -> ofNetwork(story)));
    story.payment().findDispute().flatMap(PaymentProgress::step).ifPresent(steps::add);
    return List.copyOf(steps);
  }

  private static Optional<ProgressStep> step(ProviderDispute dispute) {
    return switch (dispute.status()) {
      case WARNING_NEEDS_RESPONSE,
          WARNING_UNDER_REVIEW,
          NEEDS_RESPONSE,
          UNDER_REVIEW,
          APPEAL_NEEDS_RESPONSE,
          APPEAL_UNDER_REVIEW ->
          Optional.of(ProgressStep.of("bad", "Disputed", Optional.empty()));
      case LOST -> Optional.of(ProgressStep.of("bad", "Dispute lost", Optional.empty()));
      case WON -> Optional.of(ProgressStep.of("done", "Dispute won", Optional.empty()));
      case WARNING_CLOSED, PREVENTED -> Optional.empty();
    };
  }

  private static List<ProgressStep> ofTransfer(Payment payment, TransferReceipts receipts) {
    var steps = new ArrayList<ProgressStep>();
    steps.add(ProgressStep.of("done", "Requested", Optional.of(payment.created())));
    boolean isMissing = payment.status() == Status.REQUIRES_ACTION;
    Money own = receipts.expected().received();
    if (isMissing && own.isZero()) {
      steps.add(ProgressStep.of("now", "Waiting for the transfer", Optional.empty()));
    } else if (payment.status() == Status.SUCCEEDED || !receipts.transfers().isEmpty()) {
      steps.add(
          ProgressStep.of(
                  isMissing ? "now" : "done",
                  isMissing ? "Partly received" : "Received",
                  receipts.transfers().stream()
                      .findFirst()
                      .map(TransferReceipts.ReceivedTransfer::at)
                      .filter(_ -> !isMissing))
              .with(
                  isMissing ? part(own, payment.terms().amount()) : AmountText.of(receipts.all())));
    }
    switch (payment.status()) {
      case REQUIRES_ACTION, PROCESSING, REQUIRES_CAPTURE ->
          steps.add(ProgressStep.of("todo", "Matched", Optional.empty()));
      case FAILED -> steps.add(ProgressStep.of("bad", "Failed", Optional.empty()));
      case CANCELED -> steps.add(ProgressStep.of("off", "Canceled", payment.state().canceled()));
      case SUCCEEDED -> {
        steps.add(ProgressStep.of("done", "Matched", payment.state().captured()));
        addRefunds(steps, payment.state().amounts());
      }
    }
    return steps;
  }

  private static List<ProgressStep> ofNetwork(PaymentStory story) {
    Payment payment = story.payment();
    var steps = new ArrayList<ProgressStep>();
    steps.add(ProgressStep.of("done", "Created", Optional.of(payment.created())));
    Optional<Instant> authorized = resolved(story);
    boolean isAuthorized = payment.wasApproved() && payment.status() != Status.FAILED;
    if (isAuthorized) {
      steps.add(ProgressStep.of("done", "Authorized", authorized));
    }
    switch (payment.status()) {
      case REQUIRES_ACTION -> {
        steps.add(ProgressStep.of("now", "Waiting for payer", Optional.empty()));
        steps.add(ProgressStep.of("todo", "Captured", Optional.empty()));
      }
      case PROCESSING -> {
        steps.add(
            ProgressStep.of("now", isAuthorized ? "Capture" : "Authorization", Optional.empty()));
        steps.add(ProgressStep.of("todo", "Captured", Optional.empty()));
      }
      case REQUIRES_CAPTURE -> steps.add(ProgressStep.of("now", "To capture", Optional.empty()));
      case FAILED -> steps.add(ProgressStep.of("bad", "Failed", authorized));
      case CANCELED -> steps.add(ProgressStep.of("off", "Canceled", payment.state().canceled()));
      case SUCCEEDED -> addMoney(steps, payment);
    }
    return steps;
  }

  private static void addMoney(List<ProgressStep> steps, Payment payment) {
    Amounts amounts = payment.state().amounts();
    ProgressStep captured = ProgressStep.of("done", "Captured", payment.state().captured());
    boolean isPart = !amounts.captured().equals(amounts.total());
    steps.add(isPart ? captured.with(part(amounts.captured(), amounts.total())) : captured);
    addRefunds(steps, amounts);
  }

  private static void addRefunds(List<ProgressStep> steps, Amounts amounts) {
    if (!amounts.refunded().isZero()) {
      boolean isAll = amounts.isRefunded();
      ProgressStep refunded =
          ProgressStep.of(
              "done", isAll ? "Refunded" : "Partly refunded", Optional.<Instant>empty());
      steps.add(isAll ? refunded : refunded.with(part(amounts.refunded(), amounts.captured())));
    }
    if (!amounts.refundPending().isZero()) {
      steps.add(
          ProgressStep.of("now", "Refund in progress", Optional.<Instant>empty())
              .with(AmountText.of(amounts.refundPending())));
    }
  }

  private static Optional<Instant> resolved(PaymentStory story) {
    return story
        .authorization()
        .flatMap(attempt -> attempt.state().completion())
        .map(Attempt.Completion::at);
  }

  private static String part(Money part, Money whole) {
    return AmountText.of(part) + " of " + AmountText.of(whole);
  }
}
