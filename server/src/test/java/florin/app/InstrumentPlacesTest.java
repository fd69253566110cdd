package florin.app;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import florin.instrument.Instrument;
import florin.testing.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Ensures that a new kind of payment method isn't forgotten: without it, the code doesn't compile
 * or a test here fails.
 */
class InstrumentPlacesTest {
  /**
   * With a choice through `instanceof`, a new kind would take the wrong branch without an error.
   */
  @Test
  void every_choice_between_instruments_is_a_switch_over_all_of_them() throws IOException {
    var choice =
        Pattern.compile(
            "instanceof ("
                + Stream.of(Instrument.class.getPermittedSubclasses())
                    .map(Class::getSimpleName)
                    .collect(joining("|"))
                + ")\\b");
    var found = new TreeSet<String>();
    for (Path source : Sources.all()) {
      if (source.toString().matches(".*\\.(java|jte)")
          && choice.matcher(Files.readString(source)).find()) {
        found.add(source.toString());
      }
    }

    assertThat(found).isEmpty();
  }

  @Test
  void the_log_of_requests_knows_every_type() throws IOException {
    List<String> types = Stream.of(Instrument.Type.values()).map(Instrument.Type::text).toList();
    List<List<String>> lists =
        Files.readString(Path.of("src/main/java/florin/app/LoggedFields.java"))
            .lines()
            .map(line -> List.of(line.strip().split(" +")))
            .filter(words -> words.contains("word") && words.contains("bank_transfer"))
            .toList();

    assertThat(lists).isNotEmpty().allSatisfy(words -> assertThat(words).containsAll(types));
  }
}
