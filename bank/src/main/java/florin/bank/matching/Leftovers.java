package florin.bank.matching;

import florin.account.SandboxClocks;
import florin.bank.account.ExpectedTransfer;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.matching.Allocation.Held;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.matching.UnappliedFunds.FundsOrigin;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.core.Id.BankEntryId;
import florin.core.IdSource;
import florin.core.Money;
import florin.db.Changeset;
import florin.db.GroupCommit;
import florin.payment.machine.Attempt;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.store.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves money to customer credits if it arrived for a payment that was then canceled or failed. One
 * commit moves the money of one entry.
 */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  private static final Set<Status> OVER = Set.of(Status.CANCELED, Status.FAILED);

  static final int MAX_AT_ONCE = 50;

  /** The most entries with which a payment's money arrived. */
  private static final int MAX_SOURCES = 1_000;

  private final Stores payments;
  private final TransferStore transfers;
  private final BankEntryStore entries;
  private final MatchStore matches;
  private final SandboxClocks clocks;
  private final GroupCommit commits;
  private final UnappliedFundsEvents events;
  private final IdSource ids;
  private final InstantSource clock;
  private Optional<ExpectedTransfer> last = Optional.empty();

  Leftovers(MatchSources sources, GroupCommit commits, IdSource ids, InstantSource clock) {
    this.payments = sources.payments();
    this.transfers = sources.transfers();
    this.entries = sources.entries();
    this.matches = sources.matches();
    this.clocks = sources.clocks();
    this.commits = commits;
    this.events = new UnappliedFundsEvents(ids);
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Releases some. If the money of a transfer can't be released, later transfers come first, then
   * Florin retries it.
   *
   * @return true if it released some and there may be more
   */
  boolean release() {
    List<ExpectedTransfer> left = transfers.listLeft(last, MAX_AT_ONCE);
    boolean isFull = left.size() == MAX_AT_ONCE;
    boolean hasMoved = false;
    last = isFull ? Optional.of(left.getLast()) : Optional.empty();
    for (ExpectedTransfer transfer : left) {
      hasMoved |= clocks.within(transfer.realm(), () -> tryRelease(transfer));
    }
    return isFull && hasMoved;
  }

  private boolean tryRelease(ExpectedTransfer transfer) {
    try {
      return payments
          .attempts()
          .find(transfer.realm(), transfer.attempt())
          .map(Attempt::payment)
          .map(id -> payments.payments().get(transfer.realm(), id))
          .filter(payment -> OVER.contains(payment.status()))
          .filter(payment -> release(transfer, payment))
          .isPresent();
    } catch (RuntimeException failed) {
      LOG.warn("the money of {} could not be released yet", transfer.attempt(), failed);
      return false;
    }
  }

  private boolean release(ExpectedTransfer transfer, Payment payment) {
    ExpectedTransfer current = transfer;
    boolean hasMoved = false;
    for (BankEntryId source : matches.listSources(payment.realm(), payment.id(), MAX_SOURCES)) {
      for (Held held : matches.listHeld(payment.realm(), source)) {
        if (held.holder() == Holder.PAYMENT && held.id().equals(payment.id().uuid())) {
          ExpectedTransfer after = current.released(held.amount());
          commits.commit(move(after, payment, entries.get(payment.realm(), source), held.amount()));
          current = transfers.findExpected(payment.realm(), transfer.attempt()).orElseThrow();
          hasMoved = true;
        }
      }
    }
    return hasMoved;
  }

  private Changeset move(ExpectedTransfer after, Payment payment, BankEntry source, Money amount) {
    Instant now = clock.instant();
    var credit =
        new UnappliedFunds(
            payment.realm(),
            ids.next(),
            Kind.CREDIT,
            UnappliedFunds.FIRST_VERSION,
            UnappliedFunds.Status.OPEN,
            UnappliedReason.LATE,
            amount,
            amount,
            new FundsOrigin(
                source.account(),
                source.id(),
                java.util.Optional.of(payment.id()),
                payment.terms().customer(),
                Optional.empty(),
                now));
    var writes = new ArrayList<>(events.creating(credit, now));
    writes.add(TransferStore.update(after));
    writes.add(match(source, Holder.PAYMENT, payment.id().uuid(), -amount.minor(), now));
    writes.add(match(source, Holder.CREDIT, credit.id(), amount.minor(), now));
    return new Changeset(writes);
  }

  private florin.db.Write match(
      BankEntry source, Holder holder, UUID id, long amount, Instant now) {
    return MatchStore.insert(
        new MatchRow(
            source.realm(),
            ids.next(),
            source.id(),
            source.id(),
            holder,
            id,
            amount,
            now,
            Optional.empty()));
  }
}
