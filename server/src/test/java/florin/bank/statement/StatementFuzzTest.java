package florin.bank.statement;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Drills;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are broken at random: each is refused or read, soon, and nothing else happens. */
class StatementFuzzTest {
  private static final int FILES = Drills.areAsked() ? 10_000 : 300;
  private static final Duration MOST_FOR_ONE = Duration.ofSeconds(5);
  private static final List<String> PIECES =
      List.of(
          "<",
          ">",
          "&",
          "]]>",
          "<!--",
          "<![CDATA[",
          "<?",
          "&#0;",
          "&#xD800;",
          "\u0000",
          "\uFFFF",
          "<Ntry>",
          "</Ntry>",
          "<Amt Ccy=\"EUR\">",
          "99999999999999999999",
          "-1",
          "1e9",
          "\n:61:",
          "\n:86:",
          "\n:62F:C261123EUR1,00",
          "\n-\n",
          "{4:",
          "?20",
          "?99",
          "?",
          "/REMI/",
          "EREF+",
          "C",
          "RD",
          "C261199EUR1,",
          "xmlns=\"\"",
          "\u00e4",
          "\r",
          "/",
          "//",
          ",",
          "RF18");

  private final long seed = Long.getLong("seed", 20261123);

  @ParameterizedTest
  @CsvSource({
    "camt053-08.xml, CAMT_053",
    "camt053-02.xml, CAMT_053",
    "camt054-08.xml, CAMT_054",
    "german.sta, MT940",
    "dutch.sta, MT940"
  })
  void a_broken_file_is_refused_or_read_and_nothing_else(String name, StatementFormat format) {
    byte[] whole = Told.resource(name);
    int refused = 0;
    for (int file = 0; file < FILES; file++) {
      byte[] broken = broken(whole, new Random(seed + file));
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

    assertThat(refused).as("refused of %s", FILES).isBetween(FILES / 10, FILES);
  }

  private static byte[] broken(byte[] whole, Random random) {
    byte[] file = whole.clone();
    for (int left = random.nextInt(1, 5); left > 0 && file.length > 0; left--) {
      int at = random.nextInt(file.length);
      file =
          switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(file, at);
            case 1 -> joined(file, at, new byte[] {(byte) random.nextInt(256)}, at + 1);
            case 2 -> {
              int end = Math.min(file.length, at + random.nextInt(1, 200));
              yield joined(file, at, new byte[0], end);
            }
            case 3 -> {
              int from = random.nextInt(file.length);
              int to = Math.min(file.length, from + random.nextInt(1, 500));
              yield joined(file, at, Arrays.copyOfRange(file, from, to), at);
            }
            default -> {
              String piece = PIECES.get(random.nextInt(PIECES.size()));
              yield joined(file, at, piece.getBytes(StandardCharsets.UTF_8), at);
            }
          };
    }
    return file;
  }

  private static byte[] joined(byte[] file, int before, byte[] between, int after) {
    int rest = Math.max(0, file.length - after);
    byte[] joined = Arrays.copyOf(file, before + between.length + rest);
    System.arraycopy(between, 0, joined, before, between.length);
    System.arraycopy(file, file.length - rest, joined, before + between.length, rest);
    return joined;
  }
}
