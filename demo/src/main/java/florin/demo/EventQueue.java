package florin.demo;

import java.time.Instant;
import java.util.PriorityQueue;

/** The scheduled events, ordered by time. An event may schedule others. */
final class EventQueue {
  private record Entry(Instant at, long order, Runnable what) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      int byTime = at.compareTo(other.at);
      return byTime == 0 ? Long.compare(order, other.order) : byTime;
    }
  }

  private final PriorityQueue<Entry> entries = new PriorityQueue<>();
  private long added;

  void add(Instant at, Runnable what) {
    entries.add(new Entry(at, added++, what));
  }

  /**
   * Runs all events until a time; later ones never run.
   *
   * @param afterEach runs after each event
   */
  void run(HistoryClock clock, Instant end, Runnable afterEach) {
    while (!entries.isEmpty() && !entries.peek().at().isAfter(end)) {
      Entry next = entries.remove();
      clock.advanceTo(next.at());
      next.what().run();
      afterEach.run();
    }
  }
}
