package florin.bench.crash;

import florin.bench.crash.FailoverDrill.FailoverOptions;
import florin.bench.drill.Screen;
import florin.bench.service.Machine;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin drill failover`. */
@Command(
    name = "failover",
    description = {
      "Kill a PostgreSQL with SIGKILL while clients pay, promote its standby, and check that no acknowledged operation is lost.",
      "Exits with 1 if an invariant was broken."
    },
    mixinStandardHelpOptions = true)
public final class FailoverCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "Seconds of payments before the kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--back-within",
      defaultValue = "30",
      description =
          "Maximum seconds from the promotion to the next payment (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Option(
      names = "--asynchronous",
      description =
          "Commits don't wait for the standby, which is 2 s behind at the kill. The drill then shows the losses and exits with 1.")
  private boolean asynchronous;

  @Mixin private DrillOptions common = new DrillOptions();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    Screen screen = Screen.of(spec);
    var options =
        new FailoverOptions(
            Duration.ofSeconds(seconds),
            common.clients(),
            Duration.ofSeconds(backWithin),
            !asynchronous,
            common.seed(),
            common.folder());
    screen.say(
        "a failover with %d clients, commits %s the standby, seed %d, load average %.1f"
            .formatted(
                common.clients(),
                asynchronous ? "don't wait for" : "wait for",
                options.seed(),
                Machine.load()));
    Verdict verdict = FailoverDrill.run(options, screen::say);
    screen.say("\n" + verdict);
    screen.say(
        verdict.holds()
            ? "Every invariant held."
            : "BROKEN invariants, see above, seed %d.".formatted(options.seed()));
    return verdict.holds() ? 0 : 1;
  }
}
