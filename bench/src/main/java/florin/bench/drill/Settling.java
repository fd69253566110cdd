package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import florin.bench.drill.Records.Open;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Waits until nothing is under way any more, and tells what took too long. */
record Settling(Records records, Bounds bounds, Instant back, InstantSource clock) {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Empty once no payment is processing; otherwise those that are past their bound. */
  List<Violation> awaitPayments() {
    while (true) {
      List<Open> open = records.processing();
      Instant now = clock.instant();
      List<Open> late = open.stream().filter(payment -> limit(payment).isBefore(now)).toList();
      if (open.size() == late.size()) {
        return late.stream()
            .map(payment -> Invariant.SETTLED_IN_TIME.broken(payment + ", due " + limit(payment)))
            .toList();
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /**
   * Empty once the network's book and our records agree; otherwise where they did not in time.
   *
   * @param lastAsked when the network was last asked for anything
   */
  List<Violation> awaitNetwork(Instant lastAsked) {
    Instant limit = lastAsked.plus(bounds.unknown());
    while (true) {
      Instant now = clock.instant();
      List<Violation> differences = Comparison.withNetwork(records, now);
      if (differences.isEmpty() || now.isAfter(limit)) {
        return differences;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Empty once the figures have counted all; otherwise that they have not in time. */
  List<Violation> awaitFigures() {
    Instant limit = clock.instant().plus(bounds.unknown());
    while (records.areFiguresBehind()) {
      if (clock.instant().isAfter(limit)) {
        return List.of(
            Invariant.FIGURES_ADD_UP.broken("events are not counted after " + bounds.unknown()));
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return List.of();
  }

  private Instant limit(Open payment) {
    // What never arrived waits for its client, and is undone after that.
    boolean left =
        List.of("begun", "reversing").contains(payment.attemptStatus())
            && payment.attemptedAt().isBefore(back);
    if (left) {
      return back.plus(bounds.begun());
    }
    Instant from = payment.attemptedAt().isAfter(back) ? payment.attemptedAt() : back;
    return from.plus(bounds.unknown());
  }
}
