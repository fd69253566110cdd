package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** `./florin bench start`. */
@Command(
    name = "start",
    description =
        "Time from the launch to the first 200: on an empty folder, after kill -9 under load, after a clean stop.",
    mixinStandardHelpOptions = true)
final class StartCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "10",
      description = "How long to make payments before the kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private FolderOption folder = new FolderOption();

  @Override
  public Integer call() throws Exception {
    try (DataFolder data = DataFolder.create(folder.path())) {
      Start first = Start.of(data, FullRun.UNLIMITED);
      Start.killUnderLoad(first.service(), Duration.ofSeconds(seconds));
      System.out.print(Goal.table(Start.goals(data, first)).text());
    }
    return 0;
  }
}
