package florin.dispute;

import florin.connector.ProviderDispute.DisputeStatus;
import florin.core.Currency;
import florin.core.Id.DisputeId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.dispute.DisputeFees.DisputeFee;
import florin.http.Json;
import java.time.Instant;
import java.util.Optional;

/**
 * A dispute as the API shows it, field by field.
 *
 * @param amount the disputed amount, all of the payment or a part
 * @param reason in the provider's words
 * @param isInquiry whether the bank only inquires, so that no money has moved
 * @param fee only for requests that read disputes
 */
public record DisputeView(
    DisputeId id,
    String object,
    PaymentId payment,
    Dispute.Status status,
    Optional<Long> amount,
    Optional<Currency> currency,
    String reason,
    Optional<String> networkReasonCode,
    boolean isInquiry,
    Optional<Instant> dueBy,
    String connector,
    String providerId,
    DisputeStatus providerStatus,
    Optional<Instant> closedAt,
    Optional<ResponseView> response,
    Optional<DisputeFee> fee,
    Instant created,
    boolean livemode) {
  /** The merchant's response. */
  public record ResponseView(String type, String status, Instant created) {}

  public static DisputeView of(Dispute dispute) {
    return of(dispute, Optional.empty());
  }

  static DisputeView of(Dispute dispute, Optional<DisputeFee> fee) {
    Dispute.State state = dispute.state();
    return new DisputeView(
        dispute.id(),
        "dispute",
        dispute.payment(),
        state.status(),
        state.amount().map(Money::minor),
        state.amount().map(Money::currency),
        state.reason(),
        state.networkReasonCode(),
        dispute.isInquiry(),
        state.dueBy(),
        dispute.connector().id(),
        dispute.providerId(),
        state.providerStatus(),
        state.closed(),
        state
            .response()
            .map(it -> new ResponseView(it.kind().text(), it.progress().text(), it.at())),
        fee,
        dispute.created(),
        dispute.realm().isLive());
  }

  static String text(Dispute dispute) {
    return Json.text(of(dispute));
  }
}
