package florin.bench;

import florin.bench.load.HttpLoad.Limits;
import florin.bench.rows.Expired;
import florin.bench.rows.Expired.Left;
import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Implements `./florin bench retention`. It measures alternately, so that a change of the machine's
 * speed affects both sides.
 */
@Command(
    name = "retention",
    description =
        "Measure payments without and with the concurrent deletion of old events, deliveries, attempts and keys.",
    mixinStandardHelpOptions = true)
final class RetentionCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 64;
  private static final double KEPT = 0.9;

  @Option(
      names = "--turns",
      defaultValue = "3",
      description = "Measurements of both (default ${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--seconds",
      defaultValue = "12",
      description = "Seconds of each measurement (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--expired",
      defaultValue = "100000",
      description = "Events and keys to delete in each turn (default ${DEFAULT-VALUE}).")
  private int expired;

  @Mixin private FolderOption folder = new FolderOption();

  private final Scenario payments = new PaymentsScenario("", true);
  private final List<Measurement> undisturbed = new ArrayList<>();
  private final List<Measurement> disturbed = new ArrayList<>();

  /**
   * The number of deleted keys over all turns. Retention scans the table of keys, so a short turn
   * may find none.
   */
  private long keysGone;

  @Override
  public Integer call() throws Exception {
    try (DataFolder data = DataFolder.create(folder.path());
        ServiceProcess service = ServiceProcess.start(data, FullRun.UNLIMITED);
        Connection connection = data.database().connect()) {
      System.out.println(Machine.of(service));
      var old = new Expired(connection);
      payments.run(service, limits());
      for (int turn = 1; turn <= turns; turn++) {
        undisturbed.add(Measurement.take(payments, service, limits()).requireNoErrors());
        disturbed.add(besideRetention(service, old));
      }
    }
    if (keysGone == 0) {
      throw new IOException("no expired key was deleted");
    }
    System.out.println();
    System.out.print(Goal.table(List.of(goal())).text());
    return 0;
  }

  private Measurement besideRetention(ServiceProcess service, Expired old)
      throws IOException, SQLException {
    long now = System.currentTimeMillis();
    old.add(expired, now);
    Left before = old.left(now);
    Measurement measured =
        Measurement.take(
                new PaymentsScenario(" while old rows are deleted", true), service, limits())
            .requireNoErrors();
    Left after = old.left(now);
    Left gone = after.since(before);
    keysGone += gone.keys();
    if (gone.least() == 0 || after.events() == 0) {
      throw new IOException(
          "retention didn't run during the whole measurement: before %s, after %s"
              .formatted(before, after));
    }
    System.out.printf(
        Locale.ROOT,
        "  %,.0f payments/s without and %,.0f with deletion of %,d events, %,d deliveries, %,d attempts and %,d keys per second%n",
        undisturbed.getLast().tally().perSecond(),
        measured.tally().perSecond(),
        gone.events() / seconds,
        gone.deliveries() / seconds,
        gone.attempts() / seconds,
        gone.keys() / seconds);
    old.clear(now);
    return measured;
  }

  private Goal goal() {
    return Goal.rate(
        "payments while old rows are deleted, median of " + turns,
        Measurement.median(disturbed),
        Measurement.median(undisturbed),
        KEPT);
  }

  private Limits limits() {
    return new Limits(CONNECTIONS, Duration.ofSeconds(seconds), Long.MAX_VALUE);
  }
}
