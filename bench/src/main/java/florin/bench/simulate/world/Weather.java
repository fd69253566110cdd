package florin.bench.simulate.world;

import florin.bench.simulate.fiber.Fibers;
import java.time.Duration;

/** Decides which faults occur. None occurs after the calm begins. */
final class Weather {
  /** A fault occurs once in this many draws. */
  private static final int RARE = 14;

  private static final int NANOS_PER_MILLI = 1_000_000;

  private final WorldParts parts;
  private boolean isCalm;

  Weather(WorldParts parts) {
    this.parts = parts;
  }

  void calmDown() {
    isCalm = true;
  }

  boolean draws(WorldFault fault) {
    return !isCalm && parts.has(fault) && Fibers.random().nextInt(RARE) == 0;
  }

  Duration upTo(int millis) {
    return Duration.ofNanos(Fibers.random().nextLong((long) millis * NANOS_PER_MILLI));
  }
}
