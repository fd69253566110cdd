package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import florin.branding.Accent;
import florin.page.Pages;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The texts of pages and mails for payers, in every language. */
class PhrasebookTest {
  private static final Pattern PLACE = Pattern.compile("\\{[0-9]}");

  @ParameterizedTest
  @EnumSource
  void every_language_has_every_phrase_with_the_same_placeholders(Language language)
      throws IOException {
    Properties file = read(language);
    assertThat(new TreeSet<>(file.stringPropertyNames()))
        .containsExactlyElementsOf(
            new TreeSet<>(Stream.of(Phrase.values()).map(Phrase::key).toList()));
    for (Phrase phrase : Phrase.values()) {
      assertThat(places(file.getProperty(phrase.key())))
          .as(phrase.key())
          .isEqualTo(places(read(Language.EN).getProperty(phrase.key())));
    }
  }

  @Test
  void a_language_uses_its_own_words() throws IOException {
    Properties english = read(Language.EN);
    for (Language language : List.of(Language.DE, Language.FR, Language.ES)) {
      Properties file = read(language);
      assertThat(
              Stream.of(Phrase.values())
                  .filter(phrase ->
                      file.getProperty(phrase.key()).equals(english.getProperty(phrase.key()))))
          .as(language.text())
          .isSubsetOf(Phrase.TOTAL, Phrase.PIECES, Phrase.OPTIONAL, Phrase.LABELED);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "EN | Z | November 27, 2026, 23:05 UTC",
        "EN | America/New_York | November 27, 2026, 18:05 EST",
        "DE | UTC | 27. November 2026, 23:05 UTC",
        "DE | Europe/Berlin | 28. November 2026, 00:05 MEZ",
        "FR | Europe/Paris | 28 novembre 2026, 00:05 CET",
        "ES | Europe/Madrid | 28 de noviembre de 2026, 00:05 CET",
      })
  void a_time_is_written_as_in_the_language_and_zone(Language language, String zone, String text) {
    Instant at = Instant.parse("2026-11-27T23:05:59Z");

    assertThat(Phrasebook.in(language).time(at, ZoneId.of(zone))).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "de | DE",
        "de-CH, fr;q=0.9 | DE",
        "it, es;q=0.5, en;q=0.7 | EN",
        "fr;q=0, es | ES",
        "zh | EN",
        "'' | EN",
        ";;;= | EN",
      })
  void a_browser_gets_its_first_supported_language(String header, Language spoken) {
    assertThat(Language.ofHeader(Optional.of(header))).isEqualTo(spoken);
  }

  @ParameterizedTest
  @CsvSource({
    "#ffffff, #000000",
    "#000000, #ffffff",
    "#1D4ED8, #ffffff",
    "ffd400, #000000",
    "#777777, #000000",
  })
  void text_on_an_accent_color_is_readable(String typed, String textOn) {
    assertThat(Accent.parse(typed).orElseThrow().textOn()).isEqualTo(textOn);
  }

  @Test
  void an_accent_sets_a_color_and_no_other_style() {
    assertThat(Accent.parse("red")).isEmpty();
    assertThat(Accent.parse("#fff")).isEmpty();
    assertThat(Accent.parse("#ffffff;}body{display:none")).isEmpty();
    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> new Accent("#FFFFFF"));
  }

  private static Properties read(Language language) throws IOException {
    var file = new Properties();
    file.load(new StringReader(Pages.read(Phrasebook.class, language.text() + ".properties")));
    return file;
  }

  private static List<String> places(String text) {
    return PLACE.matcher(text).results().map(MatchResult::group).sorted().toList();
  }
}
