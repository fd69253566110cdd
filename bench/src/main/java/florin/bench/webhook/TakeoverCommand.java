package florin.bench.webhook;

import florin.bench.service.FolderOption;
import florin.bench.webhook.TakeoverDrill.Options;
import florin.bench.webhook.TakeoverDrill.Report;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin drill takeover`. */
@Command(
    name = "takeover",
    description = {
      "Kill one of two nodes while both deliver, and check that the other finishes its deliveries within a lease.",
      "Exit code 1 when it did not, when an event is missing or one came that was never committed, or when the dead node left nothing to finish."
    },
    mixinStandardHelpOptions = true)
public final class TakeoverCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "How long to make customers before the kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private FolderOption folder = new FolderOption();

  @Override
  public Integer call() throws Exception {
    Report report = TakeoverDrill.run(new Options(seconds, folder.path()), System.out::println);
    System.out.printf(
        Locale.ROOT,
        "%nAfter the kill %d deliveries were left; the last of them came %.1f s after it. %s%n",
        report.left(),
        report.rest().toMillis() / 1000.0,
        report.comparison());
    return report.holds() ? 0 : 1;
  }
}
