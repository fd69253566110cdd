package florin.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TotpTest {
  private static final String SECRET =
      Base32.encode("12345678901234567890".getBytes(StandardCharsets.US_ASCII));

  /** RFC 6238, appendix B: the last six of the eight digits in its table. */
  @ParameterizedTest
  @CsvSource({
    "59, 287082",
    "1111111109, 081804",
    "1111111111, 050471",
    "1234567890, 005924",
    "2000000000, 279037",
    "20000000000, 353130"
  })
  void codes_are_those_of_the_standard(long second, String code) {
    assertThat(Totp.code(SECRET, Totp.step(Instant.ofEpochSecond(second)))).isEqualTo(code);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void a_clock_off_by_one_step_is_accepted(long off) {
    Instant now = Instant.ofEpochSecond(1_234_567_890);
    long step = Totp.step(now) + off;

    assertThat(Totp.match(SECRET, Totp.code(SECRET, step), now)).hasValue(step);
  }

  @ParameterizedTest
  @ValueSource(longs = {-2, 2})
  void a_clock_off_by_more_steps_is_rejected(long off) {
    Instant now = Instant.ofEpochSecond(1_234_567_890);

    assertThat(Totp.match(SECRET, Totp.code(SECRET, Totp.step(now) + off), now)).isEmpty();
  }

  /** RFC 4648, section 10. */
  @ParameterizedTest
  @CsvSource({
    "f, MY",
    "fo, MZXQ",
    "foo, MZXW6",
    "foob, MZXW6YQ",
    "fooba, MZXW6YTB",
    "foobar, MZXW6YTBOI"
  })
  void base_32_is_that_of_the_standard(String text, String encoded) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);

    assertThat(Base32.encode(bytes)).isEqualTo(encoded);
    assertThat(Base32.decode(encoded)).isEqualTo(bytes);
  }

  @Test
  void nothing_and_zeros_are_base_32_too() {
    assertThat(Base32.encode(new byte[0])).isEmpty();
    assertThat(Base32.encode(new byte[10])).isEqualTo("A".repeat(16));
    assertThat(Base32.decode("A".repeat(16))).isEqualTo(new byte[10]);
  }

  @Test
  void invalid_base_32_is_rejected() {
    assertThatThrownBy(() -> Base32.decode("MZ1")).isInstanceOf(IllegalArgumentException.class);
  }
}
