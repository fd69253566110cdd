package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import florin.core.ErrorCode;
import florin.core.Refusal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class StrictJsonTest {
  @Test
  void no_bytes_are_an_empty_object() {
    assertThat(Json.object(new byte[0]).isEmpty()).isTrue();
  }

  @Test
  void values_keep_their_exact_form() {
    ObjectNode read =
        object(
            """
            {"i": 1, "big": 123456789012345678901234567890, "f": 0.10, "e": 1e3, "t": true, "n": null,
             "s": "ü \\u00fc \\ud83d\\ude00 😀 \\n", "a": [1, [2]], "o": {"x": {}}}
            """);

    assertThat(read.get("i").isIntegralNumber()).isTrue();
    assertThat(read.get("big").bigIntegerValue())
        .isEqualTo(new BigInteger("123456789012345678901234567890"));
    assertThat(read.get("f").decimalValue()).isEqualTo("0.10");
    assertThat(read.get("e").isIntegralNumber()).isFalse();
    assertThat(read.get("t").booleanValue()).isTrue();
    assertThat(read.get("n").isNull()).isTrue();
    assertThat(read.get("s").stringValue()).isEqualTo("ü ü 😀 😀 \n");
    assertThat(read.get("a").toString()).isEqualTo("[1,[2]]");
    assertThat(read.get("o").toString()).isEqualTo("{\"x\":{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{",
        "{\"a\"",
        "{\"a\":}",
        "{\"a\":1,}",
        "{'a':1}",
        "{a:1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":1.}",
        "{\"a\":NaN}",
        "{\"a\":1E9012345678901234567890}",
        "{\"a\":1e-2147483649}",
        "{\"a\":Infinity}",
        "{\"a\":tru}",
        "{\"a\":1} x",
        "{}{}",
        "{} []",
        "{\"a\":1/*c*/}",
        "{\"a\":1}//c",
        "#c\n{}",
        "{\"a\":\"\t\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":[1,]}",
        "{\"a\":[1 2]}",
        "\uFEFF{}",
        "   ",
        "{\"a\":1,\"a\":1}",
        "{\"o\":{\"b\":1,\"c\":2,\"b\":null}}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"a\":\"x\\u0000\"}",
        "{\"\\u0000\":1}",
        "{\"a\":\"\\ud800\"}",
        "{\"a\":\"\\udc00\\ud800\"}",
        "{\"\\udfff\":1}",
        "{\"a\":\"\\ud83dx\"}",
      })
  void lenient_json_is_rejected(String text) {
    assertThat(refusal(text.getBytes(StandardCharsets.UTF_8)).problem().code())
        .isEqualTo(ErrorCode.INVALID_JSON);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7b2261223a22ff227d", // a byte that UTF-8 never uses
        "7b2261223a22c081227d", // an overlong encoding
        "7b2261223a22eda080227d", // a surrogate encoded in UTF-8
        "7b2261223a22f4908080227d", // a code point past U+10FFFF
        "7b2261223a22c3", // a truncated character
        "feff007b007d", // UTF-16
      })
  void invalid_utf8_is_rejected(String hex) {
    assertThat(refusal(HexFormat.of().parseHex(hex)).problem().code())
        .isEqualTo(ErrorCode.INVALID_JSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "1", "\"text\"", "true", "null", "[{}]"})
  void a_body_other_than_an_object_is_an_invalid_parameter(String text) {
    assertThat(refusal(text.getBytes(StandardCharsets.UTF_8)).problem().code())
        .isEqualTo(ErrorCode.PARAMETER_INVALID);
  }

  @Test
  void thirty_two_levels_are_parsed_and_one_more_is_rejected() {
    assertThat(object(nested(32)).has("a")).isTrue();
    assertThat(message(nested(33))).contains("nested deeper than 32");
    assertThat(message("[".repeat(100_000))).contains("nested deeper than 32");
  }

  @Test
  void a_number_of_a_hundred_digits_is_parsed_and_a_longer_one_is_rejected() {
    assertThat(object("{\"a\":" + "9".repeat(100) + "}").get("a").isIntegralNumber()).isTrue();
    assertThat(message("{\"a\":" + "9".repeat(101) + "}")).contains("not valid JSON");
    assertThat(object("{\"a\":1e999999999}").get("a").isIntegralNumber()).isFalse();
  }

  @Test
  void a_message_names_the_place_and_nothing_of_the_contents() {
    assertThat(message("{\n  \"number\": \"4242424242424242\",\n  \"x\": 4242x\n}"))
        .startsWith("The request body is not valid JSON: ")
        .contains("line 3")
        .doesNotContain("4242");
    assertThat(message("{\"secret\":1,\"secret\":2}"))
        .isEqualTo(
            "The request body is not valid JSON: an object has the same key twice at line 1, column 13.");
  }

  private static String nested(int levels) {
    return "{\"a\":".repeat(levels - 1) + "{}" + "}".repeat(levels - 1);
  }

  private static ObjectNode object(String text) {
    return Json.object(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String message(String text) {
    return refusal(text.getBytes(StandardCharsets.UTF_8)).problem().message();
  }

  private static Refusal refusal(byte[] body) {
    return catchThrowableOfType(Refusal.class, () -> Json.object(body));
  }
}
