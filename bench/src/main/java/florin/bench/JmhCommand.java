package florin.bench;

import florin.bench.micro.HotParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Implements `./florin bench jmh`. */
@Command(
    name = "jmh",
    description =
        "Measure the hot parts of a payment in isolation, each in a separate process: JSON, ids, keys, cryptography.",
    mixinStandardHelpOptions = true)
final class JmhCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      defaultValue = "1",
      description =
          "Seconds of an iteration; there are five, after three for the warm-up (default ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--forks",
      defaultValue = "1",
      description =
          "Processes for each part (default ${DEFAULT-VALUE}); 0 to run in the command's own process.")
  private int forks;

  @Override
  public Integer call() throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(HotParts.class.getName() + "\\..*")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .warmupIterations(3)
            .warmupTime(TimeValue.seconds(seconds))
            .measurementIterations(5)
            .measurementTime(TimeValue.seconds(seconds))
            .forks(forks)
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    var rows = new ArrayList<List<String>>();
    for (RunResult run : new Runner(options).run()) {
      Result<?> result = run.getPrimaryResult();
      rows.add(
          List.of(
              result.getLabel(),
              String.format(Locale.ROOT, "%,.0f", result.getScore()),
              String.format(Locale.ROOT, "± %,.0f", result.getScoreError())));
    }
    System.out.print(new Table(List.of("", "ns each", "99.9 %"), rows).text());
    return 0;
  }
}
