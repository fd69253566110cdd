package florin.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8080, 8080",
    "http://127.9.9.9:1/, 1",
    "HTTP://[::1]:4000, 4000",
    "http://[::ffff:127.0.0.1]:4000, 4000",
    "http://127.0.0.1, 80"
  })
  void a_service_on_a_loopback_address_is_accepted(String url, int port) {
    var address = Target.of(url).address();

    assertThat(address.getAddress().isLoopbackAddress()).isTrue();
    assertThat(address.getPort()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://192.0.2.7:8080",
        "http://0.0.0.0:8080",
        "http://10.0.0.1",
        "http://[2001:db8::1]:8080",
        "http://[::]:8080",
        "http://2130706434.0:8080"
      })
  void another_address_is_refused(String url) {
    assertThatThrownBy(() -> Target.of(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--against expects the address of a service on this machine");
  }

  @Test
  void a_name_with_an_address_beyond_loopback_is_rejected() throws Exception {
    var loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    var other = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 7});

    assertThat(Target.loopback(List.of(loopback))).isEqualTo(loopback);
    assertThatThrownBy(() -> Target.loopback(List.of(loopback, other)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("Every address of the host must be a loopback address.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "127.0.0.1:8080",
        "localhost",
        "https://127.0.0.1:8080",
        "http:127.0.0.1",
        "http://",
        "http:///v2",
        "http://127.0.0.1:8080/v2/payments",
        "http://127.0.0.1:8080?key=secret",
        "http://127.0.0.1:8080#secret",
        "http://secret@127.0.0.1:8080",
        "http://secret word/"
      })
  void an_invalid_address_is_rejected_and_not_quoted(String url) {
    assertThatThrownBy(() -> Target.of(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--against expects the address of a service on this machine")
        .message()
        .doesNotContain("secret");
  }
}
