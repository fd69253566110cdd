package florin.instrument;

import florin.connector.PayerAction.BankInstructions;
import florin.core.Money;
import florin.instrument.BankTransfer.Debtor;
import florin.instrument.Instrument.InstrumentView;
import java.util.Optional;

/** A bank transfer as the API shows it. */
record BankTransferView(TransferFields bankTransfer) implements InstrumentView {
  /**
   * The fields of a bank transfer.
   *
   * @param amountReceived the amount that has arrived, in the smallest unit
   * @param payer the holder of the account that sent it, once it has arrived
   */
  record TransferFields(
      Optional<String> reference, long amountReceived, Optional<DebtorView> payer) {
    static TransferFields of(BankTransfer transfer) {
      return new TransferFields(
          transfer.instructions().map(BankInstructions::reference),
          transfer.received().map(Money::minor).orElse(0L),
          transfer.payer().map(DebtorView::of));
    }
  }

  record DebtorView(String holder, String ibanLast4) {
    static DebtorView of(Debtor debtor) {
      return new DebtorView(debtor.holder(), debtor.last4());
    }
  }
}
