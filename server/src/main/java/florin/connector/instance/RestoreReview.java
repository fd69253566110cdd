package florin.connector.instance;

import florin.connector.Deadline;
import florin.connector.ProviderListing;
import florin.connector.ProviderObject;
import florin.connector.instance.RealmConnectors.ConnectorEntry;
import florin.connector.instance.RestoreReview.Review.Status;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * After a restore, asks every connector's provider what it has since the backup, and keeps what is
 * not known here for a person to look at. It only reads: what was taken there stays taken.
 */
public final class RestoreReview implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestoreReview.class);

  /** Clocks differ, and what was begun before the backup may have reached the provider after it. */
  static final Duration BEFORE = Duration.ofHours(1);

  /** Connectors that were lost are set up anew within this time, and are asked too. */
  static final Duration KEPT = Duration.ofDays(30);

  /** Of one connector: past that the backup was too old to go through it one by one. */
  static final int MAX_OBJECTS = 1_000_000;

  private static final Duration PAUSE = Duration.ofSeconds(30);

  private final RealmConnectors connectors;
  private final RestoreReviewStore store;
  private final InstantSource clock;
  private final Optional<Loop> loop;
  private volatile long found;

  /**
   * A restore of the database.
   *
   * @param backupAt what was done after it is lost
   */
  record Restored(int id, Instant backupAt) {}

  /**
   * How far a connector's provider has been asked.
   *
   * @param position what to ask for the next page with
   */
  record Review(Status status, Optional<String> position, int objects) {
    static final Review BEGUN = new Review(Status.BEGUN, Optional.empty(), 0);

    enum Status {
      BEGUN,
      COMPLETE,
      UNSUPPORTED,
      CUT_OFF;

      String text() {
        return name().toLowerCase(Locale.ROOT);
      }

      static Status of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
      }
    }

    Review ended(Status how) {
      return new Review(how, Optional.empty(), objects);
    }

    Review with(ProviderListing.Page page) {
      int all = objects + page.objects().size();
      return new Review(
          page.next().isEmpty()
              ? Status.COMPLETE
              : all < MAX_OBJECTS ? Status.BEGUN : Status.CUT_OFF,
          page.next(),
          all);
    }
  }

  /** What a provider has under a reference of ours that is not known here. */
  public record UnknownObject(Realm realm, ConnectorId connector, ProviderObject object) {}

  /** Nothing is asked where nothing was restored. */
  public RestoreReview(
      RealmConnectors connectors, RestoreReviewStore store, InstantSource clock, Fitness fitness) {
    this.connectors = connectors;
    this.store = store;
    this.clock = clock;
    this.found = store.count();
    tell(found);
    this.loop = restores().isEmpty() ? Optional.empty() : Optional.of(start(fitness));
  }

  private Loop start(Fitness fitness) {
    Loop started = Loop.ofWork("restore-review", PAUSE, fitness, this::step);
    started.nudge();
    return started;
  }

  /** How many objects were found that are not known here. */
  public long found() {
    return found;
  }

  private List<Restored> restores() {
    return store.listRestores(clock.instant().minus(KEPT));
  }

  /** A page of each. */
  private boolean step() {
    boolean more = false;
    for (Restored restored : restores()) {
      for (ConnectorEntry entry : connectors.listAll()) {
        more |= tryLook(restored, entry);
      }
    }
    return more;
  }

  /** A fault of one connector stops no other. */
  private boolean tryLook(Restored restored, ConnectorEntry entry) {
    try {
      return look(restored, entry);
    } catch (RuntimeException failed) {
      LOG.warn("{} could not be reviewed and will be tried again", entry.instance().id(), failed);
      return false;
    }
  }

  private boolean look(Restored restored, ConnectorEntry entry) {
    Review review = store.find(restored, entry.instance());
    if (review.status() != Status.BEGUN) {
      return false;
    }
    Duration time = entry.connector().capabilities().timing().deadline();
    ProviderListing listing =
        entry
            .connector()
            .list(restored.backupAt().minus(BEFORE), review.position(), Deadline.in(time));
    return switch (listing) {
      case ProviderListing.Page page -> keep(restored, entry.instance(), review, page);
      case ProviderListing.Unsupported() -> {
        LOG.error(
            "{} cannot say what it has since {}, when the backup was made that was restored: compare by hand",
            entry.instance().id(),
            restored.backupAt());
        store.save(restored, entry.instance(), review.ended(Status.UNSUPPORTED), List.of());
        yield false;
      }
      case ProviderListing.Unanswered(String detail) -> {
        LOG.warn("{} does not say what it has: {}", entry.instance().id(), detail);
        yield false;
      }
    };
  }

  private boolean keep(
      Restored restored, Instance instance, Review review, ProviderListing.Page page) {
    List<ProviderObject> unknown = store.listUnknown(instance, page.objects());
    Review next = review.with(page);
    store.save(restored, instance, next, unknown);
    if (!unknown.isEmpty()) {
      found = store.count();
      tell(found);
    }
    if (next.status() == Status.CUT_OFF) {
      LOG.error(
          "{} has more since the backup than is gone through: compare by hand", instance.id());
    }
    return next.status() == Status.BEGUN;
  }

  private static void tell(long found) {
    if (found > 0) {
      LOG.error(
          "{} payments at providers are not known here since a backup was restored: `./florin restore --review` shows them",
          found);
    }
  }

  @Override
  public void close() {
    loop.ifPresent(Loop::close);
  }
}
