package florin.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PageOriginTest {
  @ParameterizedTest
  @CsvSource({
    "https://shop.example, https://shop.example",
    "https://shop.example:443, https://shop.example",
    "https://shop.example:8443, https://shop.example:8443",
    "https://xn--bcher-kva.example, https://xn--bcher-kva.example",
    "http://localhost:3000, http://localhost:3000",
    "http://127.0.0.1:80, http://127.0.0.1",
    "https://localhost, https://localhost",
  })
  void an_origin_is_read(String text, String read) {
    assertThat(PageOrigin.parse(text)).map(PageOrigin::text).contains(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "null",
        "https://*.shop.example",
        "https://",
        "https://shop",
        "http://shop.example",
        "https://shop.example/",
        "https://shop.example/cart",
        "https://shop.example?a",
        "https://user@shop.example",
        "https://Shop.example",
        "https://shop.example:0",
        "https://shop.example:65536",
        "https://shop.example; script-src *",
        "https://shop.example https://other.example",
        "https://shop.example\n",
        "https://203.0.113.7",
        "https://[::1]",
        "https://-shop.example",
        "https://shop..example",
        "ftp://localhost",
        "javascript:alert(1)",
      })
  void anything_else_is_not(String text) {
    assertThat(PageOrigin.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {300, 100_000})
  void a_long_text_is_not_read(int length) {
    assertThat(PageOrigin.parse("https://" + "a.".repeat(length) + "example")).isEmpty();
  }
}
