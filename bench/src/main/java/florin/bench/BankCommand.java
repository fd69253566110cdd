package florin.bench;

import florin.bench.service.FolderOption;
import java.nio.file.Path;
import java.time.Duration;
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

/** Implements `./florin bench bank`. */
@Command(
    name = "bank",
    description = {
      "Measure the cost of a bank statement's entry, from the file to the succeeded payment, and the delay of concurrent card payments.",
      "Payments are created through the API, and statements are imported from the watch folder. The run takes about ten minutes and 3 GB."
    },
    mixinStandardHelpOptions = true)
final class BankCommand implements Callable<Integer> {
  private static final int MOST_ENTRIES = 100_000;

  @Option(
      names = "--entries",
      defaultValue = "100000",
      description = "Entries in each statement (default ${DEFAULT-VALUE}, which is the maximum).")
  private int entries;

  @Option(
      names = "--rate",
      defaultValue = "100",
      description =
          "Card payments per second, alone and during a statement's import (default ${DEFAULT-VALUE}); 0 to skip them.")
  private int rate;

  @Option(
      names = "--seconds",
      defaultValue = "30",
      description = "Seconds of card payments alone (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "20",
      description =
          "Seconds of card payments before the measurement, for the JIT compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description =
          "Write a JFR recording of the service while it imports and matches a statement, and print a CPU profile.")
  private @Nullable Path profile;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    var commandLine = Objects.requireNonNull(spec).commandLine();
    if (entries < 1 || entries > MOST_ENTRIES || rate < 0 || seconds < 1 || warmUp < 1) {
      throw new ParameterException(
          commandLine,
          "--entries must be from 1 to %d, --rate at least 0, --seconds and --warm-up at least 1."
              .formatted(MOST_ENTRIES));
    }
    var plan =
        new BankRun.BankPlan(
            entries,
            rate,
            Duration.ofSeconds(seconds),
            Duration.ofSeconds(warmUp),
            Optional.ofNullable(profile));
    var run =
        new BankRun(
            plan,
            folder.path(),
            step -> {
              commandLine.getErr().println("… " + step);
              commandLine.getErr().flush();
            });
    commandLine.getOut().print(run.run());
    commandLine.getOut().flush();
    return 0;
  }
}
