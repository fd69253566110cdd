package florin.bank.ordering;

import florin.bank.account.ReceivingAccount;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.imports.BankEntry;
import florin.bank.matching.UnappliedFunds;
import florin.bank.matching.UnappliedFundsCommands.ReturnOrders;
import florin.bank.ordering.PayerAccounts.Chosen;
import florin.bank.outgoing.OutgoingTransfer;
import florin.bank.outgoing.OutgoingTransfer.Destination;
import florin.bank.outgoing.OutgoingTransfer.OutgoingPlace;
import florin.bank.outgoing.OutgoingTransfer.TransferState;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.core.Iban;
import florin.core.IdSource;
import florin.db.Write;
import florin.payment.machine.CreateRefund.PayerAccount;
import florin.payment.machine.CreateRefund.RefundAsker;
import florin.vault.SecretSeal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Returns of customer credits and unmatched transfers. They go to the account that the money came
 * from, with the rules of refunds ({@link PayerAccounts}) and in the same payment files.
 */
public final class ReturnedMoney implements ReturnOrders {
  /** The limit of returns; after that many failures, a person must clear it with the bank. */
  private static final int MAX_RETURNS = 99;

  private final OutgoingTransferStore transfers;
  private final ReceivingAccountStore accounts;
  private final SecretSeal seal;
  private final IdSource ids;

  public ReturnedMoney(
      OutgoingTransferStore transfers,
      ReceivingAccountStore accounts,
      SecretSeal seal,
      IdSource ids) {
    this.transfers = transfers;
    this.accounts = accounts;
    this.seal = seal;
    this.ids = ids;
  }

  @Override
  public List<Write> writes(
      UnappliedFunds holding,
      BankEntry entry,
      Optional<PayerAccount> named,
      RefundAsker asker,
      Instant now) {
    ReceivingAccount from =
        accounts.find(holding.realm(), holding.origin().account()).orElseThrow();
    Chosen chosen = PayerAccounts.choose(named, List.of(payer(entry)), asker, from);
    Iban iban = chosen.account().iban();
    UUID id = ids.next();
    return List.of(
        OutgoingTransferStore.insert(
            new OutgoingTransfer(
                holding.realm(),
                id,
                1,
                TransferState.WAITING,
                Optional.empty(),
                Optional.of(holding.id()),
                endToEndId(holding),
                holding.origin().account(),
                holding.remaining(),
                new Destination(
                    chosen.account().holder(),
                    seal.seal(holding.realm(), id, iban.text()),
                    iban.last4(),
                    chosen.named()),
                "Return of your transfer of " + entry.bookedOn(),
                OutgoingPlace.none(now),
                now)));
  }

  /** Returns the end-to-end id. An id is used only once, so each further return has another. */
  private String endToEndId(UnappliedFunds holding) {
    int before = transfers.listOf(holding.realm(), holding.id(), MAX_RETURNS).size();
    return before == 0 ? holding.endToEndId() : holding.endToEndId() + "R" + (before + 1);
  }

  private Optional<PayerAccount> payer(BankEntry entry) {
    return entry
        .said()
        .iban()
        .map(sealed -> seal.open(entry.realm(), entry.id().uuid(), sealed.sealed()))
        .flatMap(Iban::find)
        .map(iban -> new PayerAccount(iban, entry.said().party().orElse("")));
  }
}
