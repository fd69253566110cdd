package florin.books;

import florin.books.UnsettledStore.Unsettled;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Type;
import florin.connector.SettlementListing.ReportedPayout;
import florin.core.Currency;
import florin.core.IdSource;
import florin.core.Realm;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The settlements of the simulator: each day (UTC) it reports the money of the day before, keeps a
 * fee, and pays the rest out. So a developer can try in test mode what a provider does.
 */
public final class SimulatedSettlements {
  static final String CONNECTOR = "simulator";

  /** The most movements of one settlement. The next one has the rest. */
  private static final int MAX_LINES = 10_000;

  /** How long after the end of a day its settlement begins. */
  private static final Duration AFTER_MIDNIGHT = Duration.ofMinutes(10);

  /** How long a request waits for the ledger. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How far back a settlement looks for movements that none has reported. */
  private static final Duration SPAN = Duration.ofDays(7);

  private final UnsettledStore store;
  private final Settlements settlements;
  private final SettlementPositionStore positions;
  private final Follower follower;
  private final PayoutStore payouts;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;
  private volatile LocalDate settled = LocalDate.EPOCH;

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
    if (today.equals(settled) || follower.behindSince().isPresent()) {
      return false;
    }
    Instant until = today.atStartOfDay(ZoneOffset.UTC).toInstant();
    LocalDate from = LocalDate.ofInstant(until.minus(SPAN), ZoneOffset.UTC);
    List<Realm> realms = store.listRealms(from);
    for (Realm realm : realms) {
      Optional<String> last = positions.take(realm, CONNECTOR, now, SettlementJob.LEASE);
      if (last.isPresent() && !last.get().equals(today.toString())) {
        settle(realm, until, today.toString(), today.toString());
      }
    }
    settled = today;
    return false;
  }

  /**
   * Settles all that has happened until now, for a developer who doesn't want to wait for a day.
   *
   * @return the payouts, one for each currency
   */
  Result<List<Payout>> settle(Realm realm, Origin origin) {
    return once.<List<Payout>>findReplay(realm, origin)
        .orElseGet(() -> once.run(realm, origin, () -> settled(realm)));
  }

  private Decision<List<Payout>> settled(Realm realm) {
    Instant now = clock.instant();
    follower.await(now, PATIENCE);
    String last = positions.take(realm, CONNECTOR, now, Duration.ZERO).orElse("");
    List<Payout> made = payouts.list(realm, CONNECTOR, settle(realm, now, now.toString(), last));
    return Decision.untold(ids.next(), made, List.of(), PayoutApi::settled);
  }

  private List<String> settle(Realm realm, Instant until, String name, String cursor) {
    List<Unsettled> unsettled = store.list(realm, until.minus(SPAN), until, MAX_LINES);
    Map<String, List<Unsettled>> byCurrency = new TreeMap<>();
    unsettled.forEach(moved ->
        byCurrency.computeIfAbsent(moved.currency().code(), _ -> new ArrayList<>()).add(moved));
    var lines = new ArrayList<SettlementLine>();
    var payouts = new ArrayList<ReportedPayout>();
    byCurrency.values().forEach(moved -> settle(moved, until, name, lines, payouts));
    settlements.add(
        realm,
        CONNECTOR,
        lines,
        payouts,
        Optional.empty(),
        SettlementPositionStore.moving(realm, CONNECTOR, cursor, until, until));
    return payouts.stream().map(ReportedPayout::reference).toList();
  }

  private static void settle(
      List<Unsettled> moved,
      Instant until,
      String name,
      List<SettlementLine> lines,
      List<ReportedPayout> payouts) {
    Currency currency = moved.getFirst().currency();
    long amount = moved.stream().mapToLong(Unsettled::net).sum();
    Optional<String> payout =
        amount == 0
            ? Optional.empty()
            : Optional.of("simulated-%s-%s".formatted(name, currency.code()));
    moved.forEach(movement -> lines.add(movement.line(until, payout)));
    payout.ifPresent(reference -> {
      lines.add(
          new SettlementLine(
              reference,
              Type.PAYOUT,
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
