package florin.payment.machine;

import florin.core.Currency;
import florin.core.Money;

/**
 * The amounts of a payment. The constructor rejects an impossible state; CHECK constraints on the
 * table enforce the same rules.
 *
 * @param total the amount that the merchant requested
 * @param capturable the amount that is authorized and not yet captured
 * @param captured the amount that was captured
 * @param refunded the amount that was refunded
 * @param refundPending the amount that is reserved for pending refunds
 */
public record Amounts(
    Money total, Money capturable, Money captured, Money refunded, Money refundPending) {
  public Amounts {
    if (captured.plus(capturable).isMoreThan(total)) {
      throw new IllegalArgumentException(
          "captured more than authorized: " + captured + " of " + total);
    }
    if (refunded.plus(refundPending).isMoreThan(captured)) {
      throw new IllegalArgumentException(
          "refunded within captured: " + refunded + " of " + captured);
    }
  }

  public static Amounts of(Money total) {
    Money zero = Money.zero(total.currency());
    return new Amounts(total, zero, zero, zero, zero);
  }

  Amounts authorized() {
    return new Amounts(total, total, captured, refunded, refundPending);
  }

  /** Returns the amounts after a capture of this part. The rest is released. */
  Amounts captured(Money part) {
    return new Amounts(total, Money.zero(currency()), part, refunded, refundPending);
  }

  Amounts released() {
    return new Amounts(total, Money.zero(currency()), captured, refunded, refundPending);
  }

  /** Returns the amounts with this part reserved for a new refund. */
  Amounts refundReserved(Money part) {
    return withRefunds(refunded, refundPending.plus(part));
  }

  /** Returns the amounts after a refund of this reserved part has succeeded. */
  Amounts refunded(Money part) {
    return withRefunds(refunded.plus(part), refundPending.minus(part));
  }

  /** Returns the amounts after a refund of this reserved part has failed or was canceled. */
  Amounts refundReleased(Money part) {
    return withRefunds(refunded, refundPending.minus(part));
  }

  /** Returns the amounts after a refund that had succeeded was returned. */
  Amounts refundReturned(Money part) {
    return withRefunds(refunded.minus(part), refundPending);
  }

  /** Returns the captured amount that is neither refunded nor reserved for a refund. */
  public Money refundable() {
    return captured.minus(refunded).minus(refundPending);
  }

  private Amounts withRefunds(Money nowRefunded, Money nowPending) {
    return new Amounts(total, capturable, captured, nowRefunded, nowPending);
  }

  Currency currency() {
    return total.currency();
  }

  /** Returns whether all of the captured amount was refunded. */
  public boolean isRefunded() {
    return !captured.isZero() && refunded.equals(captured);
  }
}
