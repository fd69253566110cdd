package florin.bench.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Of each promise, in how many cases it was looked at, and those in which it was not kept. */
final class Verdict {
  /** Of each promise so many cases are shown. */
  private static final int SHOWN = 5;

  /** Beyond so many they are counted only. */
  private static final int KEPT = 100;

  private final Map<Promise, Counted> counts = new EnumMap<>(Promise.class);

  private static final class Counted {
    private long looked;
    private long broken;
    private final List<String> cases = new ArrayList<>();
  }

  synchronized void looked(Promise promise, long cases) {
    of(promise).looked += cases;
  }

  synchronized void broken(Promise promise, String detail) {
    Counted counted = of(promise);
    counted.broken++;
    if (counted.cases.size() < KEPT) {
      counted.cases.add(detail);
    }
  }

  private Counted of(Promise promise) {
    return counts.computeIfAbsent(promise, _ -> new Counted());
  }

  synchronized boolean holds() {
    return counts.values().stream().allMatch(counted -> counted.broken == 0);
  }

  synchronized boolean isBroken(Promise promise) {
    return of(promise).broken > 0;
  }

  /** The first that was not kept, in the order of the promises. */
  synchronized Optional<Promise> first() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue().broken > 0)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  synchronized Optional<String> example(Promise promise) {
    return of(promise).cases.stream().findFirst();
  }

  /** A line for each promise that was looked at, the number of cases beside each zero. */
  @Override
  public synchronized String toString() {
    var text = new StringBuilder();
    counts.forEach((promise, counted) -> {
      text.append(
          String.format(
              Locale.ROOT,
              "%s %,7d of %,9d %s: %s%n",
              counted.broken == 0 ? "  " : "! ",
              counted.broken,
              counted.looked,
              promise.of(),
              promise));
      counted.cases.stream()
          .limit(SHOWN)
          .forEach(one -> text.append("            ").append(one).append('\n'));
    });
    return text.toString();
  }
}
