package florin.app;

import florin.db.Batches;
import florin.db.GroupCommit;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToLongFunction;

/**
 * The metrics of group commits in `/metrics`: changesets divided by batches is the size of a batch.
 */
final class CommitMetrics {
  private final Map<String, Batches> groups = new ConcurrentHashMap<>();

  CommitMetrics(PrometheusRegistry registry) {
    count(
        registry,
        "florin_commit_batches_total",
        "Transactions that the committers of a group have committed.",
        Batches::batches);
    count(
        registry,
        "florin_commit_changesets_total",
        "Changesets in the transactions of florin_commit_batches_total. Changesets per batch rise with the number of parallel requests.",
        Batches::changesets);
    count(
        registry,
        "florin_commit_reruns_total",
        "Transactions that Florin rolled back and repeated without the changesets that failed.",
        Batches::reruns);
  }

  private void count(
      PrometheusRegistry registry, String name, String help, ToLongFunction<Batches> counted) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("group")
        .callback(counter ->
            groups.forEach(
                (group, batches) -> counter.call((double) counted.applyAsLong(batches), group)))
        .register(registry);
  }

  /**
   * Adds a group commit.
   *
   * @param group its name, for example main
   */
  GroupCommit watch(String group, GroupCommit commits) {
    groups.put(group, commits.batches());
    return commits;
  }
}
