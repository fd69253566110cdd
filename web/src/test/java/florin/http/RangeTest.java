package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.ErrorCode;
import florin.http.Format.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

class RangeTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Range ALL = Range.of(Long.MIN_VALUE, Long.MAX_VALUE);

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-7, -7",
    "007, 7",
    "9223372036854775807, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808"
  })
  void an_integer_is_read_from_a_text_of_at_most_19_digits(String text, long value) {
    assertThat(ALL.read(NODES.stringNode(text), true)).isEqualTo(Reading.good(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-", "--1", "1-", "+1", "1.0", "1e3", "0x1", "\u0661", "00000000000000000001"})
  void any_other_text_is_not_a_range(String text) {
    assertThat(ALL.read(NODES.stringNode(text), true))
        .isEqualTo(Reading.wrong("must be an integer."));
  }

  @Test
  void a_range_has_both_of_its_ends() {
    Range one = Range.of(5, 5);

    assertThat(one.read(NODES.numberNode(5), false)).isEqualTo(Reading.good(5L));
    assertThat(one.read(NODES.numberNode(4), false))
        .isEqualTo(Reading.wrong("must be at least 5."));
    assertThat(one.read(NODES.numberNode(6), false)).isEqualTo(Reading.wrong("must be at most 5."));
    assertThatThrownBy(() -> Range.of(6, 5)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_range_with_a_description_or_its_own_codes_declares_it() {
    Range amount =
        Range.of(1, 9)
            .described("an amount")
            .refusedWith(ErrorCode.AMOUNT_TOO_SMALL, ErrorCode.AMOUNT_TOO_LARGE);

    assertThat(amount.read(NODES.numberNode(0), false))
        .isEqualTo(Reading.wrong(ErrorCode.AMOUNT_TOO_SMALL, "must be at least 1."));
    assertThat(amount.read(NODES.numberNode(10), false))
        .isEqualTo(Reading.wrong(ErrorCode.AMOUNT_TOO_LARGE, "must be at most 9."));
    assertThat(amount.read(NODES.stringNode("5"), false))
        .isEqualTo(Reading.wrong("must be an amount; got a string."));
    assertThat(Range.of(1, 9).described("a month").read(NODES.numberNode(0), false))
        .isEqualTo(Reading.wrong("must be a month."));
  }
}
