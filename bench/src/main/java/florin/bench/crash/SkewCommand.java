package florin.bench.crash;

import florin.bench.agent.Rewrite;
import florin.bench.crash.SkewDrill.SkewOptions;
import florin.bench.drill.Screen;
import florin.bench.service.Machine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin drill skew`. */
@Command(
    name = "skew",
    description = {
      "Step the clock of one of two nodes, ahead and back, while clients pay. Check that it accepts no work until its clock is right, and that no work is lost or duplicated.",
      "Exits with 1 if an invariant was broken."
    },
    mixinStandardHelpOptions = true)
public final class SkewCommand implements Callable<Integer> {
  /** The guards that keep a node idle: the common one, and the ones for jobs and for requests. */
  private static final List<Rewrite> SAFEGUARDS =
      List.of(Rewrite.NODE_FITNESS, Rewrite.RESTING_LOOPS, Rewrite.RESTING_DOOR);

  @Option(
      names = "--steps",
      defaultValue = "4",
      description = "Number of clock steps (default ${DEFAULT-VALUE}).")
  private int steps;

  @Option(
      names = "--idle-seconds",
      defaultValue = "8",
      description = "Seconds during which the node must do nothing (default ${DEFAULT-VALUE}).")
  private int idleSeconds;

  @Option(
      names = "--plant",
      paramLabel = "BUG",
      description =
          "Remove a guard, which the drill must notice: node-fitness, resting-loops or resting-door.")
  private @Nullable String plant;

  @Mixin private DrillOptions common = new DrillOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Screen screen = Screen.of(spec);
    var options =
        new SkewOptions(
            steps,
            Duration.ofSeconds(idleSeconds),
            common.clients(),
            Optional.ofNullable(plant).map(this::safeguard),
            common.seed(),
            common.folder());
    screen.say(
        "%d clock steps with %d clients%s, seed %d, load average %.1f"
            .formatted(
                steps,
                common.clients(),
                options.without().map(bug -> ", without " + bug).orElse(""),
                options.seed(),
                Machine.load()));
    Verdict verdict = SkewDrill.run(options, screen::say);
    screen.say("\n" + verdict);
    screen.say(
        verdict.holds()
            ? "Every invariant held."
            : "BROKEN invariants, see above, seed %d.".formatted(options.seed()));
    return verdict.holds() ? 0 : 1;
  }

  private Rewrite safeguard(String name) {
    return SAFEGUARDS.stream()
        .filter(one -> one.toString().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new ParameterException(
                Objects.requireNonNull(spec).commandLine(),
                "Unknown guard %s. The guards are %s."
                    .formatted(
                        name,
                        SAFEGUARDS.stream()
                            .map(Rewrite::toString)
                            .collect(Collectors.joining(", ")))));
  }
}
