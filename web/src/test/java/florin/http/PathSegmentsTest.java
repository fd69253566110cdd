package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathSegmentsTest {
  @ParameterizedTest
  @ValueSource(strings = {"/", "/v2/payments", "/a/", "/~", "/!", "/..a/b..", "/%2e"})
  void a_path_without_ambiguity_is_plain(String path) {
    assertThat(PathSegments.isPlain(path)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "a", "//", "/a//b", "/.", "/..", "/a/./b", "/a/..", "/a;b", "/a\\b", "/a b", "/\u007f",
        "/\u00e9"
      })
  void a_path_that_readers_read_differently_is_not(String path) {
    assertThat(PathSegments.isPlain(path)).isFalse();
  }

  @Test
  void segments_are_decoded_one_by_one() {
    assertThat(PathSegments.decode("/v2/payments").orElseThrow()).containsExactly("v2", "payments");
    assertThat(PathSegments.decode("/a%20b/%C3%A9/+").orElseThrow())
        .containsExactly("a b", "é", "+");
    assertThat(PathSegments.decode("/").orElseThrow()).containsExactly("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%2f", "/%2e%2e", "/%5c", "/%3b", "/%25", "/%00", "/%0a", "/%7f", "/%", "/%2", "/%2g",
        "/%g2", "/%ff", "/%c3"
      })
  void a_malformed_escape_or_one_that_hides_a_separator_is_rejected(String path) {
    assertThat(PathSegments.decode(path)).isEmpty();
  }

  @Test
  void a_plus_is_a_blank_in_forms_only() {
    assertThat(Percent.decode("a+b%2B%41", true)).contains("a b+A");
    assertThat(Percent.decode("a+b%2B%41", false)).contains("a+b+A");
    assertThat(Percent.decode("\u007f", false)).contains("\u007f");
    assertThat(Percent.decode("%C2\u0080", false)).isEmpty();
  }
}
