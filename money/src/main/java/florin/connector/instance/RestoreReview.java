package florin.connector.instance;

import florin.connector.Connector.ProviderListing;
import florin.connector.Deadline;
import florin.connector.ProviderObject;
import florin.connector.instance.RealmConnectors.ConnectorEntry;
import florin.connector.instance.RestoreReview.Review.Status;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The review after a restore. It lists what each connector's provider has recorded since the
 * backup, and stores the unknown objects for a person to check. It only reads; nothing is changed
 * at the provider.
 */
public final class RestoreReview implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestoreReview.class);

  /**
   * How long before the backup the review begins. Clocks differ, and operations that began before
   * the backup may have reached the provider after it.
   */
  static final Duration BEFORE = Duration.ofHours(1);

  /**
   * How long a review continues. Lost connectors that are set up again within this time are
   * reviewed too.
   */
  static final Duration KEPT = Duration.ofDays(30);

  /**
   * The most objects of one connector. Beyond that the backup was too old to check them one by one.
   */
  static final int MAX_OBJECTS = 1_000_000;

  private static final Duration PAUSE = Duration.ofSeconds(30);

  private final RealmConnectors connectors;
  private final RestoreReviewStore store;
  private final InstantSource clock;
  private final Optional<BackgroundJob> loop;
  private volatile long found;

  /**
   * A restore of the database.
   *
   * @param backupAt the time of the backup; what happened after it is lost
   */
  record Restored(int id, Instant backupAt) {}

  /**
   * The progress of the review at one connector's provider.
   *
   * @param position the cursor of the next page
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

  /** An object at a provider that has a reference of Florin, but is unknown to this database. */
  public record UnknownObject(Realm realm, ConnectorId connector, ProviderObject object) {}

  /** Creates the review. It makes no calls if there was no restore. */
  public RestoreReview(
      RealmConnectors connectors,
      RestoreReviewStore store,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.connectors = connectors;
    this.store = store;
    this.clock = clock;
    this.found = store.count();
    tell(found);
    this.loop = restores().isEmpty() ? Optional.empty() : Optional.of(start(acceptance));
  }

  private BackgroundJob start(WorkAcceptance acceptance) {
    BackgroundJob started = BackgroundJob.ofWork("restore-review", PAUSE, acceptance, this::step);
    started.nudge();
    return started;
  }

  /** Returns the number of unknown objects. */
  public long found() {
    return found;
  }

  private List<Restored> restores() {
    return store.listRestores(clock.instant().minus(KEPT));
  }

  /** Reads one page of each connector. */
  private boolean step() {
    boolean more = false;
    for (Restored restored : restores()) {
      for (ConnectorEntry entry : connectors.listAll()) {
        more |= tryLook(restored, entry);
      }
    }
    return more;
  }

  /** Reviews one connector. A failure does not stop the others. */
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
            "{} can't list its objects since {}, the time of the restored backup: compare them manually",
            entry.instance().id(),
            restored.backupAt());
        store.save(restored, entry.instance(), review.ended(Status.UNSUPPORTED), List.of());
        yield false;
      }
      case ProviderListing.Unanswered(String detail) -> {
        LOG.warn("{} didn't list its objects: {}", entry.instance().id(), detail);
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
          "{} has more objects since the backup than the limit: compare the rest manually",
          instance.id());
    }
    return next.status() == Status.BEGUN;
  }

  private static void tell(long found) {
    if (found > 0) {
      LOG.error(
          "{} payments at providers are missing here since a backup was restored: `./florin restore --review` lists them",
          found);
    }
  }

  @Override
  public void close() {
    loop.ifPresent(BackgroundJob::close);
  }
}
