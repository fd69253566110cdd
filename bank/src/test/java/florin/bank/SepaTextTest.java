package florin.bank;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SepaTextTest {
  private static final String TAKEN =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+";

  @Test
  void letters_that_every_bank_accepts_are_unchanged() {
    assertThat(SepaText.of(TAKEN, "DE", TAKEN.length())).isEqualTo(TAKEN);
  }

  /** Tests ASCII only, because its symbols have one table of replacements. */
  @Test
  void any_other_ascii_character_becomes_a_similar_one_or_a_point() {
    for (char c = '!'; c <= '~'; c++) {
      if (TAKEN.indexOf(c) < 0) {
        String written = SepaText.of("a" + c + "b", "DE", 70);
        assertThat(written).as("%c", c).matches("a([-+,.']|\\(at\\))b");
      }
    }
  }
}
