package florin.bench.crash;

import florin.bench.crash.FailoverDrill.FailoverOptions;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** `./florin drill failover`. */
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

  @Option(
      names = "--clients",
      defaultValue = "8",
      description = "Clients that pay by cards (default ${DEFAULT-VALUE}).")
  private int clients;

  @Option(names = "--seed", description = "Of the work of the clients (default: a new one).")
  private @Nullable Long seed;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    var options =
        new FailoverOptions(
            Duration.ofSeconds(seconds),
            clients,
            Duration.ofSeconds(backWithin),
            !asynchronous,
            seed == null ? ThreadLocalRandom.current().nextLong() : seed,
            folder.path());
    out.printf(
        "a fail-over under %d clients, commits %s the standby, seed %d, load average %.1f%n",
        clients, asynchronous ? "do not wait for" : "wait for", options.seed(), Machine.load());
    Verdict verdict = FailoverDrill.run(options, line -> println(out, line));
    println(out, "\n" + verdict);
    println(
        out,
        verdict.holds()
            ? "Every promise was kept."
            : "NOT KEPT, as above, seed %d.".formatted(options.seed()));
    return verdict.holds() ? 0 : 1;
  }

  private static void println(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
