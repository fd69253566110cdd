package florin.connector;

import florin.core.Money;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A payer's claim, through their bank, to get a payment's money back.
 *
 * @param id the provider's identifier; empty if the provider has not reported it
 * @param amount the disputed amount, all of the payment or a part; empty if it is unknown
 * @param reason in the provider's words
 * @param dueBy the deadline for the merchant's response
 */
public record Dispute(
    Optional<String> id,
    DisputeStatus status,
    Optional<Money> amount,
    String reason,
    Optional<Instant> dueBy) {
  /** The states of a dispute. One that begins with `warning` is an inquiry: no money has moved. */
  public enum DisputeStatus {
    WARNING_NEEDS_RESPONSE,
    WARNING_UNDER_REVIEW,
    WARNING_CLOSED,
    NEEDS_RESPONSE,
    UNDER_REVIEW,
    WON,
    LOST,
    PREVENTED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static DisputeStatus of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** Returns whether the outcome is still open. */
    public boolean isOpen() {
      return switch (this) {
        case WARNING_NEEDS_RESPONSE, WARNING_UNDER_REVIEW, NEEDS_RESPONSE, UNDER_REVIEW -> true;
        case WARNING_CLOSED, WON, LOST, PREVENTED -> false;
      };
    }
  }

  public boolean isOpen() {
    return status.isOpen();
  }

  public boolean isLost() {
    return status == DisputeStatus.LOST;
  }

  /**
   * Returns whether a refund could give the payer the money twice. During an inquiry no money has
   * moved, and a refund can prevent the dispute.
   */
  public boolean blocksRefunds() {
    return switch (status) {
      case NEEDS_RESPONSE, UNDER_REVIEW, LOST -> true;
      case WARNING_NEEDS_RESPONSE, WARNING_UNDER_REVIEW, WARNING_CLOSED, WON, PREVENTED -> false;
    };
  }

  /** Returns whether the merchant must still respond. */
  public boolean mustRespond() {
    return switch (status) {
      case NEEDS_RESPONSE, WARNING_NEEDS_RESPONSE -> true;
      case UNDER_REVIEW, WARNING_UNDER_REVIEW, WARNING_CLOSED, WON, LOST, PREVENTED -> false;
    };
  }

  /** Returns whether the payment is shown as disputed, by a dispute or an inquiry. */
  public boolean isOpenOrLost() {
    return isOpen() || isLost();
  }
}
