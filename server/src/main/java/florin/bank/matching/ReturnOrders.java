package florin.bank.matching;

import florin.bank.intake.BankEntry;
import florin.core.Refusal;
import florin.db.Write;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Has the merchant's bank asked to send back money that no payment has. */
@FunctionalInterface
public interface ReturnOrders {
  /**
   * What waits for the next payment file then.
   *
   * @param entry by which the money had come
   * @param named where to, if whoever asks says so
   * @throws Refusal where nobody knows where to, or an account is named that cannot be
   */
  List<Write> writes(
      UnappliedFunds holding,
      BankEntry entry,
      Optional<PayerAccount> named,
      RefundAsker asker,
      Instant now);
}
