package florin.account;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller.KeyKind;
import florin.core.Mode;
import florin.core.Sha256;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeyTextTest {
  private final SecureRandom random = new SecureRandom();

  @Test
  void every_kind_and_mode_has_its_prefix_and_is_parsed() {
    for (KeyKind kind : KeyKind.values()) {
      for (Mode mode : Mode.values()) {
        KeyText made = KeyText.make(kind, mode, random);
        KeyText read = KeyText.parse(made.reveal()).orElseThrow();
        assertThat(made.reveal())
            .startsWith(KeyText.prefix(kind, mode))
            .hasSize(38)
            .matches("[a-z]{2}_[a-z]{4}_[A-Za-z0-9]{30}");
        assertThat(read).hasToString(KeyText.prefix(kind, mode) + "…" + made.last4());
        assertThat(read.hash()).isEqualTo(made.hash());
      }
    }
  }

  /** Another implementation of CRC-32 (Python's) computed the checksums of these keys. */
  @Test
  void known_keys_are_read_and_no_key_with_another_prefix() {
    KeyText secret = KeyText.parse("sk_test_0123456789abcdefghijABCD4QGnzA").orElseThrow();
    assertThat(secret.last4()).isEqualTo("GnzA");
    assertThat(secret).hasToString("sk_test_…GnzA");
    assertThat(secret.hash()).isEqualTo(Sha256.of(secret.reveal()));
    assertThat(KeyText.parse("pk_live_ZYXWVUTSRQPONMLKJIHGFEDC3jCMyF")).isPresent();
    assertThat(KeyText.parse("rk_test_0123456789abcdefghijABCD00NXSA")).isPresent();
    assertThat(KeyText.parse("xk_test_0123456789abcdefghijABCD41F5JP"))
        .as("a prefix that Florin does not use")
        .isEmpty();
    assertThat(KeyText.prefix(KeyKind.SECRET, Mode.LIVE)).isEqualTo("sk_live_");
    assertThat(KeyText.prefix(KeyKind.PUBLISHABLE, Mode.TEST)).isEqualTo("pk_test_");
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
  void all_keys_differ_and_none_prints_itself() {
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      KeyText key = KeyText.make(KeyKind.SECRET, Mode.LIVE, random);
      assertThat(seen.add(key.reveal())).isTrue();
      assertThat(key.toString()).doesNotContain(key.reveal().substring(8, 30));
    }
  }
}
