package florin.dashboard.parts;

import florin.core.Money;
import florin.dispute.Dispute;
import florin.page.AmountText;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The states and deadlines of disputes in words. */
public final class DisputeText {
  /** The time before the deadline from which it is urgent. */
  private static final Duration URGENT = Duration.ofDays(3);

  private DisputeText() {}

  public static Pill pill(Dispute dispute) {
    return switch (dispute.status()) {
      case INQUIRY -> new Pill("wait", "Inquiry");
      case NEEDS_RESPONSE -> new Pill("bad", "Needs response");
      case SUBMITTED -> new Pill("note", "Evidence sent");
      case UNDER_REVIEW -> new Pill("note", "Under review");
      case SECOND_ROUND -> new Pill("note", "Second round");
      case WON -> new Pill("good", "Won");
      case LOST -> new Pill("bad", "Lost");
      case ACCEPTED -> new Pill("calm", "Accepted");
      case EXPIRED -> new Pill("bad", "Expired");
      case PREVENTED -> new Pill("calm", "Prevented");
    };
  }

  public static String amount(Dispute dispute) {
    return dispute.state().amount().map(AmountText::of).orElse("Unknown amount");
  }

  public static String reason(Dispute dispute) {
    return DisputeReason.of(dispute.state().reason()).words();
  }

  /** Returns the dispute in a few words: `$20.00, not received`. */
  public static String brief(Dispute dispute) {
    return dispute.state().amount().map((Money amount) -> AmountText.of(amount) + ", ").orElse("")
        + reason(dispute).toLowerCase(Locale.ROOT);
  }

  /** Returns whether the merchant has to respond, even if the deadline has passed. */
  public static boolean isAwaited(Dispute dispute) {
    return switch (dispute.status()) {
      case INQUIRY, NEEDS_RESPONSE -> true;
      case SUBMITTED, UNDER_REVIEW, SECOND_ROUND, WON, LOST, ACCEPTED, EXPIRED, PREVENTED -> false;
    };
  }

  /** Returns the time that is left to respond; empty if no response is awaited. */
  public static Optional<Pill> left(Dispute dispute, Instant now) {
    return dispute
        .state()
        .dueBy()
        .filter(_ -> isAwaited(dispute))
        .map(due -> {
          Duration left = Duration.between(now, due);
          return new Pill(left.compareTo(URGENT) < 0 ? "bad" : "calm", left(left));
        });
  }

  private static String left(Duration left) {
    return left.isPositive() ? "in " + TimeText.age(left) : "Passed";
  }
}
