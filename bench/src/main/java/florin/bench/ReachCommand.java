package florin.bench;

import florin.bench.service.FolderOption;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements `./florin bench reach`. */
@Command(
    name = "reach",
    description = {
      "Measure the cost of a payment, and compare it with three plain inserts over JDBC on the same PostgreSQL.",
      "Both sides of a comparison are measured alternately, and the median of the pairs counts. The run takes about ten minutes and 10 GB."
    },
    mixinStandardHelpOptions = true)
final class ReachCommand implements Callable<Integer> {
  @Option(
      names = "--pairs",
      defaultValue = "3",
      description =
          "Measurements of both sides (default ${DEFAULT-VALUE}; 5 for recorded results).")
  private int pairs;

  @Option(
      names = "--seconds",
      defaultValue = "8",
      description = "Seconds of each measurement (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      defaultValue = "45",
      description =
          "Seconds of load before the measurement, for the JIT compiler (default ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description =
          "Number of stored payments that counts as many (default ${DEFAULT-VALUE}); 0 to skip that part.")
  private long rows;

  @Option(names = "--markdown", description = "Print Markdown tables.")
  private boolean markdown;

  @Mixin private FolderOption folder = new FolderOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    var commandLine = Objects.requireNonNull(spec).commandLine();
    if (pairs < 1 || seconds < 1 || warmUp < 0 || rows < 0) {
      throw new ParameterException(
          commandLine,
          "--pairs and --seconds must be at least 1, --warm-up and --rows at least 0.");
    }
    var plan =
        new ReachRun.Plan(pairs, Duration.ofSeconds(seconds), Duration.ofSeconds(warmUp), rows);
    var run = new ReachRun(plan, folder.path(), step -> commandLine.getErr().println("… " + step));
    Report report = run.run();
    commandLine.getOut().print(markdown ? report.markdown() : report.text());
    commandLine.getOut().flush();
    return 0;
  }
}
