package florin.instrument;

import florin.connector.PayerAction.BankInstructions;
import florin.core.Money;
import florin.instrument.BankTransfer.Debtor;
import java.util.Optional;

/** A bank transfer as the interface shows it. */
record BankTransferView(Fields bankTransfer) implements InstrumentView {
  /**
   * @param amountReceived what has come of it, in the smallest unit
   * @param payer from whose account it came, once it has
   */
  record Fields(Optional<String> reference, long amountReceived, Optional<PayerView> payer) {
    static Fields of(BankTransfer transfer) {
      return new Fields(
          transfer.instructions().map(BankInstructions::reference),
          transfer.received().map(Money::minor).orElse(0L),
          transfer.payer().map(PayerView::of));
    }
  }

  record PayerView(String holder, String ibanLast4) {
    static PayerView of(Debtor debtor) {
      return new PayerView(debtor.holder(), debtor.last4());
    }
  }
}
