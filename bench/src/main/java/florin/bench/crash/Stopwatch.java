package florin.bench.crash;

import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import florin.bench.service.Usage;
import java.io.IOException;
import java.time.Duration;

/**
 * How long a service takes, on a machine that has other work too: the time on the clock, less what
 * programs that are not ours used of all its cores meanwhile. A service that hangs is as late as on
 * an idle machine, since it hangs while others are not at work; and whatever they use, a share of
 * the time on the clock always counts.
 */
final class Stopwatch {
  /** Of the time on the clock at least one in so many seconds counts. */
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

  /** On the clock. */
  Duration onTheClock() {
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  /**
   * What counts.
   *
   * @param service the one that was there in the beginning, or its next life
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
   * @param others processor time of programs that are not ours, on all cores together
   */
  static Duration counted(Duration clock, Duration others, int cores) {
    Duration taken = others.isNegative() ? Duration.ZERO : others.dividedBy(cores);
    Duration left = clock.minus(taken);
    Duration least = clock.dividedBy(LEAST_SHARE);
    return left.compareTo(least) < 0 ? least : left;
  }
}
