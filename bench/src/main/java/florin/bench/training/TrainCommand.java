package florin.bench.training;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the AOT cache at the end of the build. It is not meant for operators. */
@Command(
    name = "train",
    description =
        "Have the JVM write down what it loads and learns in a short life of the service, on a temporary folder.",
    hidden = true,
    mixinStandardHelpOptions = true)
public final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "The cache that it leaves.")
  private Path cache = Path.of("");

  @Override
  public Integer call() throws IOException {
    Training.run(cache);
    return 0;
  }
}
