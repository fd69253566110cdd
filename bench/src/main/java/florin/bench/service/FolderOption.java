package florin.bench.service;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option `--folder` of commands that start services. */
public final class FolderOption {
  @Option(
      names = "--folder",
      defaultValue = "${sys:java.io.tmpdir}",
      description =
          "Where to make temporary data folders: their disk is measured too (default ${DEFAULT-VALUE}).")
  private Path folder = Path.of("");

  public Path path() {
    return folder;
  }
}
