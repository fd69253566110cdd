package florin.bank.matching;

import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.BankEntryId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.ReceivingAccountId;
import florin.http.Json;
import florin.http.Json.Unwrapped;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A customer credit or an unmatched transfer as the API shows it, field by field. */
public record UnappliedFundsView(
    Id id,
    String object,
    UnappliedFunds.Status status,
    UnappliedReason reason,
    long amount,
    long amountRemaining,
    Currency currency,
    Optional<PaymentId> payment,
    Optional<CustomerId> customer,
    @Unwrapped @Nullable PayoutOf payoutOf,
    ReceivingAccountId receivingAccount,
    BankEntryId bankEntry,
    String endToEndId,
    Instant created,
    boolean livemode) {
  /** The payout of an unmatched transfer; customer credits have none. */
  public record PayoutOf(Optional<PayoutId> payout) {}

  static UnappliedFundsView of(UnappliedFunds holding) {
    return new UnappliedFundsView(
        holding.typedId(),
        holding.kind() == UnappliedFunds.Kind.CREDIT ? "customer_credit" : "unmatched_transfer",
        holding.status(),
        holding.reason(),
        holding.amount().minor(),
        holding.remaining().minor(),
        holding.amount().currency(),
        holding.origin().payment(),
        holding.origin().customer(),
        holding.kind() == UnappliedFunds.Kind.CREDIT
            ? null
            : new PayoutOf(holding.origin().payout()),
        holding.origin().account(),
        holding.origin().entry(),
        holding.endToEndId(),
        holding.origin().created(),
        holding.realm().isLive());
  }

  /** Returns the JSON that events contain. */
  static String text(UnappliedFunds holding) {
    return Json.text(of(holding));
  }
}
