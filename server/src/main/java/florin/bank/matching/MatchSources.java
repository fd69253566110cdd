package florin.bank.matching;

import florin.bank.account.TransferStore;
import florin.bank.intake.BankEntryStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.payment.store.Stores;

/** The stores that matching reads. */
public record MatchSources(
    Stores payments,
    TransferStore transfers,
    BankEntryStore entries,
    MatchStore matches,
    HoldingStore holdings,
    OutgoingTransferStore outgoing) {}
