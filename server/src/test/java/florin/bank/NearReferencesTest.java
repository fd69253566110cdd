package florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What a payer has typed wrong leads to what may have been meant, and to little else. */
class NearReferencesTest {
  private static final CreditorReference MEANT = CreditorReference.of(123_456_789_012L);
  private static final String TEXT = MEANT.text();

  @Test
  void one_mistake_is_seen_through_wherever_it_is() {
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
        .hasSizeLessThan(NearReferences.MOST);
  }

  @Test
  void blanks_small_letters_wrong_check_digits_and_a_missing_rf_are_seen_through() {
    assertThat(NearReferences.of(MEANT.formatted().toLowerCase(Locale.ROOT))).contains(MEANT);
    assertThat(NearReferences.of("RF00123456789012")).contains(MEANT);
    assertThat(NearReferences.of(TEXT.substring(2))).contains(MEANT);
  }

  @Test
  void a_text_without_a_reference_leads_to_none_and_a_long_one_to_few() {
    assertThat(NearReferences.of("Thank you for the garden")).isEmpty();
    assertThat(NearReferences.of("")).isEmpty();
    assertThat(NearReferences.of("RF12345678901234 ".repeat(500)))
        .hasSizeLessThanOrEqualTo(NearReferences.MOST);
  }
}
