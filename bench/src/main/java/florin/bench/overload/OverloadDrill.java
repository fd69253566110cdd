package florin.bench.overload;

import florin.bench.agent.Rewrite;
import florin.bench.agent.Substitutes;
import florin.bench.crash.AgentJar;
import florin.bench.load.HttpLoad;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.load.PaymentRequests;
import florin.bench.load.Tally;
import florin.bench.overload.Rush.Prepared;
import florin.bench.overload.Rush.Shares;
import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Offers a service with few permits a multiple of its peak. Closed-loop callers within the permits
 * measure the peak before and after each overload; the overload is open-loop. At the end, all
 * responses are compared with the service's records.
 */
final class OverloadDrill {

  /**
   * The share of captures in the peak, and the same for refunds, so that the service can execute
   * all of them.
   */
  private static final double FOLLOW_UPS = 0.05;

  private static final double LISTS = 0.1;

  /** The share of the permits that payments in test mode may use. */
  private static final double SHARE_OF_TEST = 5 / 8.0;

  private final Options options;
  private final Consumer<String> out;
  private final RandomGenerator random;
  private final List<Answered> told = new ArrayList<>();
  private int rushes;

  /**
   * The options of a drill.
   *
   * @param permits maximum number of concurrent requests
   * @param network response time of the network; zero for none
   * @param connections maximum number of requests in flight
   * @param warmUp duration of the payments and of the overload before the measurement, until the
   *     JIT compiler needs no processor
   * @param time duration of each overload
   * @param heap heap of the service in the format of `-Xmx`; empty for the default
   * @param cores empty to share all cores
   */
  record Options(
      int permits,
      Duration network,
      List<Double> factors,
      int connections,
      Duration warmUp,
      Duration time,
      Duration peakTime,
      Optional<String> heap,
      Optional<Cores> cores,
      long seed) {
    Options {
      factors = List.copyOf(factors);
    }
  }

  /**
   * The result of a drill.
   *
   * @param untrue responses that contradict the service's records
   */
  record Findings(List<LoadStep> steps, List<String> untrue) {
    Findings {
      steps = List.copyOf(steps);
      untrue = List.copyOf(untrue);
    }
  }

  private OverloadDrill(Options options, Consumer<String> out) {
    this.options = options;
    this.out = out;
    this.random = new SplittableRandom(options.seed());
  }

  /**
   * Runs the drill.
   *
   * @param parent parent of the temporary data folder
   * @param out receives the result of each overload
   */
  static Findings run(Options options, Path parent, Consumer<String> out)
      throws IOException, InterruptedException {
    return new OverloadDrill(options, out).run(parent);
  }

  private Findings run(Path parent) throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of(
            "FLORIN_RATE_LIMIT",
            "off",
            "FLORIN_MAX_IN_FLIGHT",
            Integer.toString(options.permits()));
    try (DataFolder folder = DataFolder.create(parent);
        ServiceProcess service =
            ServiceProcess.start(folder, 0, settings, javaOptions(folder), _ -> {})) {
      if (options.cores().isPresent()) {
        options.cores().get().divide(service);
      }
      List<LoadStep> steps = rushes(service);
      return new Findings(steps, untrue(service));
    }
  }

  private List<String> javaOptions(DataFolder folder) throws IOException {
    var words = new ArrayList<String>();
    options.heap().ifPresent(most -> words.add("-Xmx" + most));
    if (options.network().isPositive()) {
      AgentJar agent = AgentJar.write(folder.path().resolve("drill-agent.jar"));
      words.add(agent.option(EnumSet.of(Rewrite.NETWORK_TAKES_TIME)));
      words.add("-D" + Substitutes.NETWORK_MS + "=" + options.network().toMillis());
    }
    return words;
  }

  private List<LoadStep> rushes(ServiceProcess service) throws IOException {
    var requests = new PaymentRequests(service.address(), service.folder().testKey());
    double peak = peak(service, requests, new Prepared(), options.warmUp());
    double seconds =
        seconds(options.warmUp())
            + seconds(options.peakTime())
            + (seconds(options.time()) + seconds(options.peakTime())) * options.factors().size();
    int each = (int) Math.ceil(2 * FOLLOW_UPS * peak * seconds);
    Prepared stock = Preparation.make(service.address(), requests, callers(), each);
    double highest = Collections.max(options.factors());
    rush(highest, options.warmUp(), peak, service, requests, stock);
    var steps = new ArrayList<LoadStep>();
    double before = peak(service, requests, stock, options.peakTime());
    for (double factor : options.factors()) {
      LoadStep step = rush(factor, options.time(), before, service, requests, stock);
      double after = peak(service, requests, stock, options.peakTime());
      LoadStep whole = step.withPeak((before + after) / 2);
      out.accept(whole.text());
      steps.add(whole);
      before = after;
    }
    return steps;
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1e3;
  }

  private LoadStep rush(
      double factor,
      Duration time,
      double peak,
      ServiceProcess service,
      PaymentRequests requests,
      Prepared stock)
      throws IOException {
    int perSecond = Math.max(1, (int) Math.round(factor * peak));
    var shares = new Shares(FOLLOW_UPS / factor, LISTS);
    var answered = new Answered();
    told.add(answered);
    var limits = new Limits(options.connections(), time, Long.MAX_VALUE);
    try (var pulse = Pulse.start(service.address())) {
      Tally all =
          HttpLoad.runAt(
              perSecond,
              service.address(),
              limits,
              new Rush(requests, random, stock, shares, answered, nextPrefix()));
      long due = Math.round(perSecond * seconds(time));
      long unsent = Math.max(0, due - all.answers() - all.lostRequests());
      double load = Machine.load();
      return new LoadStep(factor, peak, perSecond, unsent, all, answered, pulse.stop(), load);
    }
  }

  /**
   * Returns the operations per second without overload, in which no request needs to be rejected.
   */
  private double peak(
      ServiceProcess service, PaymentRequests requests, Prepared stock, Duration time)
      throws IOException {
    var answered = new Answered();
    told.add(answered);
    Tally all =
        HttpLoad.run(
            service.address(),
            new Limits(callers(), time, Long.MAX_VALUE),
            new Rush(requests, random, stock, new Shares(FOLLOW_UPS, 0), answered, nextPrefix()));
    double seconds = Math.max(1, all.elapsed().toNanos()) / 1e9;
    return answered.moneyMoved() / seconds;
  }

  /** Returns the number of test-mode requests that may run concurrently. */
  private int callers() {
    return (int) Math.ceil(SHARE_OF_TEST * options.permits());
  }

  private String nextPrefix() {
    return "rush-" + rushes++ + "-";
  }

  /** Compares the responses with the records when nothing is in flight. */
  private List<String> untrue(ServiceProcess service) {
    try (var records = new OverloadRecords(service.folder().database())) {
      return records.differences(told);
    }
  }
}
