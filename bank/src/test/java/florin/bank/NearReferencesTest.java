package florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Suggests the reference that a payer probably meant when the typed one has a mistake. */
class NearReferencesTest {
  private static final CreditorReference MEANT = CreditorReference.of(123_456_789_012L);
  private static final String TEXT = MEANT.text();

  @Test
  void one_mistake_is_corrected_at_any_position() {
    for (int i = 2; i < TEXT.length(); i++) {
      String before = TEXT.substring(0, i);
      String after = TEXT.substring(i + 1);
      char digit = TEXT.charAt(i);
      assertFound(before + (digit == '9' ? '0' : (char) (digit + 1)) + after);
      assertFound(before + 'O' + after);
      assertFound(before + after);
      assertFound(before + digit + digit + after);
      if (i + 1 < TEXT.length()) {
        assertFound(before + TEXT.charAt(i + 1) + digit + TEXT.substring(i + 2));
      }
    }
  }

  private static void assertFound(String typed) {
    assertThat(NearReferences.of("Invoice 7, " + typed + " thank you"))
        .as(typed)
        .contains(MEANT)
        .allMatch(reference -> reference.text().matches("RF[0-9]{14}"))
        .hasSizeLessThan(NearReferences.MOST);
  }

  @Test
  void blanks_lower_case_wrong_check_digits_and_a_missing_rf_are_corrected() {
    assertThat(NearReferences.of(MEANT.formatted().toLowerCase(Locale.ROOT))).contains(MEANT);
    assertThat(NearReferences.of("RF00123456789012")).contains(MEANT);
    assertThat(NearReferences.of(TEXT.substring(2))).contains(MEANT);
  }

  @Test
  void a_mistake_is_corrected_at_the_start_or_the_end_of_the_text() {
    String missing = TEXT.substring(0, 9) + TEXT.substring(10);
    String doubled = TEXT.substring(0, 9) + TEXT.charAt(9) + TEXT.substring(9);

    assertThat(NearReferences.of(missing)).contains(MEANT);
    assertThat(NearReferences.of(doubled)).contains(MEANT);
    assertThat(NearReferences.of(TEXT.substring(0, TEXT.length() - 1))).contains(MEANT);
    assertThat(NearReferences.of("RF? " + missing)).contains(MEANT);
  }

  @Test
  void nothing_is_guessed_that_is_more_than_one_mistake_away() {
    assertThat(NearReferences.of(TEXT)).first().isEqualTo(MEANT);
    String missing = TEXT.substring(0, 9) + TEXT.substring(10);
    assertThat(NearReferences.of(missing))
        .isNotEmpty()
        .allMatch(it -> isOneMore(it.text(), missing));
    String doubled = TEXT.substring(0, 9) + TEXT.charAt(9) + TEXT.substring(9);
    assertThat(NearReferences.of("no " + doubled + " no"))
        .anyMatch(it -> isOneMore(doubled, it.text()));
  }

  private static boolean isOneMore(String longer, String shorter) {
    return longer.length() == shorter.length() + 1
        && IntStream.range(0, longer.length())
            .anyMatch(i -> (longer.substring(0, i) + longer.substring(i + 1)).equals(shorter));
  }

  @Test
  void the_first_twenty_candidates_of_a_text_are_checked() {
    String missing = TEXT.substring(0, 9) + TEXT.substring(10);
    assertThat(NearReferences.of("RF".repeat(19) + missing)).contains(MEANT);
    assertThat(NearReferences.of("RF".repeat(20) + missing)).isEmpty();

    String others = "00000000000000 x ";
    String digits = TEXT.substring(2);
    assertThat(NearReferences.of(others.repeat(19) + digits)).contains(MEANT);
    assertThat(NearReferences.of(others.repeat(20) + digits)).doesNotContain(MEANT);
    assertThat(NearReferences.of("RF".repeat(20) + " xxx " + digits)).isEmpty();
  }

  @Test
  void a_text_without_a_reference_gives_none_and_a_long_one_few() {
    assertThat(NearReferences.of("Thank you for the garden")).isEmpty();
    assertThat(NearReferences.of("")).isEmpty();
    assertThat(NearReferences.of("RF12345678901234 ".repeat(500)))
        .hasSizeLessThanOrEqualTo(NearReferences.MOST);
  }
}
