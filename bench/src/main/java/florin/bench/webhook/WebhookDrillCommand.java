package florin.bench.webhook;

import florin.bench.service.FolderOption;
import florin.bench.webhook.Arrivals.Comparison;
import florin.bench.webhook.WebhookDrill.Options;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin drill webhooks`. */
@Command(
    name = "webhooks",
    description = {
      "Kill a service with SIGKILL while it delivers, start it again, and check that every event arrived.",
      "Exits with 1 if an event is missing or was never committed."
    },
    mixinStandardHelpOptions = true)
public final class WebhookDrillCommand implements Callable<Integer> {
  @Option(
      names = "--rounds",
      defaultValue = "100",
      description = "Number of kills (default ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--seconds-per-round",
      defaultValue = "2",
      description = "Seconds of load before each kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private FolderOption folder = new FolderOption();

  @Override
  public Integer call() throws Exception {
    Comparison report =
        WebhookDrill.run(new Options(rounds, seconds, folder.path()), System.out::println);
    System.out.printf(Locale.ROOT, "%n%d kills, %s%n", rounds, report);
    return report.holds() ? 0 : 1;
  }
}
