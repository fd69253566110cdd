package florin.payment.machine;

import florin.core.Currency;
import florin.core.Money;

/**
 * The money of a payment. What may not be cannot be built; the same rules stand as CHECK
 * constraints on the table.
 *
 * @param total what was asked for
 * @param capturable authorised and not yet taken
 * @param captured taken
 * @param refunded given back
 * @param refundPending reserved for refunds that are under way
 */
public record Amounts(
    Money total, Money capturable, Money captured, Money refunded, Money refundPending) {
  public Amounts {
    if (captured.plus(capturable).isMoreThan(total)) {
      throw new IllegalArgumentException(
          "captured within authorised: " + captured + " of " + total);
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

  /** The part is taken, the rest released. */
  Amounts captured(Money part) {
    return new Amounts(total, Money.zero(currency()), part, refunded, refundPending);
  }

  Amounts released() {
    return new Amounts(total, Money.zero(currency()), captured, refunded, refundPending);
  }

  /** A refund is about to be asked for. */
  Amounts refundReserved(Money part) {
    return withRefunds(refunded, refundPending.plus(part));
  }

  /** What was reserved is given back. */
  Amounts refunded(Money part) {
    return withRefunds(refunded.plus(part), refundPending.minus(part));
  }

  /** What was reserved stays with the merchant. */
  Amounts refundReleased(Money part) {
    return withRefunds(refunded, refundPending.minus(part));
  }

  /** What had been given back came back. */
  Amounts refundReturned(Money part) {
    return withRefunds(refunded.minus(part), refundPending);
  }

  /** Taken, not given back, and reserved for no refund. */
  public Money refundable() {
    return captured.minus(refunded).minus(refundPending);
  }

  private Amounts withRefunds(Money nowRefunded, Money nowPending) {
    return new Amounts(total, capturable, captured, nowRefunded, nowPending);
  }

  Currency currency() {
    return total.currency();
  }

  /** All of it was given back. */
  public boolean isRefunded() {
    return !captured.isZero() && refunded.equals(captured);
  }
}
