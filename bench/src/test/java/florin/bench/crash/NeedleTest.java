package florin.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NeedleTest {
  private static final String DIGITS = "424242771903";
  private static final Needle NEEDLE = new Needle(DIGITS);

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void digits_are_found_in_every_spelling_at_any_place() {
    for (String before : new String[] {"", "a", "ab", "abc"}) {
      byte[] plain = ascii(before + DIGITS + "0017 and more");
      assertThat(NEEDLE.isIn(plain)).isTrue();
      assertThat(NEEDLE.isIn((before + DIGITS).getBytes(StandardCharsets.UTF_16LE))).isTrue();
      assertThat(NEEDLE.isIn(ascii(HexFormat.of().formatHex(plain)))).isTrue();
      assertThat(NEEDLE.isIn(ascii(Base64.getEncoder().encodeToString(plain)))).isTrue();
    }
  }

  @Test
  void other_digits_and_random_bytes_are_not_found() {
    assertThat(NEEDLE.isIn(ascii("4242 4277 1903"))).isFalse();
    assertThat(NEEDLE.isIn(ascii("42424277190"))).isFalse();
    byte[] noise = new byte[1 << 20];
    new SplittableRandom(1).nextBytes(noise);
    assertThat(NEEDLE.isIn(noise)).isFalse();
  }

  @Test
  void digits_across_the_border_of_two_parts_are_found() throws Exception {
    for (int at = (1 << 16) - DIGITS.length(); at <= 1 << 16; at++) {
      byte[] bytes = new byte[(1 << 17) + 5];
      System.arraycopy(ascii(DIGITS), 0, bytes, at, DIGITS.length());
      assertThat(NEEDLE.isIn(new ByteArrayInputStream(bytes))).as("at %d", at).isTrue();
    }
  }
}
