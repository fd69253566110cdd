package florin.bank.matching;

import florin.bank.imports.BankEntry;
import florin.bank.imports.BankEntryStore;
import florin.bank.matching.Allocation.Held.Holder;
import florin.bank.matching.MatchLoop.MatchSources;
import florin.bank.matching.MatchStore.MatchRow;
import florin.bank.matching.UnappliedFunds.Kind;
import florin.bank.matching.UnappliedFunds.Status;
import florin.bank.matching.UnappliedFundsStore.UnappliedFundsFilter;
import florin.core.Id.BankEntryId;
import florin.core.Id.PayoutId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.GroupCommit;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the money of unmatched transfers to payouts that were reported after their bank entries,
 * and that of other debits to negative payouts. Later entries find the payout when they are
 * matched, so a payout without money needs one look at the open transfers or the debits, and
 * further looks only after a long pause.
 */
final class LatePayouts {
  private static final Logger LOG = LoggerFactory.getLogger(LatePayouts.class);

  static final int MAX_AT_ONCE = 200;

  /** The most open transfers or debits of a realm that a look reads, the newest. */
  static final int MAX_TRANSFERS = 5_000;

  /**
   * The age of the oldest payouts: the first report of a provider goes back 90 days. Payouts to an
   * account without statements stay without money forever.
   */
  private static final int MAX_DAYS = 120;

  private static final Duration PAUSE = Duration.ofMinutes(10);

  /** The most payouts whose last look is remembered. */
  private static final int MAX_LOOKED_AT = 10_000;

  /** The reasons for which no person has to decide. */
  private static final Set<UnappliedReason> REASONS =
      EnumSet.of(UnappliedReason.NO_REFERENCE, UnappliedReason.UNKNOWN_REFERENCE);

  private final MatchSources sources;
  private final ExpectedPayoutStore payouts;
  private final NamedPayouts named;
  private final UnappliedFundsStore holdings;
  private final BankEntryStore entries;
  private final MatchStore matches;
  private final GroupCommit commits;
  private final PayoutAssignment assignment;
  private final UnappliedFundsEvents events;
  private final InstantSource clock;
  private final Map<PayoutId, Look> looks = new HashMap<>();
  private Optional<ExpectedPayout> last = Optional.empty();

  /** A payout as it was, and the time from which it needs another look. */
  private record Look(ExpectedPayout payout, Instant again) {}

  LatePayouts(MatchSources sources, GroupCommit commits, IdSource ids, InstantSource clock) {
    this.sources = sources;
    this.payouts = sources.payouts();
    this.named = new NamedPayouts(sources.payouts());
    this.holdings = sources.holdings();
    this.entries = sources.entries();
    this.matches = sources.matches();
    this.commits = commits;
    this.assignment = new PayoutAssignment(ids);
    this.events = new UnappliedFundsEvents(ids);
    this.clock = clock;
  }

