package emulator.provider;

import java.time.Duration;
import java.time.InstantSource;

/**
 * The settings of an emulator.
 *
 * @param port 0 for any free port
 * @param seed of the random faults
 * @param answer the latency of each response
 * @param slow the delay of slow responses, late executions, and late webhooks
 * @param retry the delay before a failed webhook is sent again, from which the provider's schedule
 *     of later attempts is computed
 */
public record Options(
    int port, long seed, InstantSource clock, Duration answer, Duration slow, Duration retry) {
  private static final Duration TEST = Duration.ofMillis(100);

  /** Returns options for tests, without unnecessary delays. */
  public static Options ofTests() {
    return new Options(0, 1, InstantSource.system(), Duration.ZERO, TEST, TEST);
  }

  public Options withClock(InstantSource other) {
    return new Options(port, seed, other, answer, slow, retry);
  }
}
