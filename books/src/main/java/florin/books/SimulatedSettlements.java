package florin.books;

import florin.books.SettlementPositionStore.Move;
import florin.books.SettlementStore.Companion;
import florin.books.UnsettledStore.Unsettled;
import florin.connector.SettlementLine;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Currency;
import florin.core.ErrorCode;
import florin.core.Id.BalanceTransactionId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.core.Sources;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.projection.Follower;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settlements of the simulator: each day (UTC) it reports the money of the day before, keeps a
 * fee, and pays the rest out. So a developer can try in test mode what a provider does.
 */
public final class SimulatedSettlements {
  static final String CONNECTOR = "simulator";

  private static final Logger LOG = LoggerFactory.getLogger(SimulatedSettlements.class);

  /** The most movements of one payout. Another one has the rest. */
  private static final int MAX_LINES = 10_000;

  /** How long after the end of a day its settlement begins. */
  private static final Duration AFTER_MIDNIGHT = Duration.ofMinutes(10);

  /** How long a request waits for the ledger. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * How far before the last settled day a settlement looks for movements that none has reported.
   */
  private static final Duration SPAN = Duration.ofDays(7);

  /** How many days get a settlement of their own if they are settled together. */
  private static final Duration DAYS = Duration.ofDays(60);

  private final UnsettledStore store;
  private final Settlements settlements;
  private final SettlementPositionStore positions;
  private final Follower follower;
  private final PayoutStore payouts;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;
  private volatile LocalDate settledDay = LocalDate.EPOCH;

  SimulatedSettlements(
      UnsettledStore store,
      Settlements settlements,
      SettlementPositionStore positions,
      PayoutStore payouts,
      Follower follower,
      IdempotentCommand once,
      Sources sources) {
    this.store = store;
    this.settlements = settlements;
    this.positions = positions;
    this.follower = follower;
    this.payouts = payouts;
    this.once = once;
    this.ids = sources.ids();
    this.clock = sources.clock();
  }

  /** Settles the days that have ended, once a day. */
  boolean settleDays() {
    Instant now = clock.instant();
    LocalDate today = LocalDate.ofInstant(now.minus(AFTER_MIDNIGHT), ZoneOffset.UTC);
    Instant until = today.atStartOfDay(ZoneOffset.UTC).toInstant();
    if (today.equals(settledDay)
        || follower.behindSince().filter(oldest -> oldest.isBefore(until)).isPresent()) {
      return false;
    }
    LocalDate from =
        settledDay.equals(LocalDate.EPOCH) ? settledDay : settledDay.minusDays(SPAN.toDays());
    boolean isDone = true;
    for (Realm realm : store.listRealms(from)) {
      isDone &= trySettle(realm, until, today.toString());
    }
    if (isDone) {
      settledDay = today;
    }
    return false;
  }

