package florin.bank.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Reads public sample files: {@code test/data} of {@code genkgo/camt} and {@code mt940_tests} of
 * {@code wolph/mt940}. Florin may not redistribute them. To run this test, copy them to {@code
 * server/target/bank-samples}.
 */
@Tag("drill")
class PublicSamplesTest {
  private static final Path SAMPLES = Path.of("target/bank-samples");

  @Test
  void public_samples_are_read_or_rejected_with_a_reason() throws IOException {
    assumeThat(Files.isDirectory(SAMPLES)).as("%s has no samples", SAMPLES).isTrue();
    List<Path> files;
    try (Stream<Path> all = Files.walk(SAMPLES)) {
      files =
          all.filter(path -> path.toString().matches(".*\\.(xml|sta)|.*/mt940[^/]*\\.txt"))
              .sorted()
              .toList();
    }
    Map<String, String> said = new TreeMap<>();
    int read = 0;
    for (Path path : files) {
      byte[] file = Files.readAllBytes(path);
      StatementFormat format =
          StatementFormat.detect(file)
              .orElse(
                  path.toString().endsWith(".xml")
                      ? StatementFormat.CAMT_053
                      : StatementFormat.MT940);
      if (format == StatementFormat.MT940) {
        file = ofAnIban(file);
      }
      try {
        List<Told> told = Told.of(file, format);
        read++;
        said.put(
            path.toString(),
            "%d statements, %d entries"
                .formatted(told.size(), told.stream().mapToInt(it -> it.entries().size()).sum()));
      } catch (StatementException refused) {
        assertThat(refused.getMessage()).isNotBlank();
        said.put(
            path.toString(),
            "refused: %s: %s (%s)"
                .formatted(refused.kind(), refused.getMessage(), refused.place()));
      }
    }
    said.forEach((path, what) -> System.out.println(path + ": " + what));
    System.out.printf("%d of %d files read%n", read, files.size());
    assertThat(read).isPositive();
  }

  /**
   * Replaces the account numbers with an IBAN. Most samples have older numbers, which Florin
   * rejects.
   */
  private static byte[] ofAnIban(byte[] file) {
    return new String(file, StandardCharsets.ISO_8859_1)
        .replaceAll("(?m)^:25P?:.*$", ":25:DE89370400440532013000")
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
