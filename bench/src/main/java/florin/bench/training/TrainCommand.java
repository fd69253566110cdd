package florin.bench.training;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the AOT cache at the end of the build. It is not meant for operators. */
@Command(
    name = "train",
    description = "Run the service for a short time on a temporary folder, and write an AOT cache.",
    hidden = true,
    mixinStandardHelpOptions = true)
public final class TrainCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Path of the AOT cache.")
  private Path cache = Path.of("");

  @Override
  public Integer call() throws IOException {
    Training.run(cache);
    return 0;
  }
}
