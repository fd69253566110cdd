package florin.connector;

import florin.core.Money;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A payer's claim, through their bank, to get a payment's money back, as its provider reports it
 * now.
 *
 * @param id the provider's identifier; empty if the provider has not reported it
 * @param amount the disputed amount, all of the payment or a part; empty if it is unknown
 * @param reason in the provider's words
 * @param dueBy the deadline for the merchant's response
 */
public record ProviderDispute(
    Optional<String> id,
    DisputeStatus status,
    Optional<Money> amount,
    String reason,
    Optional<Instant> dueBy,
    Detail detail) {
  /** Orders the disputes of a payment by urgency. */
  private static final Comparator<ProviderDispute> BY_URGENCY =
      Comparator.comparing(ProviderDispute::isOpen)
          .thenComparing(ProviderDispute::mustRespond)
          .thenComparing(ProviderDispute::isLost);

  /**
   * Details that only the dispute itself shows, and not its payment.
   *
   * @param networkReasonCode the card scheme's code of the reason
   * @param submissions how often the provider has received evidence
   * @param isExpired whether the deadline passed without evidence
   */
  public record Detail(Optional<String> networkReasonCode, int submissions, boolean isExpired) {
    public static final Detail NONE = new Detail(Optional.empty(), 0, false);
  }

  /** The states of a dispute. One that begins with `warning` is an inquiry: no money has moved. */
  public enum DisputeStatus {
    WARNING_NEEDS_RESPONSE,
    WARNING_UNDER_REVIEW,
    WARNING_CLOSED,
    NEEDS_RESPONSE,
    UNDER_REVIEW,
    APPEAL_NEEDS_RESPONSE,
    APPEAL_UNDER_REVIEW,
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
      return isInquiry() || isHeld();
    }

    /** Returns whether it is an open inquiry, for which no money has moved. */
    public boolean isInquiry() {
      return this == WARNING_NEEDS_RESPONSE || this == WARNING_UNDER_REVIEW;
    }

    /** Returns whether the provider holds the disputed amount until the decision. */
    public boolean isHeld() {
      return switch (this) {
        case NEEDS_RESPONSE, UNDER_REVIEW, APPEAL_NEEDS_RESPONSE, APPEAL_UNDER_REVIEW -> true;
        case WARNING_NEEDS_RESPONSE, WARNING_UNDER_REVIEW, WARNING_CLOSED, WON, LOST, PREVENTED ->
            false;
      };
    }
  }

  /** Creates a dispute without details. */
  public ProviderDispute(
      Optional<String> id,
      DisputeStatus status,
      Optional<Money> amount,
      String reason,
      Optional<Instant> dueBy) {
    this(id, status, amount, reason, dueBy, Detail.NONE);
  }

  /** Returns the dispute without details, as its payment shows it. */
  public ProviderDispute summary() {
    return new ProviderDispute(id, status, amount, reason, dueBy);
  }

  /**
   * Returns the dispute that counts among those of a payment: the most urgent, and of equally
   * urgent ones the latest.
   *
   * @param disputes the oldest first
   */
  public static Optional<ProviderDispute> mostUrgent(List<ProviderDispute> disputes) {
    return disputes.stream()
        .reduce((one, other) -> BY_URGENCY.compare(one, other) > 0 ? one : other);
  }

  public boolean isOpen() {
    return status.isOpen();
  }

  public boolean isLost() {
    return status == DisputeStatus.LOST;
  }

  /** Returns whether the provider holds the disputed amount until the decision. */
  public boolean isHeld() {
    return status.isHeld();
  }

  /**
   * Returns whether a refund could give the payer the money twice. During an inquiry no money has
   * moved, and a refund can prevent the dispute.
   */
  public boolean blocksRefunds() {
    return isHeld() || isLost();
  }

  /** Returns whether the merchant must still respond. */
  public boolean mustRespond() {
    return switch (status) {
      case NEEDS_RESPONSE, WARNING_NEEDS_RESPONSE, APPEAL_NEEDS_RESPONSE -> true;
      case UNDER_REVIEW,
          APPEAL_UNDER_REVIEW,
          WARNING_UNDER_REVIEW,
          WARNING_CLOSED,
          WON,
          LOST,
          PREVENTED ->
          false;
    };
  }

  /** Returns whether the payment is shown as disputed, by a dispute or an inquiry. */
  public boolean isOpenOrLost() {
    return isOpen() || isLost();
  }
}
