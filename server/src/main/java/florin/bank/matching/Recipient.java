package florin.bank.matching;

import florin.bank.account.ExpectedTransfer;
import florin.core.Currency;
import florin.payment.machine.Payment;

/** A payment, and the transfer that it waits for or has waited for. */
public record Recipient(Payment payment, ExpectedTransfer transfer) {
  Currency currency() {
    return transfer.amount().currency();
  }
}
