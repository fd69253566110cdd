package florin.bench.service;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The number of transactions of group commits, and of the changesets in them. */
public record Commits(long batches, long changesets) {
  private static final Pattern SERIES =
      Pattern.compile(
          "(?m)^florin_commit_(batches|changesets)_total\\{group=\"([^\"]+)\"\\} (\\S+)$");

  /**
   * Returns the counts of each group of committers.
   *
   * @param metrics the service's metrics in Prometheus format
   */
  static Map<String, Commits> read(String metrics) {
    var groups = new TreeMap<String, Commits>();
    for (Matcher found = SERIES.matcher(metrics); found.find(); ) {
      long count = (long) Double.parseDouble(found.group(3));
      Commits part =
          found.group(1).equals("batches") ? new Commits(count, 0) : new Commits(0, count);
      groups.merge(found.group(2), part, Commits::plus);
    }
    return groups;
  }

  private Commits plus(Commits other) {
    return new Commits(batches + other.batches, changesets + other.changesets);
  }

  Commits minus(Commits before) {
    return new Commits(batches - before.batches, changesets - before.changesets);
  }

  /** Returns the mean number of changesets in a batch. */
  public double perBatch() {
    return batches == 0 ? 0 : (double) changesets / batches;
  }
}
