package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin bench start`. */
@Command(
    name = "start",
    description = {
      "Measure the time from the launch to the first 200: on an empty folder, after kill -9 under load, after a clean stop.",
      "With --rounds, also compare the payment rate of the first ten seconds with that of a warm JVM."
    },
    mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "Seconds of payments before the kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--rounds",
      defaultValue = "0",
      description =
          "Starts with measured payments, each of which takes a minute (default ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--warm-up",
      defaultValue = "35",
      description = "Seconds of load until the JVM counts as warm (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    try (DataFolder data = DataFolder.create(folder.path())) {
      Start first = Start.of(data, FullRun.UNLIMITED);
      Start.killUnderLoad(first.service(), Duration.ofSeconds(seconds));
      var goals = new ArrayList<>(Start.goals(data, first));
      if (rounds > 0) {
        Duration load = Duration.ofSeconds(warmUp);
        goals.addAll(
            Warming.goals(Warming.take(data, rounds, load, line -> err.println("… " + line))));
      }
      System.out.print(Goal.table(goals).text());
    }
    return 0;
  }
}
