package florin.bench.fuzz;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Inputs that are stored with the sources, in a folder for each target. Valid examples are the
 * start of a search; inputs of earlier findings are named after the finding.
 */
final class FuzzCases {
  private static final String FOLDER = "florin/bench/fuzz/";

  private FuzzCases() {}

  /**
   * An input.
   *
   * @param name its file name
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record FuzzCase(String name, byte[] input) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Returns the inputs of a target, sorted by name. */
  static List<FuzzCase> of(FuzzTarget target) throws IOException {
    var resource =
        URI.create(requireNonNull(FuzzCases.class.getResource(target.toString())).toString());
    if (resource.getScheme().equals("file")) {
      return read(Path.of(resource));
    }
    try (var jar = FileSystems.newFileSystem(code())) {
      return read(jar.getPath(FOLDER + target));
    }
  }

  /** Returns the jar or the folder of this program's classes. */
  static Path code() {
    return Path.of(FuzzCases.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  private static List<FuzzCase> read(Path folder) throws IOException {
    var cases = new ArrayList<FuzzCase>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        cases.add(new FuzzCase(file.getFileName().toString(), Files.readAllBytes(file)));
      }
    }
    return List.copyOf(cases);
  }
}
