package florin.dispute;

import florin.connector.ConnectorName;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.Detail;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A payer's claim, through their bank, to get a payment's money back. A payment may have several.
 *
 * @param connector the connector of the payment
 * @param providerId the provider's identifier
 * @param created when Florin learned of it
 */
public record Dispute(
    Realm realm,
    DisputeId id,
    PaymentId payment,
    ConnectorName connector,
    String providerId,
    Instant created,
    State state) {
  /**
   * The mutable state.
   *
   * @param version raised by every update, which requires the version that was read
   * @param sequence the number of its events
   * @param providerStatus the status at the provider
   * @param amount all of the payment or a part; empty if the provider has not reported it
   * @param reason in the provider's words
   * @param networkReasonCode the card scheme's code of the reason
   * @param dueBy the deadline for the merchant's response
   * @param updated when its state last changed
   * @param closed since when it is decided
   */
  public record State(
      int version,
      int sequence,
      Status status,
      DisputeStatus providerStatus,
      Optional<Money> amount,
      String reason,
      Optional<String> networkReasonCode,
      Optional<Instant> dueBy,
      Instant updated,
      Optional<Instant> closed) {}

  /** The states of a dispute, equal for all providers. */
  public enum Status {
    /** The payer's bank asks about the payment. No money has moved. */
    INQUIRY,
    /** The money is held, and the merchant can respond. */
    NEEDS_RESPONSE,
    /** The provider has received the merchant's evidence. */
    SUBMITTED,
    /** The payer's bank decides. */
    UNDER_REVIEW,
    /** One side has appealed the decision. */
    SECOND_ROUND,
    /** The merchant keeps the money. */
    WON,
    /** The payer got the money back. */
    LOST,
    /** The merchant accepted the payer's claim. */
    ACCEPTED,
    /** The deadline passed without evidence, and the payer got the money back. */
    EXPIRED,
    /** It ended before money moved: an inquiry was closed, or a refund prevented a dispute. */
    PREVENTED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    public static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** Returns whether it is decided. A decision may still be reversed. */
    public boolean isClosed() {
      return switch (this) {
        case INQUIRY, NEEDS_RESPONSE, SUBMITTED, UNDER_REVIEW, SECOND_ROUND -> false;
        case WON, LOST, ACCEPTED, EXPIRED, PREVENTED -> true;
      };
    }

    /** Returns whether the payer got the money back. */
    public boolean isLost() {
      return this == LOST || this == ACCEPTED || this == EXPIRED;
    }
  }

  public Status status() {
    return state.status();
  }

  /** Returns whether the bank only inquires, so that no money has moved. */
  public boolean isInquiry() {
    return state.providerStatus().isInquiry()
        || state.providerStatus() == DisputeStatus.WARNING_CLOSED;
  }

  /** Returns whether the merchant can still send evidence to the provider. */
  public boolean canRespond(Instant now) {
    boolean isAwaited = status() == Status.INQUIRY || status() == Status.NEEDS_RESPONSE;
    return isAwaited && state.dueBy().filter(due -> !due.isAfter(now)).isEmpty();
  }

  /** Returns the dispute as its provider last reported it. */
  public ProviderDispute reported() {
    return new ProviderDispute(
        Optional.of(providerId),
        state.providerStatus(),
        state.amount(),
        state.reason(),
        state.dueBy(),
        Detail.NONE);
  }

  Dispute with(State next) {
    return new Dispute(realm, id, payment, connector, providerId, created, next);
  }
}
