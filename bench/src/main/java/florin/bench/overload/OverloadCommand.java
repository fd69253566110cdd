package florin.bench.overload;

import florin.bench.drill.Screen;
import florin.bench.overload.OverloadDrill.Findings;
import florin.bench.overload.OverloadDrill.Options;
import florin.bench.service.FolderOption;
import florin.bench.service.SeedOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin drill overload`. */
@Command(
    name = "overload",
    description = {
      "Offer a service with few permits a multiple of its peak at a fixed rate. Measure its throughput and its rejections, and compare all responses with its records.",
      "Exits with 1 if a goal was missed, a probe failed, or a rejected request was executed."
    },
    mixinStandardHelpOptions = true)
public final class OverloadCommand implements Callable<Integer> {
  private static final int MOST_SHOWN = 20;

  /** The simulator's calls time out after 8 s. */
  private static final int LONGEST_NETWORK_MS = 5000;

  /**
   * The maximum share of unsent requests, in percent. With more, the service was not overloaded.
   */
  private static final int MOST_UNSENT = 5;

  @Option(
      names = "--permits",
      defaultValue = "64",
      description =
          "FLORIN_MAX_IN_FLIGHT of the service: concurrent requests (default ${DEFAULT-VALUE}).")
  private int permits;

  @Option(
      names = "--network",
      defaultValue = "100",
      description = {
        "Milliseconds that the network takes to respond (default ${DEFAULT-VALUE}), like a real one, so that the permits limit the service.",
        "With 0 and few permits, the processors limit it, which the callers share."
      })
  private int network;

  @Option(
      names = "--factors",
      split = ",",
      defaultValue = "2,5,10",
      description =
          "Multiples of the peak to offer, one after the other (default ${DEFAULT-VALUE}).")
  private List<Double> factors = List.of();

  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "Seconds of each overload (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "30",
      description =
          "Seconds of payments before the measurement, and again of overload, for the JIT compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--connections",
      defaultValue = "256",
      description =
          "Connections of the callers, which limit the requests in flight (default ${DEFAULT-VALUE}).")
  private int connections;

  @Option(names = "--heap", description = "-Xmx of the service, for example 64m.")
  private @Nullable String heap;

  @Option(
      names = "--service-cores",
      description =
          "Cores for the service and its PostgreSQL, in the format of taskset. Needs --driver-cores (default: all share all cores).")
  private @Nullable String serviceCores;

  @Option(names = "--driver-cores", description = "Cores for the callers. Needs --service-cores.")
  private @Nullable String driverCores;

  @Option(
      names = "--goodput",
      defaultValue = "90",
      description = "Goal for the throughput, in percent of the peak (default ${DEFAULT-VALUE}).")
  private int goodput;

  @Option(
      names = "--rejected-within",
      defaultValue = "20",
      description =
          "Goal for the median latency of the rejections, in milliseconds (default ${DEFAULT-VALUE}).")
  private int refusedWithin;

  @Mixin private SeedOption seed = new SeedOption();

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Options options = options();
    Screen screen = Screen.of(spec);
    screen.say(
        String.format(
            Locale.ROOT,
            "seed %d, %d permits, network delay of %d ms%n",
            options.seed(),
            permits,
            network));
    Findings findings = OverloadDrill.run(options, folder.path(), screen::say);
    List<String> missed = missed(findings);
    missed.forEach(line -> screen.say("MISSED: " + line));
    screen.say(
        missed.isEmpty()
            ? "Every goal was reached, and all responses agree with the records."
            : missed.size() + " missed.");
    return missed.isEmpty() ? 0 : 1;
  }

  private Options options() {
    CommandSpec command = Objects.requireNonNull(spec);
    if ((serviceCores == null) != (driverCores == null)) {
      throw new ParameterException(
          command.commandLine(), "--service-cores and --driver-cores need each other.");
    }
    if (network < 0 || network > LONGEST_NETWORK_MS) {
      throw new ParameterException(
          command.commandLine(), "--network must be from 0 to " + LONGEST_NETWORK_MS + ".");
    }
    if (permits < 1 || seconds < 1 || connections < 1 || factors.stream().anyMatch(f -> f <= 0)) {
      throw new ParameterException(
          command.commandLine(),
          "--permits, --seconds, --connections and --factors must be greater than 0.");
    }
    return new Options(
        permits,
        Duration.ofMillis(network),
        factors,
        connections,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(seconds),
        Duration.ofSeconds(Math.max(1, seconds / 2)),
        Optional.ofNullable(heap),
        serviceCores == null || driverCores == null
            ? Optional.empty()
            : Optional.of(new Cores(serviceCores, driverCores)),
        seed.seed());
  }

  private List<String> missed(Findings findings) {
    var missed = new ArrayList<String>();
    for (LoadStep step : findings.steps()) {
      String at = String.format(Locale.ROOT, "at %.1f × the peak ", step.factor());
      if (step.goodput() < goodput) {
        missed.add(at + String.format(Locale.ROOT, "goodput was %.1f %%", step.goodput()));
      }
      if (step.unsentPercent() > MOST_UNSENT) {
        missed.add(
            at
                + String.format(
                    Locale.ROOT,
                    "%.0f %% of the due requests were not sent",
                    step.unsentPercent()));
      }
      if (step.all().lostRequests() > 0) {
        missed.add(at + step.all().lostRequests() + " requests had no response");
      }
      if (step.factor() > 1 && step.answered().refusals().answers() == 0) {
        missed.add(at + "no request was rejected");
      }
      if (step.medianRefusal().compareTo(Duration.ofMillis(refusedWithin)) > 0) {
        missed.add(
            at
                + "half of the rejections took more than "
                + step.medianRefusal().toMillis()
                + " ms");
      }
      if (step.pulsesLost() > 0) {
        missed.add(at + step.pulsesLost() + " probes did not return 200");
      }
      if (step.otherAnswers() > 0) {
        missed.add(at + step.otherAnswers() + " responses were neither a success nor a rejection");
      }
    }
    List<String> untrue = findings.untrue();
    missed.addAll(untrue.subList(0, Math.min(untrue.size(), MOST_SHOWN)));
    if (untrue.size() > MOST_SHOWN) {
      missed.add("and " + (untrue.size() - MOST_SHOWN) + " more contradictions");
    }
    return missed;
  }
}
