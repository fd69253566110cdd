package florin.payment;

import florin.core.Currency;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.http.Json;
import florin.idempotency.Idempotency.Answer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A refund as the interface shows it, field by field. */
record RefundView(
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

  static RefundView of(Refund refund) {
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

  static String text(Refund refund) {
    return Json.text(of(refund));
  }

  /** A refund that has failed is an answer too: what was asked of us was done. */
  static Answer answer(Refund refund) {
    return new Answer(200, text(refund));
  }
}
