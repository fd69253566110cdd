package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchStore.MatchRow;
import florin.core.Id.PayoutId;
import florin.core.IdSource;
import florin.db.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The writes that move the rest of an unmatched transfer, or a debit, to a payout. */
final class PayoutAssignment {
  private final IdSource ids;

  PayoutAssignment(IdSource ids) {
    this.ids = ids;
  }

  /**
   * Returns the writes, except those of the unmatched transfer and its event.
   *
   * @param holding the state before
   * @param entry the entry with which the money arrived
   */
  List<Write> moving(UnappliedFunds holding, BankEntry entry, PayoutId to, Instant now) {
    long amount = holding.remaining().minor();
    var writes = new ArrayList<Write>();
    writes.add(match(entry, Holder.UNMATCHED, holding.id(), -amount, now));
    writes.add(match(entry, Holder.PAYOUT, to.uuid(), amount, now));
    if (entry.status() == BankEntry.Status.UNMATCHED) {
      writes.add(BankEntryStore.update(entry.as(BankEntry.Status.MATCHED)));
    }
    return writes;
  }

  /** Returns the writes that make a debit, which concerned no object, the payout's. */
  List<Write> collecting(BankEntry debit, PayoutId to, Instant now) {
    long amount = debit.amount().minor();
    return List.of(
        match(debit, Holder.OTHER, debit.id().uuid(), amount, now),
        match(debit, Holder.PAYOUT, to.uuid(), -amount, now),
        BankEntryStore.update(debit.as(BankEntry.Status.MATCHED)));
  }

  private Write match(BankEntry entry, Holder holder, UUID id, long amount, Instant now) {
    return MatchStore.insert(
        new MatchRow(
            entry.realm(),
            ids.next(),
            entry.id(),
            entry.id(),
            holder,
            id,
            amount,
            now,
            Optional.empty()));
  }
}
