package florin.bank.statement;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.BrokenFile;
import florin.testing.Drills;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads randomly corrupted files. The reader accepts or rejects each within seconds, without other
 * errors.
 */
class StatementFuzzTest {
  private static final int FILES = Drills.areAsked() ? 10_000 : 300;
  private static final Duration MOST_FOR_ONE = Duration.ofSeconds(5);
  private final long seed = Long.getLong("seed", 20261123);

  @ParameterizedTest
  @CsvSource({
    "camt053-08.xml, CAMT_053",
    "camt053-02.xml, CAMT_053",
    "camt054-08.xml, CAMT_054",
    "german.sta, MT940",
    "dutch.sta, MT940"
  })
  void a_damaged_file_is_read_or_rejected_without_other_errors(
      String name, StatementFormat format) {
    byte[] whole = Told.resource(name);
    int refused = 0;
    for (int file = 0; file < FILES; file++) {
      byte[] broken = BrokenFile.of(whole, new Random(seed + file));
      long begin = System.nanoTime();
      try {
        Told.of(broken, format);
      } catch (StatementException expected) {
        refused++;
        assertThat(expected.getMessage()).isNotBlank().hasSizeLessThan(300);
        assertThat(expected.place()).startsWith("line ").hasSizeLessThan(200);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + (seed + file) + " of " + name, e);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(MOST_FOR_ONE);
      StatementFormat.detect(broken);
    }

    assertThat(refused).as("rejected files of %s", FILES).isBetween(FILES / 10, FILES);
  }
}
