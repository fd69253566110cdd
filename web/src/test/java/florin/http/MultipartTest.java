package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.Form.FormValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Forms with a file: those that browsers send, and malformed ones. */
class MultipartTest {
  private static final String TYPE = "multipart/form-data; boundary=b";

  @Test
  void texts_and_files_are_separated() {
    Multipart form =
        parse(
                text("name", "Zoë & Söhne")
                    + text("empty", "")
                    + file("logo", "a\r\n--c\r\nb")
                    + end())
            .orElseThrow();

    assertThat(form.texts())
        .containsExactly(new FormValue("name", "Zoë & Söhne"), new FormValue("empty", ""));
    assertThat(form.files().get("logo"))
        .isEqualTo("a\r\n--c\r\nb".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_file_field_without_a_file_is_absent() {
    assertThat(parse(file("logo", "") + end()).orElseThrow().files()).isEmpty();
  }

  @Test
  void parts_and_their_headers_have_limits() {
    assertThat(parse(text("a", "b").repeat(Multipart.MAX_PARTS) + end())).isPresent();
    assertThat(parse(text("a", "b").repeat(Multipart.MAX_PARTS + 1) + end())).isEmpty();
    assertThat(parse(text("a".repeat(Multipart.MAX_PART_HEADER_BYTES), "b") + end())).isEmpty();
  }

  @Test
  void malformed_input_is_rejected() {
    String good = text("a", "b") + end();
    assertThat(parse(good)).isPresent();
    assertThat(parse(text("a", "b"))).as("without the closing boundary").isEmpty();
    assertThat(parse("")).isEmpty();
    assertThat(parse("no part at all")).isEmpty();
    assertThat(parse("--b\r\n\r\nno name\r\n" + end())).isEmpty();
    assertThat(parse("--b\r\nContent-Disposition: form-data\r\n\r\nno name\r\n" + end())).isEmpty();
    assertThat(parse(file("logo", "1") + file("logo", "2") + end()))
        .as("the same field twice")
        .isEmpty();
    assertThat(Multipart.parse("multipart/form-data", bytes(good))).isEmpty();
    assertThat(Multipart.parse("multipart/form-data; boundary=", bytes(good))).isEmpty();
    assertThat(Multipart.parse("multipart/form-data; boundary=\"b", bytes(good))).isEmpty();
    assertThat(Multipart.parse(TYPE + "b".repeat(70), bytes(good))).isEmpty();
  }

  @Test
  void a_text_that_is_not_utf_8_is_rejected() {
    byte[] form = bytes(text("a", "?") + end());
    form[new String(form, StandardCharsets.UTF_8).indexOf('?')] = (byte) 0xff;
    assertThat(Multipart.parse(TYPE, form)).isEmpty();
  }

  private static String text(String name, String value) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, value);
  }

  private static String file(String name, String content) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"; filename=\"%s\"\r\nContent-Type: image/png\r\n\r\n%s\r\n"
        .formatted(name, content.isEmpty() ? "" : "x.png", content);
  }

  private static String end() {
    return "--b--\r\n";
  }

  private static Optional<Multipart> parse(String form) {
    return Multipart.parse(TYPE, bytes(form));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
