package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Implements `./florin bench dashboard`. */
@Command(
    name = "dashboard",
    description = {
      "Measure every page of the dashboard, with few and with many payments stored.",
      "Each page should take at most 100 ms (the median) and 200 KB. Exits with 1 if a page was wrong."
    },
    mixinStandardHelpOptions = true)
final class DashboardCommand implements Callable<Integer> {
  /** Retention is long enough to keep all generated rows. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "FLORIN_RATE_LIMIT", "off", "FLORIN_EVENTS_KEPT", "3650", "FLORIN_REQUESTS_KEPT", "90");

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Number of payments that counts as many (default ${DEFAULT-VALUE}).")
  private long rows;

  @Option(
      names = "--few",
      defaultValue = "10000",
      description = "Number of payments that counts as few (default ${DEFAULT-VALUE}).")
  private long few;

  @Option(
      names = "--times",
      defaultValue = "50",
      description = "Visits of each page (default ${DEFAULT-VALUE}).")
  private int times;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    var commandLine = Objects.requireNonNull(spec).commandLine();
    PrintWriter out = commandLine.getOut();
    PrintWriter err = commandLine.getErr();
    try (DataFolder data = DataFolder.create(folder.path());
        ServiceProcess service = ServiceProcess.start(data, SETTINGS)) {
      out.println(Machine.of(service));
      double before = Machine.load();
      var comparison =
          DashboardComparison.take(
              service,
              few,
              rows,
              times,
              step -> {
                err.println("… " + step);
                err.flush();
              });
      out.print(comparison.text());
      out.printf(Locale.ROOT, "%nLoad average %.1f before, %.1f after%n", before, Machine.load());
      out.flush();
    }
    return 0;
  }
}
