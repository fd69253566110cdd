package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares a table that the code generates with a file, so that a reviewer sees each change line by
 * line. Run the test with `-Dtables.record=true` to write the file.
 */
public final class GoldenTable {
  private static final Path FOLDER = Path.of("src/test/resources/tables");
  private static final boolean RECORD = Boolean.getBoolean("tables.record");

  private GoldenTable() {}

  /** Asserts that the file has exactly these lines. */
  public static void assertKept(String file, List<String> lines) {
    Path path = FOLDER.resolve(file);
    try {
      if (RECORD) {
        Files.createDirectories(FOLDER);
        Files.write(path, lines);
      }
      assertThat(lines).as("%s", path).isEqualTo(Files.readAllLines(path));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
