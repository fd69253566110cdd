package florin.dashboard.payments;

import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Id.RequestId;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.EventText;
import florin.dashboard.parts.Pill;
import florin.event.EventLog.StoredEvent;
import florin.event.EventType;
import florin.http.JsonText;
import florin.page.AmountText;
import florin.payment.machine.Attempt;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.CaptureMethod;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The history of a payment in sentences, newest first: requests to the network, refunds, and
 * changes.
 *
 * @param entries those that are visible immediately
 * @param older those that the page shows on request
 * @param isWhole false if there are more than {@link #MAX_ENTRIES}
 */
public record Timeline(List<TimelineEntry> entries, List<TimelineEntry> older, boolean isWhole) {
  /** Bounds the page of a payment with a thousand refunds. */
  static final int MAX_ENTRIES = 100;

  /** The number of visible entries. Most visitors need only the latest. */
  static final int SHOWN = 8;

  public Timeline {
    entries = List.copyOf(entries);
    older = List.copyOf(older);
  }

  /**
   * An entry.
   *
   * @param tone as of a {@link Pill}
   * @param sentence the event and its actor, if known
   */
  public record TimelineEntry(Instant at, String tone, String sentence, List<String> details) {
    public TimelineEntry {
      details = List.copyOf(details);
    }
  }

  /**
   * Returns the timeline.
   *
   * @param more entries from other sources, such as bank transfers
   */
  static Timeline of(PaymentStory story, List<TimelineEntry> more) {
    var all = new ArrayList<TimelineEntry>(more);
    story.attempts().stream()
        .filter(attempt -> attempt.refund().isEmpty())
        .forEach(attempt ->
            all.add(
                ofTransfer(attempt, story.payment())
                    .orElseGet(() -> of(attempt, story.payment(), story.actors()))));
    story.refunds().forEach(refund -> all.add(of(refund, story)));
    story.events().stream()
        .filter(event -> !isOfMoney(event, !more.isEmpty()))
        .forEach(event -> of(event, story).ifPresent(all::add));
    Stream<TimelineEntry> later =
        all.reversed().stream().sorted(Comparator.comparing(TimelineEntry::at).reversed());
    List<TimelineEntry> newest =
        Stream.concat(later, Stream.of(created(story))).limit(MAX_ENTRIES).toList();
    int shown = newest.size() <= SHOWN + 1 ? newest.size() : SHOWN;
    return new Timeline(
        newest.subList(0, shown),
        newest.subList(shown, newest.size()),
        story.isWhole() && newest.size() == all.size() + 1);
  }

  /** Returns whether an event repeats a bank transfer that already has an entry. */
  private static boolean isOfMoney(StoredEvent event, boolean hasCome) {
    return hasCome
        && event.type().equals(EventType.PAYMENT_UPDATED.text())
        && EventText.request(event).isEmpty();
  }

  /**
   * Returns the entry for a bank transfer, which has no authorization: it is requested and
   * received.
   */
  private static Optional<TimelineEntry> ofTransfer(Attempt attempt, Payment payment) {
    if (payment.findTransfer().isEmpty()) {
      return Optional.empty();
    }
    String amount = AmountText.of(attempt.amount());
    if (attempt.operation() == Operation.AUTHORIZE
        && attempt.progress() == Attempt.Progress.REQUIRES_ACTION) {
      return Optional.of(
          new TimelineEntry(
              attempt.created(),
              "wait",
              "Bank transfer of " + amount + " requested from the payer",
              List.of()));
    }
    return attempt.operation() == Operation.RESUME
            && attempt.progress() == Attempt.Progress.APPROVED
        ? Optional.of(
            new TimelineEntry(
                attempt.created(), "good", "All of " + amount + " received and matched", List.of()))
        : Optional.empty();
  }

  private static TimelineEntry created(PaymentStory story) {
    Payment payment = story.payment();
    return new TimelineEntry(
        payment.created(),
        "calm",
        "Payment of "
            + AmountText.of(payment.terms().amount())
            + " created"
            + story.actors().by(story.madeBy()),
        List.of());
  }

  /** Returns the entry for an event without an attempt. */
  private static Optional<TimelineEntry> of(StoredEvent event, PaymentStory story) {
    Optional<EventType> type = EventType.find(event.type());
    if (type.isEmpty()) {
      return Optional.empty();
    }
    return switch (type.get()) {
      case PAYMENT_UPDATED -> Optional.of(entry(event, story, "calm", "Details changed"));
      case PAYMENT_DISPUTED ->
          Optional.of(
              entry(
                  event,
                  story,
                  "bad",
                  JsonText.of(event.body())
                          .find("/data/object/dispute/status")
                          .filter(status -> status.startsWith("warning_"))
                          .isPresent()
                      ? "The payer's bank inquired about the payment"
                      : "The payer disputed the payment"));
      case PAYMENT_DISPUTE_UPDATED ->
          Optional.of(
              JsonText.of(event.body())
                  .find("/data/object/dispute/status")
                  .map(status ->
                      switch (DisputeStatus.of(status)) {
                        case WON -> entry(event, story, "good", "The dispute was won");
                        case LOST ->
                            entry(
                                event,
                                story,
                                "bad",
                                "The dispute was lost and the payer got the money back");
                        default ->
                            entry(
                                event,
                                story,
                                "calm",
                                "Dispute updated: " + CodeText.of(status).toLowerCase(Locale.ROOT));
                      })
                  .orElseGet(() -> entry(event, story, "calm", "Dispute closed")));
      case PAYMENT_CANCELED ->
          story.was(Operation.CANCEL)
              ? Optional.empty()
              : Optional.of(
                  entry(
                      event,
                      story,
                      "calm",
                      "Payment canceled"
                          + story
                              .payment()
                              .state()
                              .cancellationReason()
                              .map(Timeline::why)
                              .orElse("")));
      case PAYMENT_FAILED ->
          story.authorization().isPresent()
              ? Optional.empty()
              : Optional.of(
                  entry(event, story, "bad", "Payment failed before it reached a network"));
      default -> Optional.empty();
    };
  }

  private static String why(CancellationReason reason) {
    return switch (reason) {
      case EXPIRED -> ": not captured in time";
      case ABANDONED -> ": the payer did not complete it";
      case DUPLICATE, FRAUDULENT, REQUESTED_BY_CUSTOMER -> ": " + reason.text().replace('_', ' ');
    };
  }

  private static TimelineEntry entry(
      StoredEvent event, PaymentStory story, String tone, String sentence) {
    return new TimelineEntry(
        event.id().made(), tone, sentence + story.actors().by(EventText.request(event)), List.of());
  }

  private static TimelineEntry of(Refund refund, PaymentStory story) {
    Optional<Attempt> attempt = story.attempt(refund.id());
    var details = new ArrayList<String>();
    refund.reason().ifPresent(reason -> details.add("Reason: " + CodeText.of(reason)));
    refund.state().failure().ifPresent(why -> details.add("Failure reason: " + CodeText.of(why)));
    attempt.ifPresent(asked -> details.addAll(details(asked)));
    String by = story.actors().by(attempt.flatMap(Attempt::request));
    String amount = AmountText.of(refund.amount());
    return new TimelineEntry(
        refund.created(),
        Pill.of(refund.status().text()).tone(),
        switch (refund.status()) {
          case SUCCEEDED -> amount + " refunded" + by;
          case PENDING -> "Refund of " + amount + " started" + by + ", not confirmed yet";
          case FAILED -> "Refund of " + amount + by + " failed";
          case CANCELED -> "Refund of " + amount + by + " canceled";
        },
        details);
  }

  /** Returns the entry for a request to the network. */
  static TimelineEntry of(Attempt attempt, Payment payment, Actors.Known actors) {
    boolean captures = payment.terms().captureMethod() == CaptureMethod.AUTOMATIC;
    return of(attempt, captures, actors.by(by(attempt)));
  }

  /** Returns the request that caused an attempt. The payment's creation already names its own. */
  private static Optional<RequestId> by(Attempt attempt) {
    return attempt.operation().isOfAuthorization() ? Optional.empty() : attempt.request();
  }

  static TimelineEntry of(Attempt attempt, boolean captures, String by) {
    return new TimelineEntry(
        attempt.created(),
        attempt.state().amountApproved().isPresent() ? "bad" : tone(attempt.progress()),
        attempt.progress() == Attempt.Progress.APPROVED
            ? approved(attempt, captures) + by
            : label(attempt) + by + words(attempt.progress()),
        details(attempt));
  }

  private static String approved(Attempt attempt, boolean captures) {
    String amount = AmountText.of(attempt.amount());
    return switch (attempt.operation()) {
      case AUTHORIZE -> amount + (captures ? " authorized and captured" : " authorized");
      case RESUME ->
          "Payer confirmed, " + amount + (captures ? " authorized and captured" : " authorized");
      case CAPTURE -> amount + " captured";
      case CANCEL -> "Payment canceled";
      case REVERSE -> "Authorization of " + amount + " reversed";
      case REFUND -> amount + " refunded";
    };
  }

  private static String label(Attempt attempt) {
    String amount = AmountText.of(attempt.amount());
    return switch (attempt.operation()) {
      case AUTHORIZE, RESUME -> "Authorization of " + amount;
      case CAPTURE -> "Capture of " + amount;
      case CANCEL -> "Cancellation";
      case REVERSE -> "Reversal of " + amount;
      case REFUND -> "Refund of " + amount;
    };
  }

  private static List<String> details(Attempt attempt) {
    var details = new ArrayList<String>();
    attempt
        .state()
        .completion()
        .ifPresent(completion -> {
          completion
              .responseCode()
              .filter(_ -> attempt.progress() == Attempt.Progress.DECLINED)
              .ifPresent(code -> details.add(DeclineText.ofResponse(code)));
          switch (completion.by()) {
            case ANSWER -> {}
            case INQUIRY -> details.add("Confirmed with the network");
            case REVERSAL ->
                details.add(
                    attempt.state().amountApproved().isPresent()
                        ? "Reversed because the network approved a different amount"
                        : "Reversed because the outcome stayed unknown");
            case RETRY -> details.add("Confirmed by repeating the request");
          }
        });
    attempt
        .state()
        .amountApproved()
        .ifPresent(approved ->
            details.add(
                "The network approved "
                    + AmountText.of(approved)
                    + " instead of "
                    + AmountText.of(attempt.amount())
                    + (mustBeLookedAt(attempt) ? ": check with the provider" : "")));
    return details;
  }

  /**
   * Returns whether a person must check an attempt with another amount. Florin reverses such an
   * authorization, and keeps querying the others.
   */
  private static boolean mustBeLookedAt(Attempt attempt) {
    return !attempt.operation().isOfAuthorization() && attempt.state().due().isPresent();
  }

  private static String words(Attempt.Progress progress) {
    return switch (progress) {
      case BEGUN, PENDING -> " in progress";
      case UNKNOWN -> ": no response yet, Florin keeps checking";
      case APPROVED -> " approved";
      case DECLINED -> " declined";
      case NOT_SENT -> " could not be sent";
      case REQUIRES_ACTION -> ": waiting for the payer";
      case REVERSING -> " is being reversed";
      case REVERSED -> " was reversed";
      case ABANDONED -> " never reached the network";
    };
  }

  private static String tone(Attempt.Progress progress) {
    return switch (progress) {
      case APPROVED -> "good";
      case DECLINED, NOT_SENT, REVERSED, ABANDONED -> "bad";
      case REQUIRES_ACTION, REVERSING -> "wait";
      case BEGUN, PENDING, UNKNOWN -> "note";
    };
  }
}
