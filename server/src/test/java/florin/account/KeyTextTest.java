package florin.account;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller.KeyKind;
import florin.core.Mode;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyTextTest {
  private final SecureRandom random = new SecureRandom();

  @Test
  void every_kind_and_mode_has_its_prefix_and_is_read_back() {
    for (KeyKind kind : KeyKind.values()) {
      for (Mode mode : Mode.values()) {
        KeyText made = KeyText.make(kind, mode, random);
        KeyText read = KeyText.parse(made.reveal()).orElseThrow();
        assertThat(made.reveal()).startsWith(KeyText.prefix(kind, mode)).hasSize(38);
        assertThat(read).hasToString(KeyText.prefix(kind, mode) + "…" + made.last4());
        assertThat(read.hash()).isEqualTo(made.hash());
      }
    }
  }

  @Test
  void any_mistyped_character_is_noticed() {
    String text = KeyText.make(KeyKind.SECRET, Mode.TEST, random).reveal();
    for (int i = 0; i < text.length(); i++) {
      char other = text.charAt(i) == 'x' ? 'y' : 'x';
      String mistyped = text.substring(0, i) + other + text.substring(i + 1);
      assertThat(KeyText.parse(mistyped)).as("position %d", i).isEmpty();
    }
    assertThat(KeyText.parse(text.substring(1))).isEmpty();
    assertThat(KeyText.parse(text + "0")).isEmpty();
  }

  @Test
  void no_two_are_alike_and_none_prints_itself() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      KeyText key = KeyText.make(KeyKind.SECRET, Mode.LIVE, random);
      assertThat(seen.add(key.reveal())).isTrue();
      assertThat(key.toString()).doesNotContain(key.reveal().substring(8, 30));
    }
  }
}
