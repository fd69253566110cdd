package florin.bank.matching;

import florin.bank.account.TransferStore;
import florin.bank.intake.BankEntryStore;
import florin.bank.intake.MatchQueueStore;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.payment.store.Stores;

/** The stores that matching reads. */
public record MatchSources(
    Stores payments,
    TransferStore transfers,
    BankEntryStore entries,
    MatchQueueStore queue,
    MatchStore matches,
    HoldingStore holdings,
    OutgoingTransferStore outgoing) {}
