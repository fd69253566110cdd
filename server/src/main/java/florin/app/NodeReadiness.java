package florin.app;

import florin.account.ApiKeys;
import florin.db.GroupCommit;
import florin.http.Server.Readiness;
import florin.job.DatabaseClock;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The conditions that keep this node from serving, as known without a query. */
record NodeReadiness(
    ApiKeys keys, GroupCommit commits, BooleanSupplier isDiskScarce, DatabaseClock clock)
    implements Readiness {
  @Override
  public Optional<String> notReadyBecause() {
    if (!keys.isCurrent()) {
      return Optional.of("database");
    }
    if (!commits.hasRoom() || isDiskScarce.getAsBoolean()) {
      return Optional.of("disk");
    }
    return clock.mayTakeWork() ? Optional.empty() : Optional.of("clock");
  }

  @Override
  public boolean mayTakeWork() {
    return clock.mayTakeWork();
  }
}
