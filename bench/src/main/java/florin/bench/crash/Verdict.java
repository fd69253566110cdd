package florin.bench.crash;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Counts the checked cases of each invariant and keeps the violations. */
final class Verdict {
  /** The number of violations that are printed for each invariant. */
  private static final int SHOWN = 5;

  /** The number of violations that are kept for each invariant; more are only counted. */
  private static final int KEPT = 100;

  private final Map<Invariant, Counted> counts = new EnumMap<>(Invariant.class);

  private static final class Counted {
    private long looked;
    private long broken;
    private final List<String> cases = new ArrayList<>();
  }

  synchronized void looked(Invariant invariant, long cases) {
    of(invariant).looked += cases;
  }

  synchronized void broken(Invariant invariant, String detail) {
    Counted counted = of(invariant);
    counted.broken++;
    if (counted.cases.size() < KEPT) {
      counted.cases.add(detail);
    }
  }

  private Counted of(Invariant invariant) {
    return counts.computeIfAbsent(invariant, _ -> new Counted());
  }

  synchronized boolean holds() {
    return counts.values().stream().allMatch(counted -> counted.broken == 0);
  }

  synchronized boolean isBroken(Invariant invariant) {
    return of(invariant).broken > 0;
  }

  /** Returns the first broken invariant, in the order of declaration. */
  synchronized Optional<Invariant> first() {
    return counts.entrySet().stream()
        .filter(entry -> entry.getValue().broken > 0)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  synchronized Optional<String> example(Invariant invariant) {
    return of(invariant).cases.stream().findFirst();
  }

  /** Returns a line for each checked invariant, with the number of cases. */
  @Override
  public synchronized String toString() {
    var text = new StringBuilder();
    counts.forEach((invariant, counted) -> {
      text.append(
          String.format(
              Locale.ROOT,
              "%s %,7d of %,9d %s: %s%n",
              counted.broken == 0 ? "  " : "! ",
              counted.broken,
              counted.looked,
              invariant.of(),
              invariant));
      counted.cases.stream()
          .limit(SHOWN)
          .forEach(one -> text.append("            ").append(one).append('\n'));
    });
    return text.toString();
  }
}
