package florin.bench;

import florin.bench.rows.Stock;
import florin.bench.service.DataFolder;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin bench retrieve`. */
@Command(
    name = "retrieve",
    description = "Retrieve randomly chosen payments by id.",
    mixinStandardHelpOptions = true)
final class RetrieveCommand implements Callable<Integer> {
  @Mixin private LoadOptions options = new LoadOptions();

  @Option(
      names = "--rows",
      defaultValue = "50000",
      description = "Number of stored payments (default ${DEFAULT-VALUE}).")
  private long rows;

  @Override
  public Integer call() throws Exception {
    try (DataFolder folder = DataFolder.create(options.folder());
        ServiceProcess service = ServiceProcess.start(folder, options.environment())) {
      System.out.print(Machine.of(service));
      Stock.of(service, rows).fillTo(rows);
      return options.measure(Retrieval.ofStored(service), service);
    }
  }
}
