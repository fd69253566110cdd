package emulator.mollie;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The clock, which tests can move forward, and what happens at a later time. Its user guards it
 * against concurrent access.
 */
final class Agenda {
  private final InstantSource clock;
  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparing(Entry::at).thenComparingLong(Entry::order));
  private Duration ahead = Duration.ZERO;
  private Instant latest = Instant.MIN;
  private long count;

  private record Entry(Instant at, long order, Runnable work) {}

  Agenda(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns the current time, or during {@link #runDue} the time of the entry. */
  Instant now() {
    return latest.equals(Instant.MIN) ? real() : latest;
  }

  private Instant real() {
    return clock.instant().plus(ahead);
  }

  /** Moves the clock forward. */
  void advance(Duration time) {
    ahead = ahead.plus(time);
  }

  /** Runs the work at a later time. The work checks whether it still applies. */
  void at(Instant time, Runnable work) {
    entries.add(new Entry(time, count++, work));
  }

  /** Runs all work that is due, in order, each at its own time. */
  void runDue() {
    Instant until = real();
    try {
      while (!entries.isEmpty() && !entries.peek().at().isAfter(until)) {
        Entry next = entries.remove();
        latest = next.at();
        next.work().run();
      }
    } finally {
      latest = Instant.MIN;
    }
  }
}
