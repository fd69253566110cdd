package florin.books;

import florin.db.Db;
import florin.job.Fitness;
import florin.job.Loop;
import florin.projection.Followers;
import java.time.Duration;

/** The jobs that keep the ledger up to date. */
public final class Books implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Loop backlog;

  /**
   * Starts the jobs.
   *
   * @param db for all writes: see {@link Db#unhurried}
   */
  public Books(Db db, Followers followers, Fitness fitness) {
    followers.start(new LedgerProjection());
    this.backlog = Loop.ofWork("ledger-backlog", PAUSE, fitness, new BacklogStore(db)::step);
  }

  @Override
  public void close() {
    backlog.close();
  }
}
