package florin.bank;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.testing.Stdnum;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditorReferenceTest {
  private static final CreditorReference KNOWN = new CreditorReference("RF18539007547034");
  private static final String LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  @Test
  void gets_its_check_digits() {
    assertThat(CreditorReference.of("539007547034")).isEqualTo(KNOWN);
    assertThat(KNOWN.formatted()).isEqualTo("RF18 5390 0754 7034");
    assertThatThrownBy(() -> new CreditorReference("RF19539007547034"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CreditorReference.of("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void numbers_have_references_of_one_length_and_no_duplicates() {
    var references =
        new Random(2).longs(500, 0, 1_000_000_000_000L).mapToObj(CreditorReference::of).toList();

    assertThat(references)
        .allSatisfy(it -> assertThat(it.text()).hasSize(16))
        .doesNotHaveDuplicates();
    assertThatThrownBy(() -> CreditorReference.of(1_000_000_000_000L))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void the_first_and_last_number_and_the_shortest_and_longest_body_are_valid() {
    assertThat(CreditorReference.of(0).text()).matches("RF[0-9]{2}000000000000");
    assertThat(CreditorReference.of(999_999_999_999L).text()).matches("RF[0-9]{2}9{12}");
    assertThatThrownBy(() -> CreditorReference.of(-1)).isInstanceOf(IllegalArgumentException.class);
    for (String body : List.of("A", "Z", "0", "9", "AZ09", "Z".repeat(21))) {
      CreditorReference reference = CreditorReference.of(body);
      assertThat(CreditorReference.find(reference.formatted())).contains(reference);
      assertThat(CreditorReference.scan("for " + reference.formatted())).contains(reference);
      assertThat(reference).hasToString(reference.text());
    }
    assertThatThrownBy(() -> CreditorReference.of("A".repeat(22)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void only_ascii_letters_and_digits_are_part_of_a_reference() {
    String signs = "/:@[`{\u00e9\u0663";

    assertThat(CreditorReference.find(String.join(signs, KNOWN.text().split("")))).contains(KNOWN);
  }

  @Test
  void a_text_of_the_length_that_is_scanned_may_be_one_and_a_longer_one_may_not() {
    String blanks = " ".repeat(CreditorReference.MAX_SCAN - KNOWN.text().length());

    assertThat(CreditorReference.find(KNOWN.text() + blanks)).contains(KNOWN);
    assertThat(CreditorReference.find(KNOWN.text() + blanks + " ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RF18539007547034",
        "Invoice RF18 5390 0754 7034 thank you",
        "rf18 5390 0754 7034",
        "REF/RF18/5390/0754/7034/",
        "RF18 5390 0754 703\n4 vielen Dank",
        "+++RF18-5390-0754-7034+++",
        "RFRF18539007547034RF",
        "RF1 RF18 5390 0754 7034"
      })
  void is_found_in_text_as_banks_change_it(String text) {
    assertThat(CreditorReference.scan(text)).contains(KNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "RF", "RF18", "Order 17", "RF19 5390 0754 7034", "18539007547034"})
  void is_not_found_in_other_text(String text) {
    assertThat(CreditorReference.scan(text)).doesNotContain(KNOWN);
    assertThat(CreditorReference.find(text)).isEmpty();
  }

  @Test
  void a_text_is_scanned_up_to_a_length_and_a_number_of_references() {
    String all =
        new Random(3)
            .longs(100, 0, 1_000_000_000_000L)
            .mapToObj(number -> CreditorReference.of(number).text())
            .collect(joining(" "));

    assertThat(CreditorReference.scan(all)).hasSize(CreditorReference.MAX_FOUND);
    assertThat(CreditorReference.scan(" ".repeat(CreditorReference.MAX_SCAN) + KNOWN)).isEmpty();
    assertThat(CreditorReference.scan("RF".repeat(2_000_000))).isEmpty();
  }

  /**
   * The scan finds every reference that Florin issued, wherever the surrounding text has blanks and
   * words.
   */
  @Test
  void none_is_missed_in_any_surrounding_text() {
    var random = new Random(4);
    for (int i = 0; i < 2_000; i++) {
      var reference = CreditorReference.of(random.nextLong(1_000_000_000_000L));
      var text = new StringBuilder("zahlung ");
      for (char c : reference.text().toCharArray()) {
        text.append(random.nextBoolean() ? Character.toLowerCase(c) : c);
        text.append(" ".repeat(random.nextInt(2)));
      }
      text.append(random.nextBoolean() ? " DANKE 2026" : "");

      assertThat(CreditorReference.scan(text.toString())).as(text.toString()).contains(reference);
    }
  }

  @Test
  void agrees_with_another_library_on_every_text() throws Exception {
    var random = new Random(5);
    var texts = new ArrayList<String>();
    for (int i = 0; i < 1_000; i++) {
      var body = new StringBuilder();
      for (int left = random.nextInt(1, 22); left > 0; left--) {
        body.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
      }
      var reference = new StringBuilder(CreditorReference.of(body.toString()).text());
      if (i % 3 == 0) {
        reference.setCharAt(
            random.nextInt(4, reference.length()), LETTERS.charAt(random.nextInt(10)));
      }
      texts.add(reference.toString());
    }
    List<String> theirs =
        Stdnum.ask(
            "from stdnum import iso11649\nfor line in sys.stdin: print(iso11649.is_valid(line.strip()))",
            texts);

    assertThat(theirs).contains("True", "False");
    for (int i = 0; i < texts.size(); i++) {
      assertThat(CreditorReference.find(texts.get(i)).isPresent())
          .as(texts.get(i))
          .isEqualTo(theirs.get(i).equals("True"));
    }
  }
}
