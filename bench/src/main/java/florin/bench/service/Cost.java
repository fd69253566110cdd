package florin.bench.service;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run has taken.
 *
 * @param commits by the group of committers; of those that committed anything
 */
public record Cost(Usage usage, Wal wal, Map<String, Commits> commits) {
  public Cost {
    commits = Map.copyOf(commits);
  }

  /** For example `main 11.2 · book 9.8`; empty where nothing was committed in groups. */
  public String changesetsPerBatch() {
    return new TreeMap<>(commits)
        .descendingMap().entrySet().stream()
            .map(group ->
                String.format(Locale.ROOT, "%s %.1f", group.getKey(), group.getValue().perBatch()))
            .collect(Collectors.joining(" · "));
  }
}
