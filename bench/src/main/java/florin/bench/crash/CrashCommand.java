package florin.bench.crash;

import florin.bench.crash.CrashDrill.Options;
import florin.bench.crash.CrashDrill.Report;
import florin.bench.drill.Screen;
import florin.bench.provider.HostedProvider;
import florin.bench.service.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin drill crash`. */
@Command(
    name = "crash",
    description = {
      "Inject faults, drawn from a seed, into a service under load, and compare all records at the end.",
      "With --plant, a guard is removed from the service, and the drill must notice that.",
      "Exits with 1 if an invariant was broken, if the time ended before all kills, or if a missing guard was not noticed."
    },
    mixinStandardHelpOptions = true)
public final class CrashCommand implements Callable<Integer> {
  /** The number of concurrent sellers at the provider. */
  private static final int SELLERS = 3;

  private static final int LEAST_MINUTES = 10;

  @Option(
      names = "--kills",
      defaultValue = "10",
      description = "Number of SIGKILLs; other faults are added (default ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--back-within",
      defaultValue = "30",
      description =
          "Maximum seconds from a fault to the first 200, without processor time of other programs (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Option(
      names = "--minutes",
      description = {
        "Minutes after which fault injection stops, even if kills are left",
        "(default: one for each kill, at least 10)."
      })
  private @Nullable Integer minutes;

  @Option(
      names = "--plant",
      description =
          "Remove this guard and check that the drill notices it: ${COMPLETION-CANDIDATES}.")
  private @Nullable PlantedBug plant;

  @Option(names = "--plant-all", description = "Remove each guard, one after the other.")
  private boolean plantAll;

  @Option(
      names = "--control",
      description =
          "With --plant or --plant-all: make the same runs with every guard in place. No invariant may be broken.")
  private boolean control;

  @Mixin private DrillOptions common = new DrillOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Screen screen = Screen.of(spec);
    if (plantAll || plant != null) {
      List<PlantedBug> bugs = plant == null ? Arrays.asList(PlantedBug.values()) : List.of(plant);
      return PlantedRun.all(bugs, control, common.folder(), common.seed(), screen::say) ? 0 : 1;
    }
    return crash(screen);
  }

  private int crash(Screen screen) throws IOException {
    return run(
        new Options(
            kills,
            common.clients(),
            SELLERS,
            Set.of(HostedProvider.Kind.STRIPE),
            EnumSet.allOf(Fault.class),
            Duration.ofSeconds(backWithin),
            most(),
            common.seed(),
            common.folder()),
        screen);
  }

  /**
   * Returns the time limit. A kill with its other faults takes about 10 s; a drill that takes far
   * longer is stuck.
   */
  private Duration most() {
    return Duration.ofMinutes(minutes == null ? Math.max(LEAST_MINUTES, kills) : minutes);
  }

  /** Runs the drill, prints the faults and the invariants, and returns the exit code. */
  static int run(Options options, Screen screen) throws IOException {
    screen.say(
        "%d kills with %d clients that pay by card and %d sellers at a provider, seed %d, load average %.1f"
            .formatted(
                options.kills(),
                options.clients(),
                options.sellers(),
                options.seed(),
                Machine.load()));
    Report report = CrashDrill.run(options, screen::say);
    screen.say("");
    report.faults().forEach((fault, times) -> screen.say("   %,5d × %s".formatted(times, fault)));
    screen.say(
        "the service ended %d times without a signal, and %d starts failed"
            .formatted(report.ownEnds(), report.failedStarts()));
    screen.say("\n" + report.verdict());
    boolean isWhole = report.kills() >= options.kills();
    if (!isWhole) {
      screen.say(
          "The time ended or the drill failed after %d of %d kills."
              .formatted(report.kills(), options.kills()));
    }
    boolean holds = report.verdict().holds();
    screen.say(
        (holds
                ? "Every invariant held in %d kills, seed %d."
                : "BROKEN invariants, see above, in %d kills, seed %d.")
            .formatted(report.kills(), options.seed()));
    return holds && isWhole ? 0 : 1;
  }
}
