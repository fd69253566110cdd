package florin.books;

import florin.db.Db;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import florin.projection.Follower;
import florin.projection.Followers;
import java.time.Duration;
import java.time.InstantSource;

/** The jobs that keep the ledger up to date, and the endpoints that show it. */
public final class Books implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(10);

  public final BalanceApi api;
  private final BackgroundJob backlog;

  /**
   * Starts the jobs.
   *
   * @param db for requests
   * @param besideDb for all writes: see {@link Db#unhurried}
   */
  public Books(
      Db db, Db besideDb, Followers followers, WorkAcceptance acceptance, InstantSource clock) {
    Follower follower = followers.start(new LedgerProjection());
    this.api = new BalanceApi(new BalanceStore(db), follower, clock);
    this.backlog =
        BackgroundJob.ofWork("ledger-backlog", PAUSE, acceptance, new BacklogStore(besideDb)::step);
  }

  @Override
  public void close() {
    backlog.close();
  }
}
