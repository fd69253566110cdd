package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * A start after a clean stop, with the payment rate of the first ten seconds and of ten seconds
 * when the JVM is warm.
 *
 * @param young payments per second in the first ten seconds
 * @param warm payments per second when the JVM is warm
 */
record Warming(Duration toFirstAnswer, double young, double warm) {
  private static final int CONNECTIONS = 64;
  private static final Duration MEASURED = Duration.ofSeconds(10);
  private static final Duration FIRST_GOAL = Duration.ofMillis(1500);
  private static final double YOUNG_GOAL = 0.5;

  /**
   * Measures several starts, one after the other. Both sides of a ratio come from one start, since
   * the machine's speed varies.
   *
   * @param folder data folder of a service that was stopped cleanly
   * @param warmUp duration of the load between the two measurements
   * @param progress receives the result of each start
   */
  static List<Warming> take(
      DataFolder folder, int rounds, Duration warmUp, Consumer<String> progress)
      throws IOException {
    var all = new ArrayList<Warming>();
    for (int round = 1; round <= rounds; round++) {
      Start start = Start.of(folder, FullRun.UNLIMITED);
      try (ServiceProcess service = start.service()) {
        double young = perSecond(service, MEASURED);
        perSecond(service, warmUp);
        var warming = new Warming(start.toFirstAnswer(), young, perSecond(service, MEASURED));
        all.add(warming);
        progress.accept(warming.text());
      }
    }
    return List.copyOf(all);
  }

  static List<Goal> goals(List<Warming> all) {
    Duration first = median(all, Comparator.comparing(Warming::toFirstAnswer)).toFirstAnswer();
    Warming share = median(all, Comparator.comparingDouble(Warming::share));
    String of = ", median of " + all.size();
    return List.of(
        Goal.within("first 200 after a clean stop" + of, first, FIRST_GOAL),
        new Goal(
            "payments in the first 10 s over a warm JVM's ≥ " + YOUNG_GOAL + " ×" + of,
            String.format(Locale.ROOT, "%,.0f/s", share.young()),
            String.format(Locale.ROOT, "%,.0f/s", share.warm()),
            String.format(Locale.ROOT, "%.2f ×", share.share()),
            share.share() >= YOUNG_GOAL ? "reached" : "MISSED"));
  }

  private double share() {
    return warm == 0 ? 0 : young / warm;
  }

  private String text() {
    return String.format(
        Locale.ROOT,
        "first 200 after %.2f s, then %,.0f payments per second, and %,.0f when warm",
        toFirstAnswer.toMillis() / 1e3,
        young,
        warm);
  }

  private static Warming median(List<Warming> all, Comparator<Warming> order) {
    return all.stream().sorted(order).skip((all.size() - 1) / 2).findFirst().orElseThrow();
  }

  private static double perSecond(ServiceProcess service, Duration time) throws IOException {
    var limits = new Limits(CONNECTIONS, time, Long.MAX_VALUE);
    return new PaymentsScenario("", true).run(service, limits).perSecond();
  }
}
