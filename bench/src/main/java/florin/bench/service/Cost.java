package florin.bench.service;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The resources used by a run.
 *
 * @param commits counts of each group of committers that committed anything
 */
public record Cost(Usage usage, Wal wal, Map<String, Commits> commits) {
  public Cost {
    commits = Map.copyOf(commits);
  }

  public long changesets() {
    return commits.values().stream().mapToLong(Commits::changesets).sum();
  }

  /**
   * Returns the mean batch sizes, for example `main 11.2 · book 9.8`; empty if there were no group
   * commits.
   */
  public String changesetsPerBatch() {
    return new TreeMap<>(commits)
        .descendingMap().entrySet().stream()
            .map(group ->
                String.format(Locale.ROOT, "%s %.1f", group.getKey(), group.getValue().perBatch()))
            .collect(Collectors.joining(" · "));
  }
}
