package florin.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.Iban.IbanFault;
import florin.core.Iban.IbanFault.Kind;
import florin.testing.Stdnum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IbanTest {
  private static final String GERMAN = "DE89370400440532013000";
  private static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DE89 3704 0044 0532 0130 00",
        "de89370400440532013000",
        "GB82-WEST-1234-5698-7654-32",
        "NO93 8601 1117 947",
        "MT84 MALT 0110 0001 2345 MTLC AST0 01S",
        "FR14 2004 1010 0505 0001 3M02 606",
        "CH93 0076 2011 6238 5295 7"
      })
  void is_parsed_in_every_common_notation(String typed) {
    assertThat(Iban.find(typed)).isPresent();
    assertThat(Iban.check(typed)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', CHARACTERS",
    "DE, CHARACTERS",
    "DE89_37040044, CHARACTERS",
    "ZZ8937040044, COUNTRY",
    "DE8937040044053201300, LENGTH",
    "DE8937040044053201300A, STRUCTURE",
    "DE89370400440532013001, CHECK_DIGITS",
    "DE89370400440532010300, CHECK_DIGITS"
  })
  void an_invalid_iban_reports_the_reason(String typed, Kind kind) {
    assertThat(Iban.find(typed)).isEmpty();
    assertThat(Iban.check(typed).map(IbanFault::kind)).contains(kind);
  }

  @Test
  void an_oversized_text_is_not_parsed_and_never_quoted() {
    String blanks = " ".repeat(100 - GERMAN.length());
    assertThat(Iban.find(GERMAN + blanks)).isPresent();
    assertThat(Iban.find(GERMAN + blanks + " ")).isEmpty();
    assertThat(Iban.check("DE".repeat(100_000)).map(IbanFault::kind)).contains(Kind.CHARACTERS);
    assertThat(Iban.check("DE8937040044053201300").orElseThrow().message())
        .isEqualTo("An IBAN of DE has 22 characters, not 21.");
  }

  @Test
  void is_shown_in_groups_and_logged_by_its_end() {
    var iban = new Iban(GERMAN);

    assertThat(iban.formatted()).isEqualTo("DE89 3704 0044 0532 0130 00");
    assertThat(iban.last4()).isEqualTo("3000");
    assertThat(iban.country()).isEqualTo("DE");
    assertThat(iban.domestic()).isEqualTo("370400440532013000");
    assertThat(iban).hasToString("DE •••• 3000");
    assertThatThrownBy(() -> new Iban("de89 3704")).isInstanceOf(IllegalArgumentException.class);
  }

  /** Changes one digit or swaps two, in valid and invalid IBANs. */
  @Test
  void agrees_with_another_library_on_every_text() throws Exception {
    var random = new Random(1);
    var texts = new ArrayList<String>();
    for (String right : List.of(GERMAN, "NL91ABNA0417164300", "FR1420041010050500013M02606")) {
      for (int i = 0; i < 200; i++) {
        var text = new StringBuilder(right);
        int at = random.nextInt(2, right.length());
        text.setCharAt(at, LETTERS.charAt(random.nextInt(i % 2 == 0 ? 10 : LETTERS.length())));
        texts.add(text.toString());
      }
    }
    List<Boolean> theirs =
        Stdnum.ask(
                "from stdnum import iban\nfor line in sys.stdin: print(iban.is_valid(line.strip(), check_country=False))",
                texts)
            .stream()
            .map(line -> line.equals("True"))
            .toList();

    assertThat(IntStream.range(0, texts.size()).filter(i -> theirs.get(i)).count())
        .isGreaterThan(20);
    for (int i = 0; i < texts.size(); i++) {
      assertThat(Iban.find(texts.get(i)).isPresent()).as(texts.get(i)).isEqualTo(theirs.get(i));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "COBADEFFXXX, true",
    "abna nl 2a, true",
    "COBADEFFXX, false",
    "COBA1EFF, false",
    "'', false"
  })
  void a_bic_has_eight_or_eleven_characters(String typed, boolean right) {
    assertThat(Bic.find(typed).isPresent()).isEqualTo(right);
    Bic.find(typed).ifPresent(bic -> assertThat(bic).hasToString(bic.text()));
    assertThat(Bic.find("cobadeffxxx").map(Bic::country)).isEqualTo(Optional.of("DE"));
  }
}
