package florin.bench.crash;

import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import florin.bench.service.Usage;
import java.io.IOException;
import java.time.Duration;

/**
 * Measures how long a service takes on a busy machine. It subtracts the processor time that other
 * programs used, divided by the cores. A hanging service is still late, since it hangs while other
 * programs are idle. A minimum share of the elapsed time always counts.
 */
final class Stopwatch {
  /** At least one of this many seconds counts. */
  private static final int LEAST_SHARE = 4;

  private final long begin = System.nanoTime();
  private final Duration busy;
  private final long pid;
  private final Usage ours;

  private Stopwatch(Duration busy, long pid, Usage ours) {
    this.busy = busy;
    this.pid = pid;
    this.ours = ours;
  }

  static Stopwatch start(ServiceProcess service) throws IOException {
    return new Stopwatch(Machine.busy(), service.pid(), service.usage());
  }

  /** Returns the elapsed time. */
  Duration onTheClock() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /**
   * Returns the time that counts.
   *
   * @param service the measured service, or the process that replaced it
   */
  Duration counted(ServiceProcess service) throws IOException {
    Usage now = service.usage();
    Duration used =
        service.pid() == pid
            ? now.minus(ours).total()
            : now.service().plus(now.postgres()).plus(now.driver().minus(ours.driver()));
    return counted(onTheClock(), Machine.busy().minus(busy).minus(used), Machine.allCores());
  }

  /**
   * Returns the time that counts.
   *
   * @param others processor time of other programs, summed over all cores
   */
  static Duration counted(Duration clock, Duration others, int cores) {
    Duration taken = others.isNegative() ? Duration.ZERO : others.dividedBy(cores);
    Duration left = clock.minus(taken);
    Duration least = clock.dividedBy(LEAST_SHARE);
    return left.compareTo(least) < 0 ? least : left;
  }
}
