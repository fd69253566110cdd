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
      "Kill a PostgreSQL with SIGKILL while clients pay, promote its standby, and check that nothing is lost that was acknowledged.",
      "Exit code 1 when a promise was not kept."
    },
    mixinStandardHelpOptions = true)
public final class FailoverCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "How long to pay before the kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--back-within",
      defaultValue = "30",
      description =
          "Seconds from the promotion to the next payment that are allowed (default ${DEFAULT-VALUE}).")
  private int backWithin;

  @Option(
      names = "--asynchronous",
      description =
          "Commits do not wait for the standby, which is 2 s behind at the kill: shows what is lost then, and exits with 1.")
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
        "a fail-over under %d clients, commits %s the standby, seed %d, load average %.1f"
            .formatted(
                common.clients(),
                asynchronous ? "do not wait for" : "wait for",
                options.seed(),
                Machine.load()));
    Verdict verdict = FailoverDrill.run(options, screen::say);
    screen.say("\n" + verdict);
    screen.say(
        verdict.holds()
            ? "Every promise was kept."
            : "NOT KEPT, as above, seed %d.".formatted(options.seed()));
    return verdict.holds() ? 0 : 1;
  }
}
