package florin.bench.service;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option `--folder` of commands that start services. */
public final class FolderOption {
  @Option(
      names = "--folder",
      defaultValue = "${sys:java.io.tmpdir}",
      description =
          "Parent of the temporary data folders. Its disk is part of the measurement (default ${DEFAULT-VALUE}).")
  private Path folder = Path.of("");

  public Path path() {
    return folder;
  }
}
