package florin.books;

import florin.books.MissingSettlementStore.Covered;
import florin.books.SettlementPositionStore.Move;
import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.SettlementListing;
import florin.connector.instance.RealmConnectors;
import florin.connector.instance.RealmConnectors.ConnectorEntry;
import florin.core.Realm;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the providers report about their money, and follows the payouts to the bank. Any node
 * does this for all connectors; a node takes a connector until its lease ends. A page is added
 * together with the cursor, so a page that is read twice changes nothing.
 */
public final class SettlementJob implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** The time between two reads of a connector. */
  static final Duration INTERVAL = Duration.ofHours(1);

  /** The time until the next read after one that failed. */
  static final Duration RETRY = Duration.ofMinutes(10);

  /** The lease: another node takes over the connector of a dead node after this time. */
  static final Duration LEASE = Duration.ofMinutes(2);

  /** How far back the first read of a connector begins. */
  static final Duration FIRST_SPAN = Duration.ofDays(90);

  private static final Logger LOG = LoggerFactory.getLogger(SettlementJob.class);

  private final RealmConnectors connectors;
  private final Settlements settlements;
  private final Payouts payouts;
  private final SimulatedSettlements simulated;
  private final SettlementPositionStore positions;
  private final MissingSettlementStore missing;
  private final InstantSource clock;
  private final BackgroundJob job;

  SettlementJob(
      RealmConnectors connectors,
      Settlements settlements,
      Payouts payouts,
      SimulatedSettlements simulated,
      SettlementPositionStore positions,
      MissingSettlementStore missing,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.connectors = connectors;
    this.settlements = settlements;
    this.payouts = payouts;
    this.simulated = simulated;
    this.positions = positions;
    this.missing = missing;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("settlements", PAUSE, acceptance, this::step);
  }

  /** Reads the settlements of a realm soon, also if the next read is not due. */
  public void refresh(Realm realm) {
    positions.refresh(realm, clock.instant());
    job.nudge();
  }

  /** Reads one page of each connector that is due. */
  private boolean step() {
    boolean hasMore = payouts.follow();
    hasMore |= simulated.settleDays();
    Set<String> rested = positions.listRested(clock.instant());
    for (ConnectorEntry entry : connectors.listAll()) {
      hasMore |= !rested.contains(entry.instance().id().text()) && tryRead(entry);
    }
    return hasMore;
  }

  /** Reads a page of one connector. A failure does not stop the others. */
  private boolean tryRead(ConnectorEntry entry) {
    Realm realm = entry.instance().realm();
    String connector = entry.instance().id().text();
    Instant now = clock.instant();
    Optional<String> cursor =
        entry.isUsable() ? positions.take(realm, connector, now, LEASE) : Optional.empty();
    if (cursor.isEmpty()) {
      return false;
    }
    try {
      return read(realm, entry.connector(), cursor.get());
    } catch (RuntimeException failed) {
      LOG.warn(
          "the settlements of {} could not be added and will be read again", connector, failed);
      positions.fail(
          realm,
          connector,
          cursor.get(),
          now.plus(RETRY),
          "Florin could not store the provider's report.");
      return false;
    }
  }

  private boolean read(Realm realm, Connector connector, String cursor) {
    Instant now = clock.instant();
    Duration time = connector.capabilities().timing().deadline();
    SettlementListing listing =
        connector.listSettlements(
            now.minus(FIRST_SPAN),
            Optional.of(cursor).filter(text -> !text.isEmpty()),
            Deadline.in(time));
    return switch (listing) {
      case SettlementListing.Page page ->
          add(new Move(realm, connector.id(), cursor, page.cursor(), !page.hasMore()), page, now);
      case SettlementListing.Unsupported() -> {
        positions.fail(
            realm, connector.id(), cursor, now.plus(INTERVAL), SettlementPositionStore.UNSUPPORTED);
        yield false;
      }
      case SettlementListing.Unanswered(String detail) -> {
        LOG.warn("{} didn't report its settlements: {}", connector.id(), detail);
        positions.fail(realm, connector.id(), cursor, now.plus(RETRY), detail);
        yield false;
      }
    };
  }

  private boolean add(Move move, SettlementListing.Page page, Instant now) {
    settlements.inquire(move.realm(), page.disputed());
    settlements.add(
        move.realm(),
        move.connector(),
        page.lines(),
        page.payouts(),
        Optional.empty(),
        SettlementPositionStore.moving(move, page.hasMore() ? now : now.plus(INTERVAL), now));
    if (!page.hasMore()) {
      missing.compare(new Covered(move.realm(), move.connector(), now.minus(FIRST_SPAN), now), now);
    }
    return page.hasMore();
  }

  @Override
  public void close() {
    job.close();
  }
}