  /** Returns when the oldest unreported money of a sandbox is settled. */
  Optional<Instant> findNext(Realm sandbox) {
    if (!follower.await(sandbox, clock.instant(), PATIENCE)) {
      throw new IllegalStateException("the ledger doesn't contain the newest payments yet");
    }
    return store
        .findOldest(sandbox)
        .map(oldest -> LocalDate.ofInstant(oldest, ZoneOffset.UTC).plusDays(1))
        .map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(AFTER_MIDNIGHT));
  }

  /** Settles the days of a sandbox that have ended. */
  void settleDay(Realm sandbox) {
    LocalDate today = LocalDate.ofInstant(clock.instant().minus(AFTER_MIDNIGHT), ZoneOffset.UTC);
    var _ = trySettle(sandbox, today.atStartOfDay(ZoneOffset.UTC).toInstant(), today.toString());
  }

  /** Settles the days of a realm. A failure does not stop the others. */
  private boolean trySettle(Realm realm, Instant until, String day) {
    try {
      Optional<String> last =
          positions.take(realm, CONNECTOR, clock.instant(), SettlementJob.LEASE);
      last.ifPresent(
          cursor -> settleByDay(new Move(realm, CONNECTOR, cursor, day, true), until, until));
      return last.isPresent();
    } catch (RuntimeException failed) {
      LOG.warn("the simulator could not settle {} and will try again", realm, failed);
      return false;
    }
  }

  /** Returns the ends of earlier days with money that no settlement has reported. */
  private List<Instant> listDays(Move move, Instant until) {
    Instant from = until.minus(DAYS);
    return store.list(move.realm(), from(move), until, 1).stream()
        .map(oldest -> oldest.booked().isBefore(from) ? from : oldest.booked())
        .map(oldest -> LocalDate.ofInstant(oldest, ZoneOffset.UTC).plusDays(1))
        .flatMap(first -> first.datesUntil(LocalDate.ofInstant(until, ZoneOffset.UTC).plusDays(1)))
        .map(day -> day.atStartOfDay(ZoneOffset.UTC).toInstant())
        .filter(end -> end.isBefore(until))
        .toList();
  }

  /** Returns the time from which a settlement looks: the first one of a realm looks at all. */
  private static Instant from(Move move) {
    return move.from().isEmpty()
        ? Instant.EPOCH
        : LocalDate.parse(move.from()).atStartOfDay(ZoneOffset.UTC).toInstant().minus(SPAN);
  }

  /**
   * Settles all that has happened until now, for a developer who doesn't want to wait for a day.
   *
   * @return the payouts, one for each day and currency
   */
  public Result<List<Payout>> settleNow(Realm realm, Origin origin) {
    return once.<List<Payout>>findReplay(realm, origin)
        .orElseGet(() -> once.run(realm, origin, () -> settleNow(realm)));
  }

  private Decision<List<Payout>> settleNow(Realm realm) {
    Instant now = clock.instant();
    if (!follower.await(realm, now, PATIENCE)) {
      throw busy("The ledger doesn't contain the newest payments of this account yet.", PATIENCE);
    }
    String cursor =
        positions
            .take(realm, CONNECTOR, now, SettlementJob.LEASE)
            .orElseThrow(
                () -> busy("The simulator is settling this account already.", SettlementJob.LEASE));
    List<String> references =
        settleByDay(new Move(realm, CONNECTOR, cursor, cursor, true), now, now);
    return Decision.untold(
        ids.next(), payouts.list(realm, CONNECTOR, references), List.of(), PayoutApi::settled);
  }

  private static Refusal busy(String reason, Duration retryAfter) {
    return new Problem.Conflict(
            ErrorCode.PAYOUT_UNEXPECTED_STATE,
            reason + " Try again later; nothing was changed.",
            retryAfter)
        .refusal();
  }

  /**
   * Settles the days that ended before a time, each on its own, and then the rest until it.
   *
   * @param released the end of the lease after it
   * @return the references of the payouts
   */
  private List<String> settleByDay(Move move, Instant until, Instant released) {
    var references = new ArrayList<String>();
    var stay = new Move(move.realm(), CONNECTOR, move.from(), move.from(), true);
    for (Instant end : listDays(stay, until)) {
      references.addAll(settle(stay, end, clock.instant().plus(SettlementJob.LEASE)));
    }
    references.addAll(settle(move, until, released));
    return references;
  }

  /**
   * Settles until a time.
   *
   * @param move the name of the last settled day, before and after
   * @param released the end of the lease after it
   * @return the references of the payouts
   */
  private List<String> settle(Move move, Instant until, Instant released) {
    var references = new ArrayList<String>();
    boolean hasMore = true;
    while (hasMore) {
      List<Unsettled> part = store.list(move.realm(), from(move), until, MAX_LINES);
      hasMore = part.size() == MAX_LINES;
      var lines = new ArrayList<SettlementLine>();
      var reported = new ArrayList<ReportedPayout>();
      byCurrency(part).forEach(moved -> addTo(lines, reported, moved, until));
      Companion progress =
          hasMore
              ? SettlementPositionStore.moving(
                  new Move(move.realm(), CONNECTOR, move.from(), move.from(), false),
                  clock.instant().plus(SettlementJob.LEASE),
                  until)
              : SettlementPositionStore.moving(move, released, until);
      settlements.add(move.realm(), CONNECTOR, lines, reported, Optional.empty(), progress);
      reported.forEach(payout -> references.add(payout.reference()));
    }
    return references;
  }

  private static Collection<List<Unsettled>> byCurrency(List<Unsettled> all) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                moved -> moved.currency().code(), TreeMap::new, Collectors.toList()))
        .values();
  }

  /**
   * Adds the lines and the payout of a currency. The payout has the name of its first movement, so
   * that a settlement that is repeated after a crash makes the same one.
   */
  private static void addTo(
      List<SettlementLine> lines,
      List<ReportedPayout> payouts,
      List<Unsettled> moved,
      Instant until) {
    Currency currency = moved.getFirst().currency();
    long amount = moved.stream().mapToLong(Unsettled::net).sum();
    Optional<String> payout =
        amount == 0
            ? Optional.empty()
            : Optional.of("simulated-" + new BalanceTransactionId(moved.getFirst().id()).text());
    moved.forEach(movement -> lines.add(movement.line(until, payout)));
    payout.ifPresent(reference -> {
      lines.add(
          new SettlementLine(
              reference,
              SettlementLine.Type.PAYOUT,
              Optional.empty(),
              currency,
              -amount,
              0,
              0,
              Optional.empty(),
              "",
              until,
              until,
              payout));
      payouts.add(
          new ReportedPayout(
              reference,
              ReportedPayout.Status.IN_TRANSIT,
              currency,
              amount,
              LocalDate.ofInstant(until, ZoneOffset.UTC).plusDays(1),
              Optional.of(bankReference(reference)),
              Optional.empty(),
              true));
    });
  }

  /** Returns the text of the bank entry, with letters and digits only, as banks keep it. */
  private static String bankReference(String reference) {
    return reference.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "");
  }
}
