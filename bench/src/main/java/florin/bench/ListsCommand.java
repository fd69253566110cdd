package florin.bench;

import florin.bench.service.DataFolder;
import florin.bench.service.FolderOption;
import florin.bench.service.Machine;
import florin.bench.service.ServiceProcess;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements `./florin bench lists`. */
@Command(
    name = "lists",
    description = "List payments by each filter, with few and with many payments stored.",
    mixinStandardHelpOptions = true)
final class ListsCommand implements Callable<Integer> {
  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description =
          "Number of payments that counts as many (default ${DEFAULT-VALUE}); 10000 counts as few.")
  private long rows;

  @Mixin private FolderOption folder = new FolderOption();

  @Override
  public Integer call() throws Exception {
    try (DataFolder data = DataFolder.create(folder.path());
        ServiceProcess service = ServiceProcess.start(data, FullRun.UNLIMITED)) {
      System.out.println(Machine.of(service));
      var comparison = ListComparison.take(service, Plan.full(rows), System.err::println);
      System.out.println(Measurement.table(comparison.lines()).text());
      System.out.print(Goal.table(comparison.goals()).text());
    }
    return 0;
  }
}