  /** Matches some payouts. Returns true if there may be more. */
  boolean match() {
    LocalDate since = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC).minusDays(MAX_DAYS);
    List<ExpectedPayout> some = payouts.listWithoutMoney(since, last, MAX_AT_ONCE);
    boolean isFull = some.size() == MAX_AT_ONCE;
    last = isFull ? Optional.of(some.getLast()) : Optional.empty();
    Map<Realm, List<ExpectedPayout>> due =
        some.stream().filter(this::isDue).collect(Collectors.groupingBy(ExpectedPayout::realm));
    due.forEach(this::tryMatch);
    return isFull && !due.isEmpty();
  }

  private boolean isDue(ExpectedPayout payout) {
    Look look = looks.get(payout.id());
    return payout.reference().isPresent()
        && (look == null || !look.payout().equals(payout) || clock.instant().isAfter(look.again()));
  }

  private void tryMatch(Realm realm, List<ExpectedPayout> due) {
    try {
      sources
          .clocks()
          .within(
              realm,
              () -> {
                match(realm, due);
                return true;
              });
    } catch (RuntimeException failed) {
      LOG.warn("payouts of {} could not be matched and will be tried again", realm, failed);
      return;
    }
    if (looks.size() > MAX_LOOKED_AT) {
      looks.clear();
    }
    Instant again = clock.instant().plus(PAUSE);
    due.forEach(payout -> looks.put(payout.id(), new Look(payout, again)));
  }

  private void match(Realm realm, List<ExpectedPayout> due) {
    List<ExpectedPayout> collected = due.stream().filter(ExpectedPayout::isCollected).toList();
    if (!collected.isEmpty()) {
      matchDebits(realm, collected);
    }
    if (collected.size() < due.size()) {
      matchTransfers(realm, due);
    }
  }

  private void matchDebits(Realm realm, List<ExpectedPayout> due) {
    LocalDate first = due.getFirst().arrivesOn();
    LocalDate last = due.getLast().arrivesOn();
    entries
        .listOtherDebits(
            realm,
            first.minusDays(ExpectedPayout.DAYS_EARLY),
            last.plusDays(ExpectedPayout.DAYS_LATE),
            MAX_TRANSFERS)
        .forEach(entry -> {
          if (NamedPayouts.find(entry, true, due).isPresent()
              && isUntouched(entry)
              && !isReturned(entry)) {
            named.find(entry, true).ifPresent(payout -> collect(entry, payout.id()));
          }
        });
  }

  /** Returns whether the debit never concerned an object, not even by mistake. */
  private boolean isUntouched(BankEntry entry) {
    List<MatchRow> moves = matches.listMovesOf(entry.realm(), entry.id(), 2);
    return moves.size() == 1
        && moves.getFirst().holder() == Holder.OTHER
        && moves.getFirst().holderId().equals(entry.id().uuid());
  }

  /** Returns whether a credit has the debit's bank reference and amount: the bank returned it. */
  private boolean isReturned(BankEntry debit) {
    return debit.bankReference().stream()
        .anyMatch(name -> !entries.listByBankReference(debit, name, 1).isEmpty());
  }

  /** Gives the debit to the payout, unless the entry has changed. */
  private void collect(BankEntry entry, PayoutId to) {
    commits.commit(new Changeset(assignment.collecting(entry, to, clock.instant())));
  }

  private void matchTransfers(Realm realm, List<ExpectedPayout> due) {
    var open = UnappliedFundsFilter.of(Kind.UNMATCHED, Status.OPEN);
    PageRequest request = PageRequest.first(PageRequest.MAX_LIMIT);
    for (int read = 0; read < MAX_TRANSFERS; read += PageRequest.MAX_LIMIT) {
      Page<UnappliedFunds> page = holdings.list(realm, open, request);
      match(realm, page.data(), due);
      if (!page.hasMore()) {
        return;
      }
      UUID oldest = page.data().getLast().id();
      request = new PageRequest(PageRequest.MAX_LIMIT, Optional.of(oldest), Optional.empty());
    }
  }

  private void match(Realm realm, List<UnappliedFunds> some, List<ExpectedPayout> due) {
    List<UnappliedFunds> whole =
        some.stream()
            .filter(holding -> REASONS.contains(holding.reason()))
            .filter(holding -> holding.remaining().equals(holding.amount()))
            .toList();
    Map<BankEntryId, BankEntry> arrived =
        entries
            .list(realm, whole.stream().map(holding -> holding.origin().entry()).toList())
            .stream()
            .collect(Collectors.toMap(BankEntry::id, Function.identity()));
    for (UnappliedFunds holding : whole) {
      BankEntry entry = arrived.get(holding.origin().entry());
      if (entry != null && NamedPayouts.find(entry, false, due).isPresent()) {
        // Among all payouts, its texts may name more than one.
        named.find(entry, false).ifPresent(payout -> move(holding, entry, payout.id()));
      }
    }
  }

  /** Moves the money, unless a person was faster. */
  private void move(UnappliedFunds holding, BankEntry entry, PayoutId to) {
    Instant now = clock.instant();
    var writes = new ArrayList<>(assignment.moving(holding, entry, to, now));
    writes.addAll(events.changing(holding.assignedTo(to), now));
    commits.commit(new Changeset(writes));
  }
}
