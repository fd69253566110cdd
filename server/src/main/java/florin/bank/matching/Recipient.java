package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.core.Currency;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;

/**
 * A payment, and the transfer that it waits for or has waited for.
 *
 * @param authorization the attempt that waits
 */
public record Recipient(Payment payment, ExpectedTransfer transfer, Attempt authorization) {
  Currency currency() {
    return transfer.amount().currency();
  }
}
