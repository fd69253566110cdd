package florin.bench;

import florin.bench.jdbc.PlainPayments;
import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** `./florin bench jdbc`. */
@Command(
    name = "jdbc",
    description = {
      "Run the statements of a payment by plain JDBC, without HTTP and without grouping: what the service is held against.",
      "They are heard at the driver of a Florin in this process; each connection of --connections runs them one after the other."
    },
    mixinStandardHelpOptions = true)
final class JdbcCommand implements Callable<Integer> {
  @Mixin private LoadOptions options = new LoadOptions();

  @Override
  public Integer call() throws Exception {
    try (DataFolder folder = DataFolder.create(options.folder());
        ServiceProcess service = ServiceProcess.start(folder, options.environment())) {
      System.out.print(Machine.of(service));
      PlainPayments payments = PlainPayments.of(folder);
      System.out.println("  " + payments.description());
      return options.measure(new PlainScenario(payments), service);
    }
  }
}
