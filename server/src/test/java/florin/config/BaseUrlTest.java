package florin.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether other machines can reach Florin under the operator's URL. */
class BaseUrlTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:8080",
        "http://LOCALHOST",
        "http://shop.localhost:8080",
        "http://127.0.0.1:8080",
        "https://127.1.2.3",
        "http://[::1]:8080/pay"
      })
  void loopback_urls_are_recognized(String url) {
    assertThat(BaseUrl.isLoopback(BaseUrl.parse(url))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://pay.example.com",
        "http://192.168.1.7:8080",
        "http://0.0.0.0:8080",
        "http://[fe80::1]:8080",
        "https://127.0.0.1.example.com",
        "https://localhost.example.com",
        "https://notlocalhost"
      })
  void other_urls_are_not_loopback(String url) {
    assertThat(BaseUrl.isLoopback(BaseUrl.parse(url))).isFalse();
  }
}
