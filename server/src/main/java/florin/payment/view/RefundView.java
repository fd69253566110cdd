package florin.payment.view;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.http.Json;
import florin.payment.machine.Refund;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A refund as the interface shows it, field by field. One that has failed is an answer too: what
 * was asked of us was done.
 */
public record RefundView(
    RefundId id,
    String object,
    long amount,
    Currency currency,
    PaymentId payment,
    Refund.Status status,
    Optional<Refund.Reason> reason,
    Optional<Refund.FailureReason> failureReason,
    Map<String, String> metadata,
    Instant created,
    boolean livemode) {

  public static RefundView of(Refund refund) {
    return new RefundView(
        refund.id(),
        "refund",
        refund.amount().minor(),
        refund.amount().currency(),
        refund.payment(),
        refund.status(),
        refund.reason(),
        refund.state().failure(),
        refund.metadata(),
        refund.created(),
        refund.realm().isLive());
  }

  public static String text(Refund refund) {
    return Json.text(of(refund));
  }
}
