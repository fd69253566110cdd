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
 * A refund as the API shows it, field by field. A failed refund is shown too, because the request
 * itself succeeded.
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
    Optional<RefundAccountView> bankAccount,
    Map<String, String> metadata,
    Instant created,
    boolean livemode) {

  /** The destination of a refund by bank transfer. */
  public record RefundAccountView(String country, String ibanLast4) {
    static RefundAccountView of(Refund.RefundAccount account) {
      return new RefundAccountView(account.country(), account.last4());
    }
  }

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
        refund.account().map(RefundAccountView::of),
        refund.metadata(),
        refund.created(),
        refund.realm().isLive());
  }

  public static String text(Refund refund) {
    return Json.text(of(refund));
  }
}
