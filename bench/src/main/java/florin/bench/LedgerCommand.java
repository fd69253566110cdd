package florin.bench;

import florin.bench.Pairs.Side;
import florin.bench.load.HttpLoad.Limits;
import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import florin.db.Db;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin bench ledger`. */
@Command(
    name = "ledger",
    description = {
      "Make card payments with the ledger on, and without it, alternately on one service. Print the ratio of each pair, and the median.",
      "The goal is a rate of at least 0.97 with the ledger."
    },
    mixinStandardHelpOptions = true)
final class LedgerCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 64;

  @Option(
      names = "--pairs",
      defaultValue = "8",
      description = "Measurements of both sides (default ${DEFAULT-VALUE}).")
  private int pairs;

  @Option(
      names = "--seconds",
      defaultValue = "12",
      description = "Seconds of each measurement (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "45",
      description =
          "Seconds of load before the measurement, for the JIT compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    var commandLine = Objects.requireNonNull(spec).commandLine();
    if (pairs < 1 || seconds < 1 || warmUp < 0) {
      throw new ParameterException(
          commandLine, "--pairs and --seconds must be at least 1, --warm-up at least 0.");
    }
    try (DataFolder data = DataFolder.create(folder.path());
        ServiceProcess service = ServiceProcess.start(data, FullRun.UNLIMITED);
        var db = new Db(data.database())) {
      System.out.print(Machine.of(service));
      var payments = new PaymentsScenario("", true);
      var on = new LedgerScenario(payments, db, true);
      var off = new LedgerScenario(payments, db, false);
      on.run(service, limits(warmUp));
      Limits limits = limits(seconds);
      Pairs taken =
          Pairs.take(pairs, new Side(on, service, limits), new Side(off, service, limits));
      System.out.print(
          Measurement.table(
                  List.of(Measurement.median(taken.ours()), Measurement.median(taken.others())))
              .text());
      System.out.print(
          line("payments per second, ledger on / off", taken.ratios(m -> m.tally().perSecond())));
      System.out.print(
          line("CPU per payment, ledger on / off", taken.ratios(Measurement::servedMicros)));
      System.out.print(
          line("WAL bytes per payment, ledger on / off", taken.ratios(Measurement::walBytes)));
      return 0;
    }
  }

  private static Limits limits(int seconds) {
    return new Limits(CONNECTIONS, Duration.ofSeconds(seconds), Long.MAX_VALUE);
  }

  private static String line(String what, List<Double> ratios) {
    List<String> sorted =
        ratios.stream().sorted().map(ratio -> String.format(Locale.ROOT, "%.3f", ratio)).toList();
    return String.format(
        Locale.ROOT, "%s: %.3f, from %s%n", what, Pairs.median(ratios), String.join(" ", sorted));
  }
}
