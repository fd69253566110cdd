package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MaskedNameTest {
  private static final String EMOJI = "\uD83D\uDE00";

  @Test
  void a_name_of_64_characters_is_shown_and_of_a_longer_one_the_beginning() {
    assertThat(MaskedName.of("a".repeat(64))).isEqualTo("a".repeat(64));
    assertThat(MaskedName.of("a".repeat(65))).isEqualTo("a".repeat(64) + "…");
    assertThat(MaskedName.of(EMOJI.repeat(64))).isEqualTo(EMOJI.repeat(64));
    assertThat(MaskedName.of(EMOJI.repeat(65))).isEqualTo(EMOJI.repeat(64) + "…");
  }

  @Test
  void possible_card_numbers_and_invisible_characters_are_masked() {
    assertThat(MaskedName.of("card 4242 4242-4242 4242 x")).isEqualTo("card … x");
    assertThat(MaskedName.of("1234567")).isEqualTo("1234567");
    assertThat(MaskedName.of("a\nb")).isEqualTo("a\uFFFDb");
  }

  /** Florin checks the first 256 characters of a name and never splits a character. */
  @Test
  void text_after_a_long_number_is_checked_up_to_a_limit() {
    String digits = "1".repeat(250);

    assertThat(MaskedName.of(digits + "abcdef")).isEqualTo("…abcdef");
    assertThat(MaskedName.of(digits + "abcdefg")).isEqualTo("…abcdef");
    assertThat(MaskedName.of(digits + "abcd" + EMOJI)).isEqualTo("…abcd" + EMOJI);
    assertThat(MaskedName.of(digits + "abcd" + EMOJI + "x")).isEqualTo("…abcd" + EMOJI);
    assertThat(MaskedName.of(digits + "abcde" + EMOJI)).isEqualTo("…abcde");
  }
}
