package florin.bank.imports;

import java.time.LocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The order of an account's statements, and the gaps between them. Statements are ordered by the
 * day of their closing balance. Within a day, each follows the one whose closing balance is its
 * opening balance; if several qualify, the lowest number wins.
 */
final class StatementOrder {
  /** The balances from which the next statement may continue, the newest first. */
  private static final int MAX_ENDS = 16;

  private static final Comparator<PlacedStatement> NATURAL =
      Comparator.comparing(
              PlacedStatement::number, Comparator.comparing(it -> it.orElse(Long.MAX_VALUE)))
          .thenComparing(PlacedStatement::id);

  /**
   * A statement with balances.
   *
   * @param first the day of its first entry
   * @param place its stored position
   * @param gap its stored gap flag
   */
  record PlacedStatement(
      UUID id,
      LocalDate first,
      LocalDate day,
      Optional<Long> number,
      long opening,
      long closing,
      boolean overlap,
      int place,
      boolean gap) {
    private PlacedStatement at(int newPlace, boolean newGap) {
      return new PlacedStatement(
          id, first, day, number, opening, closing, overlap, newPlace, newGap);
    }
  }

  private final List<PlacedStatement> all;
  private final List<PlacedStatement> ordered = new ArrayList<>();
  private final List<Long> ends = new ArrayList<>();
  private final List<Long> overlapping = new ArrayList<>();
  private LocalDate reached = LocalDate.MIN;

  private StatementOrder(List<PlacedStatement> all) {
    this.all = all;
  }

  /**
   * Orders these statements again.
   *
   * @param before the statements of earlier days, from one that does not overlap; if it is empty,
   *     no statement is missing before the first one
   * @param some the statements of some days, all of each day
   */
  static List<PlacedStatement> of(List<PlacedStatement> before, List<PlacedStatement> some) {
    var order = new StatementOrder(List.copyOf(some));
    before.stream()
        .sorted(Comparator.comparing(PlacedStatement::day).thenComparingInt(PlacedStatement::place))
        .forEach(order::end);
    some.stream()
        .collect(Collectors.groupingBy(PlacedStatement::day, TreeMap::new, Collectors.toList()))
        .values()
        .forEach(order::addDay);
    return order.ordered;
  }

  private void addDay(List<PlacedStatement> day) {
    var left = new ArrayList<>(day);
    left.sort(NATURAL);
    overlapping.clear();
    List<PlacedStatement> trail =
        day.stream().anyMatch(PlacedStatement::overlap) ? List.of() : trail(left);
    if (trail.size() == left.size()) {
      left = new ArrayList<>(trail);
    }
    for (int place = 0; !left.isEmpty(); place++) {
      PlacedStatement next = next(left);
      left.remove(next);
      ordered.add(next.at(place, isGap(next)));
      end(next);
    }
  }

  /**
   * Returns all statements as a chain, each continuing the one before. If the balance returns to an
   * earlier value, the detour is inserted there. Empty if they form no single chain.
   */
  private List<PlacedStatement> trail(List<PlacedStatement> sorted) {
    Map<Long, Deque<PlacedStatement>> from = new HashMap<>();
    sorted.forEach(it -> from.computeIfAbsent(it.opening(), _ -> new ArrayDeque<>()).add(it));
    Optional<Long> start =
        ends.stream().filter(from::containsKey).findFirst().or(() -> findStart(sorted));
    var trail = new ArrayDeque<PlacedStatement>();
    var walked = new ArrayDeque<PlacedStatement>();
    long at = start.orElseThrow();
    boolean isOver = false;
    while (!isOver) {
      PlacedStatement next = from.getOrDefault(at, new ArrayDeque<>()).pollFirst();
      if (next != null) {
        walked.addLast(next);
        at = next.closing();
      } else if (walked.isEmpty()) {
        isOver = true;
      } else {
        PlacedStatement last = walked.removeLast();
        if (!trail.isEmpty() && trail.getFirst().opening() != last.closing()) {
          return List.of();
        }
        trail.addFirst(last);
        at = last.opening();
      }
    }
    return List.copyOf(trail);
  }

  /** Returns a balance where more statements begin than end, otherwise that of the first one. */
  private static Optional<Long> findStart(List<PlacedStatement> sorted) {
    var open = new HashMap<Long, Integer>();
    for (PlacedStatement link : sorted) {
      open.merge(link.opening(), 1, Integer::sum);
      open.merge(link.closing(), -1, Integer::sum);
    }
    return sorted.stream()
        .map(PlacedStatement::opening)
        .filter(opening -> open.getOrDefault(opening, 0) > 0)
        .findFirst()
        .or(() -> sorted.stream().map(PlacedStatement::opening).findFirst());
  }

  /** Returns a statement that continues the chain, otherwise one that starts a chain. */
  private PlacedStatement next(List<PlacedStatement> left) {
    return left.stream()
        .filter(link -> ends.contains(link.opening()))
        .findFirst()
        .orElseGet(() -> first(left));
  }

  private static PlacedStatement first(List<PlacedStatement> left) {
    Set<Long> closings = left.stream().map(PlacedStatement::closing).collect(Collectors.toSet());
    return left.stream()
        .filter(link -> !closings.contains(link.opening()))
        .findFirst()
        .orElse(left.getFirst());
  }

  /**
   * Returns whether a statement is missing before this one. An overlapping statement that begins
   * within what is known fills the gap.
   */
  private boolean isGap(PlacedStatement link) {
    return !ends.isEmpty()
        && !link.overlap()
        && !ends.contains(link.opening())
        && all.stream()
            .noneMatch(other ->
                other.overlap()
                    && !other.day().isBefore(link.day())
                    && (ends.contains(other.opening()) || !other.first().isAfter(reached)));
  }

  private void end(PlacedStatement link) {
    if (link.overlap()) {
      overlapping.add(link.closing());
    } else {
      reached = link.day();
      ends.clear();
      ends.addAll(overlapping);
    }
    ends.addFirst(link.closing());
    while (ends.size() > MAX_ENDS) {
      ends.removeLast();
    }
  }
}
