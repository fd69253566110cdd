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
      "Exits with 1 if the other node doesn't finish them in time, if an event is missing or was never committed, or if the killed node left no deliveries."
    },
    mixinStandardHelpOptions = true)
public final class TakeoverCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "5",
      description = "Seconds of load before the kill (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Mixin private FolderOption folder = new FolderOption();

  @Override
  public Integer call() throws Exception {
    Report report = TakeoverDrill.run(new Options(seconds, folder.path()), System.out::println);
    System.out.printf(
        Locale.ROOT,
        "%nThe killed node left %d deliveries; the last one arrived %.1f s after the kill. %s%n",
        report.left(),
        report.rest().toMillis() / 1000.0,
        report.comparison());
    return report.holds() ? 0 : 1;
  }
}
