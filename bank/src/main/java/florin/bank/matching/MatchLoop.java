package florin.bank.matching;

import florin.account.SandboxClocks;
import florin.bank.account.TransferStore;
import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntry.EntryPlace;
import florin.bank.imports.BankEntryStore;
import florin.bank.imports.MatchQueueStore;
import florin.bank.imports.MatchQueueStore.AccountLease;
import florin.bank.imports.StatementImports;
import florin.bank.imports.StatementImports.ImportCrashPoint;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.core.Id.BankStatementId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.DatabaseUnavailableException;
import florin.db.GroupCommit;
import florin.job.BackgroundJob;
import florin.job.DueWork;
import florin.job.WorkAcceptance;
import florin.payment.execution.Arrivals;
import florin.payment.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Matches booked entries. Any node does this for all accounts, one account at a time: a node takes
 * an account until its lease ends. Matches that are committed by then stay.
 */
public final class MatchLoop implements AutoCloseable, DueWork {
  static final Duration PAUSE = Duration.ofSeconds(1);

  /** The lease: another node takes over the account of a dead node after this time. */
  static final Duration LEASE = Duration.ofSeconds(4);

  /** The delay before a retry if another operation on the entry's payment is in flight. */
  static final Duration LOOK_AGAIN = Duration.ofSeconds(2);

  static final int MAX_ACCOUNTS = 8;

  /** The number of entries that one query reads. */
  static final int WINDOW = 256;

  /** The number of entries in one commit, which share its cost. */
  static final int MAX_AT_ONCE = GroupCommit.MAX_TOGETHER;

  /** The most statements of an account that one query returns. */
  private static final int MAX_STATEMENTS = 50;

  private static final BankStatementId BEFORE_ALL = new BankStatementId(new UUID(0, 0));

  private static final Logger LOG = LoggerFactory.getLogger(MatchLoop.class);

  private final MatchSources sources;
  private final BankEntryStore entries;
  private final MatchQueueStore queue;
  private final Matching matching;
  private final Leftovers leftovers;
  private final LatePayouts latePayouts;
  private final StatementImports intake;
  private final InstantSource clock;
  private final BackgroundJob job;

  /**
   * The stores that matching reads.
   *
   * @param clocks the time of the realm of each row
   */
  public record MatchSources(
      Stores payments,
      TransferStore transfers,
      BankEntryStore entries,
      MatchQueueStore queue,
      MatchStore matches,
      UnappliedFundsStore holdings,
      OutgoingTransferStore outgoing,
      ExpectedPayoutStore payouts,
      SandboxClocks clocks) {}

  /**
   * Creates and starts the job.
   *
   * @param probe receives each step, for drills
   */
  public MatchLoop(
      MatchSources sources,
      Arrivals arrivals,
      GroupCommit commits,
      StatementImports intake,
      IdSource ids,
      ImportCrashPoint probe,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.sources = sources;
    this.entries = sources.entries();
    this.queue = sources.queue();
    var writes =
        new MatchWrites(
            new PaymentReceipts(arrivals),
            new OrderedRefunds(sources.payments(), arrivals),
            sources,
            ids);
    this.matching = new Matching(sources, writes, commits, probe, clock);
    this.leftovers = new Leftovers(sources, commits, ids, clock);
    this.latePayouts = new LatePayouts(sources, commits, ids, clock);
    this.intake = intake;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("bank-matching", PAUSE, acceptance, this::round);
  }

  /** Wakes the job because a file has arrived. */
  public void nudge() {
    job.nudge();
  }

  /**
   * Matches new entries, as the job does, before it returns. Accounts that another node or the job
   * has taken are matched there, possibly a moment later.
   */
  public void matchNow() {
    queue.take(clock.instant(), LEASE, MAX_ACCOUNTS).forEach(this::tryRun);
  }

  /** Stops the job after the entries in flight are matched. */
  @Override
  public void close() {
    job.close();
  }

  @Override
  public Optional<Instant> findNext(Realm realm) {
    return queue.findNextDue(realm);
  }

