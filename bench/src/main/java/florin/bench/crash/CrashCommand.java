package florin.bench.crash;

import florin.bench.crash.CrashDrill.Options;
import florin.bench.crash.CrashDrill.Report;
import florin.bench.drill.Screen;
import florin.bench.service.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
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
      "Let everything happen to a service that sells, faults drawn by a seed, and hold all books against each other in the end.",
      "With --plant a safeguard is taken out of the service, and the drill has to find that.",
      "Exit code 1 when a promise was not kept, when the time was over before all kills had come, or when a planted bug was not found."
    },
    mixinStandardHelpOptions = true)
public final class CrashCommand implements Callable<Integer> {
  /** The number of concurrent sellers at the provider. */
  private static final int SELLERS = 3;

  private static final int LEAST_MINUTES = 10;

  @Option(
      names = "--kills",
      defaultValue = "10",
      description =
          "How often to kill something with SIGKILL; other faults come besides (default ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--back-within",
      defaultValue = "30",
      description =
          "Seconds from a fault to the first 200 that are allowed, without those that other programs take of the machine (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Option(
      names = "--minutes",
      description = {
        "After so many no more faults come, however many kills are left",
        "(default: one for each kill, 10 at least)."
      })
  private @Nullable Integer minutes;

  @Option(
      names = "--plant",
      description = "Take this safeguard out, and see it missed: ${COMPLETION-CANDIDATES}.")
  private @Nullable PlantedBug plant;

  @Option(names = "--plant-all", description = "The same with each of them, one after the other.")
  private boolean plantAll;

  @Option(
      names = "--control",
      description =
          "With --plant or --plant-all: the same runs with every safeguard in its place. No promise may be broken then.")
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
        "%d kills under %d clients who pay by cards and %d who sell at a provider, seed %d, load average %.1f"
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
        "the service ended %d times by itself, and %d starts failed"
            .formatted(report.ownEnds(), report.failedStarts()));
    screen.say("\n" + report.verdict());
    boolean isWhole = report.kills() >= options.kills();
    if (!isWhole) {
      screen.say(
          "The time was over, or the drill could not go on: %d of %d kills came."
              .formatted(report.kills(), options.kills()));
    }
    boolean holds = report.verdict().holds();
    screen.say(
        (holds
                ? "Every promise was kept in %d kills, seed %d."
                : "NOT KEPT, as above, in %d kills, seed %d.")
            .formatted(report.kills(), options.seed()));
    return holds && isWhole ? 0 : 1;
  }
}
