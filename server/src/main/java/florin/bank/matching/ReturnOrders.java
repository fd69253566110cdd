package florin.bank.matching;

import florin.bank.intake.BankEntry;
import florin.core.Refusal;
import florin.db.Write;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Orders the return of unapplied funds from the merchant's bank. */
@FunctionalInterface
public interface ReturnOrders {
  /**
   * Returns the writes that put a transfer into the next payment file.
   *
   * @param entry the entry with which the money arrived
   * @param named the destination, if the requester names one
   * @throws Refusal if the destination is unknown, or the named account is invalid
   */
  List<Write> writes(
      UnappliedFunds holding,
      BankEntry entry,
      Optional<PayerAccount> named,
      RefundAsker asker,
      Instant now);
}
