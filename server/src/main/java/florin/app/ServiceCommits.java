package florin.app;

import florin.config.Config;
import florin.db.Batches;
import florin.db.DerivedStatement;
import florin.db.GroupCommit;
import florin.db.MadeListener;
import florin.http.OutgoingBudgets;
import florin.webhook.Fanout;
import florin.webhook.Lanes;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/**
 * Opens the group commits of the service, with their metrics in `/metrics`: changesets divided by
 * batches is the size of a batch.
 */
final class ServiceCommits {
  /** The commits of the simulator's ledger must give up before the connector's deadline of 8 s. */
  private static final Duration BOOK_PATIENCE = Duration.ofSeconds(7);

  private final CoreServices core;
  private final Config config;
  private final Lanes lanes;
  private final Map<String, Batches> groups = new ConcurrentHashMap<>();

  ServiceCommits(CoreServices core) {
    this.core = core;
    this.config = core.config();
    this.lanes =
        Lanes.of(
            config.webhooks().perEndpoint(),
            Math.min(config.webhooks().inAll(), OutgoingBudgets.ofProcess().webhookAttempts()));
    count(
        "florin_commit_batches_total",
        "Transactions that the committers of a group have committed.",
        Batches::batches);
    count(
        "florin_commit_changesets_total",
        "Changesets in the transactions of florin_commit_batches_total. Changesets per batch rise with the number of parallel requests.",
        Batches::changesets);
    count(
        "florin_commit_reruns_total",
        "Transactions that Florin rolled back and repeated without the changesets that failed.",
        Batches::reruns);
  }

  private void count(String name, String help, ToLongFunction<Batches> counted) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("group")
        .callback(counter ->
            groups.forEach(
                (group, batches) -> counter.call((double) counted.applyAsLong(batches), group)))
        .register(core.registry());
  }

  /** Returns the lanes, which receive the deliveries of committed events. */
  Lanes lanes() {
    return lanes;
  }

  /** Opens the commits of requests. */
  GroupCommit openMain() {
    return open("main", GroupCommit.DEFAULT_PATIENCE, fanout(), lanes);
  }

  /** Opens the commits of work outside requests. */
  GroupCommit openBeside() {
    return openWhenNeeded("beside", fanout(), lanes);
  }

  /**
   * Opens a group commit that takes no connection before its first changeset: many services never
   * have one.
   */
  GroupCommit openWhenNeeded(String name) {
    return openWhenNeeded(name, List.of(), MadeListener.NOBODY);
  }

  private GroupCommit openWhenNeeded(
      String name, List<DerivedStatement> companions, MadeListener listener) {
    return watch(
        name,
        GroupCommit.whenNeeded(
            name, core.database()::connect, GroupCommit.DEFAULT_PATIENCE, companions, listener));
  }

  /** Opens the commits of the simulator's ledger. */
  GroupCommit openBook() {
    return open("book", BOOK_PATIENCE, List.of(), MadeListener.NOBODY);
  }

  private List<DerivedStatement> fanout() {
    return List.of(Fanout.ofEvents(config.webhooks().retries()));
  }

  private GroupCommit open(
      String name, Duration patience, List<DerivedStatement> companions, MadeListener listener) {
    return watch(
        name,
        config.committers() == 0
            ? GroupCommit.oneByOne(name, core.database()::connect, patience, companions, listener)
            : new GroupCommit(
                name,
                core.database()::connect,
                config.committers(),
                patience,
                companions,
                listener));
  }

  private GroupCommit watch(String group, GroupCommit commits) {
    groups.put(group, commits.batches());
    return core.parts().open(commits);
  }
}
