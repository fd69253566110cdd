package florin.bank.matching;

import florin.core.Currency;
import florin.core.Money;
import florin.payment.machine.Payment;

/**
 * A payment that waits for a transfer, or has waited for one.
 *
 * @param received what has come for it so far, and was not taken back
 */
public record Expectation(Payment payment, Money received) {
  public Expectation {
    if (received.isMoreThan(payment.order().amount())) {
      throw new IllegalArgumentException(
          payment.id() + " has " + received + ", more than was asked for");
    }
  }

  Currency currency() {
    return received.currency();
  }

  /** What is to come yet. */
  Money missing() {
    return payment.order().amount().minus(received);
  }
}