  @Override
  public void runDue(Realm realm) {
    matchNow();
  }

  private boolean round() {
    List<AccountLease> leases = queue.take(clock.instant(), LEASE, MAX_ACCOUNTS);
    leases.forEach(this::tryRun);
    boolean isLeft = leftovers.release();
    boolean isLate = latePayouts.match();
    return isLeft || isLate || leases.size() == MAX_ACCOUNTS || intake.sweep();
  }

  /** Matches an account; a fault in one stops no other. Its lease ends, and Florin retries it. */
  private void tryRun(AccountLease lease) {
    try {
      run(lease);
    } catch (RuntimeException failed) {
      LOG.warn(
          "an account of {} could not be matched and will be tried again", lease.realm(), failed);
    }
  }

  private void run(AccountLease lease) {
    Instant end = lease.end().minus(LEASE.dividedBy(2));
    boolean isWaiting = false;
    List<BankStatementId> statements = queue.listToMatch(lease, BEFORE_ALL, MAX_STATEMENTS);
    while (!statements.isEmpty()) {
      for (BankStatementId statement : statements) {
        switch (tryMatch(lease.realm(), statement, end)) {
          case DONE -> {}
          case SOME_WAIT -> isWaiting = true;
          case TIME_IS_OVER -> {
            queue.release(lease, Optional.of(clock.instant()));
            return;
          }
        }
      }
      statements = queue.listToMatch(lease, statements.getLast(), MAX_STATEMENTS);
    }
    Instant now = clock.instant();
    queue.release(lease, isWaiting ? Optional.of(now.plus(LOOK_AGAIN)) : Optional.empty());
  }

  /** The state of a statement after an attempt to match its entries. */
  private enum Reached {
    DONE,
    SOME_WAIT,
    TIME_IS_OVER
  }

  /** Matches a statement; a statement that can't be read stops no other of the account. */
  private Reached tryMatch(Realm realm, BankStatementId statement, Instant end) {
    try {
      Reached reached = match(realm, statement, end);
      if (reached == Reached.DONE) {
        queue.setMatched(realm, statement);
      }
      return reached;
    } catch (RuntimeException failed) {
      if (failed instanceof DatabaseUnavailableException) {
        queue.requireDatabase(); // if it throws, no statement is at fault
      }
      LOG.warn("{} could not be matched and will be tried again", statement, failed);
      return Reached.SOME_WAIT;
    }
  }

  private Reached match(Realm realm, BankStatementId statement, Instant end) {
    boolean all = true;
    List<BankEntry> window = entries.listNew(realm, statement, EntryPlace.BEFORE_ALL, WINDOW);
    while (!window.isEmpty()) {
      if (!clock.instant().isBefore(end)) {
        return Reached.TIME_IS_OVER;
      }
      all &= match(window, MatchWindow.of(sources, realm, window));
      window = entries.listNew(realm, statement, window.getLast().place(), WINDOW);
    }
    return all ? Reached.DONE : Reached.SOME_WAIT;
  }

  /**
   * Matches credits together. A debit or a reversal comes after all entries before it, because it
   * may undo one of them, and a payout has no row that guards its money. Returned transfers need no
   * order among credits. If two concern the same transfer or funds, the row's guard makes the
   * second be decided again.
   */
  private boolean match(List<BankEntry> window, MatchWindow read) {
    boolean all = true;
    var together = new ArrayList<BankEntry>();
    for (BankEntry entry : window) {
      if (entry.debit() || entry.reversal()) {
        all &= matchTogether(together, read);
        together.clear();
        all &= matching.match(entry);
      } else {
        together.add(entry);
        if (together.size() == MAX_AT_ONCE) {
          all &= matchTogether(together, read);
          together.clear();
        }
      }
    }
    return matchTogether(together, read) && all;
  }

  private boolean matchTogether(List<BankEntry> some, MatchWindow read) {
    try {
      return matching.matchAll(some, read);
    } catch (RuntimeException failed) {
      LOG.warn("{} entries could not be matched and will be tried again", some.size(), failed);
      return false;
    }
  }
}
