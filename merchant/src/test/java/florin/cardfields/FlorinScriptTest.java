package florin.cardfields;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FlorinScriptTest {
  private static final String TEXT = new String(FlorinScriptApi.BYTES, StandardCharsets.UTF_8);

  @Test
  void it_has_at_most_eight_kilobytes() {
    assertThat(FlorinScriptApi.BYTES.length).isBetween(1_000, 8 << 10);
  }

  @Test
  void it_has_the_texts_of_each_language_and_no_comment() {
    assertThat(TEXT)
        .contains("\"de\":{", "Ihre Bank bittet Sie", "Votre banque", "Su banco", "Your bank")
        .doesNotContain("__WORDS__", "/*");
  }

  @Test
  void its_tag_has_its_hash() {
    assertThat(FlorinScriptApi.tag("https://pay.example/"))
        .isEqualTo(
            "<script src=\"https://pay.example/js/"
                + FlorinScriptApi.HASH
                + "/florin.js\" integrity=\""
                + FlorinScriptApi.INTEGRITY
                + "\" crossorigin=\"anonymous\"></script>")
        .matches(".*sha384-[A-Za-z0-9+/]{64}\".*");
  }
}
