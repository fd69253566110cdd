package florin.bench.overload;

import florin.bench.load.Tally;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The result of a load of a multiple of the peak.
 *
 * @param peak payments per second without overload, measured before and after
 * @param offered due requests per second
 * @param unsent due requests for which the driver had no free connection, so that they were not
 *     offered
 * @param load the machine's load average
 */
record LoadStep(
    double factor,
    double peak,
    double offered,
    long unsent,
    Tally all,
    Answered answered,
    Tally pulse,
    double load) {
  private static final double PERCENTILE = 99;

  /** Returns the rate of successful payments, captures, and refunds, in percent of the peak. */
  double goodput() {
    double seconds = all.elapsed().toNanos() / 1e9;
    double perSecond = seconds == 0 ? 0 : answered.moneyMoved() / seconds;
    return peak == 0 ? 0 : 100 * perSecond / peak;
  }

  /** Returns the share of due requests that were not sent, in percent. */
  double unsentPercent() {
    return 100.0 * unsent / Math.max(1, unsent + all.answers() + all.lostRequests());
  }

  Duration medianRefusal() {
    return answered.refusals().latency(50);
  }

  /** Returns the number of probes without a response or with a status other than 200. */
  long pulsesLost() {
    return pulse.lostRequests() + pulse.answers() - pulse.statuses().getOrDefault(200, 0L);
  }

  /**
   * Returns the number of responses that are neither a success nor a rejection for overload.
   * Requests without a response are counted separately.
   */
  long otherAnswers() {
    return answered.otherAnswers();
  }

  LoadStep withPeak(double other) {
    return new LoadStep(factor, other, offered, unsent, all, answered, pulse, load);
  }

  String text() {
    Tally refusals = answered.refusals();
    return String.format(
        Locale.ROOT,
        """
        %4.1f × the peak of %,.0f/s: %,.0f/s offered, load average %.1f
          goodput    %5.1f %% of the peak
          done       %s
          rejected   %s
          503 after  p50 %s   p99 %s
          200 after  %s
          probes     %,d, of which %,d not 200 (statuses %s, %,d without a response), p50 %s   p99 %s
          other      %,d other responses%s, %,d without a response, %,d due and not sent, %,d connections closed by the service
        """,
        factor,
        peak,
        offered,
        load,
        goodput(),
        counts(true),
        counts(false),
        millis(refusals, 50),
        millis(refusals, PERCENTILE),
        latencies(),
        pulse.answers() + pulse.lostRequests(),
        pulsesLost(),
        pulse.statuses(),
        pulse.lostRequests(),
        millis(pulse, 50),
        millis(pulse, PERCENTILE),
        otherAnswers(),
        answered.others().stream().map(other -> " (" + other + ")").collect(Collectors.joining()),
        all.lostRequests(),
        unsent,
        all.connectionsReplaced());
  }

  /** Describes the count of each kind of request, with its share. */
  private String counts(boolean done) {
    return Stream.of(Errand.values())
        .map(errand -> {
          long of = (done ? answered.done(errand) : answered.refused(errand)).answers();
          long came = answered.done(errand).answers() + answered.refused(errand).answers();
          return String.format(
              Locale.ROOT,
              "%s %,d (%.0f %%)",
              errand.text(),
              of,
              came == 0 ? 0 : 100.0 * of / came);
        })
        .collect(Collectors.joining("   "));
  }

  private String latencies() {
    return Stream.of(Errand.values())
        .map(errand -> {
          Tally done = answered.done(errand);
          return errand.text() + " p50 " + millis(done, 50) + " p99 " + millis(done, PERCENTILE);
        })
        .collect(Collectors.joining("   "));
  }

  private static String millis(Tally tally, double percentile) {
    return tally.answers() == 0
        ? "–"
        : String.format(Locale.ROOT, "%.1f ms", tally.latency(percentile).toNanos() / 1e6);
  }
}
