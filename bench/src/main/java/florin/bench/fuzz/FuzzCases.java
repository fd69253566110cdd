package florin.bench.fuzz;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Inputs that are kept with the sources, a folder for each target: good examples, from which a
 * search begins, and what one has found, by the name of what it shows.
 */
final class FuzzCases {
  private static final String FOLDER = "florin/bench/fuzz/";

  private FuzzCases() {}

  /**
   * @param name of its file
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares inputs
  record FuzzCase(String name, byte[] input) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** In the order of their names. */
  static List<FuzzCase> of(FuzzTarget target) throws IOException {
    Path code = code();
    if (Files.isDirectory(code)) {
      return read(code.resolve(FOLDER + target));
    }
    try (var jar = FileSystems.newFileSystem(code)) {
      return read(jar.getPath(FOLDER + target));
    }
  }

  /** Where our classes are: a jar, or a folder. */
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
