package florin.account;

import florin.core.Realm;
import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** The background job that deletes what sandboxes have left behind. */
public final class AbandonedRealms implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** How long requests and jobs that began in the realm have to end. */
  private static final Duration REST = Duration.ofSeconds(30);

  private static final int MAX_ROWS = 2_000;

  private final AbandonedRealmStore store;
  private final InstantSource clock;
  private final BackgroundJob job;

  /**
   * Creates and starts the job.
   *
   * @param besideDb for background work: see {@link Db#unhurried}
   */
  public AbandonedRealms(Db besideDb, InstantSource clock, WorkAcceptance acceptance) {
    this.store = new AbandonedRealmStore(besideDb);
    this.clock = clock;
    this.job = BackgroundJob.ofWork("abandoned-realms", PAUSE, acceptance, this::step);
  }

  @Override
  public void close() {
    job.close();
  }

  private boolean step() {
    Instant before = clock.instant().minus(REST);
    Optional<Realm> realm = store.findNext(before);
    return realm.isPresent() && store.deleteSome(realm.get(), MAX_ROWS);
  }
}
