package florin.dashboard.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestApp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Over plain HTTP, the dashboard opens only on this machine and only under its own names. */
@TestInstance(Lifecycle.PER_CLASS)
class PermittedOriginsTest {
  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "LOCALHOST", "[::1]", "127.0.0.53"})
  void it_opens_under_a_loopback_name(String host) throws IOException {
    String answer = get(host + ":" + florin.app().port());

    assertThat(answer).startsWith("HTTP/1.1 200 ").contains("<h1>Sign in</h1>");
  }

  /**
   * Another site's domain can resolve to this machine (DNS rebinding). Its pages must not read
   * Florin's.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {"rebound.example", "192.0.2.1", "127.0.0.1.example", "localhost.example:80"})
  void it_explains_why_it_does_not_open_under_another_name(String host) throws IOException {
    String answer = get(host);

    assertThat(answer)
        .startsWith("HTTP/1.1 403 ")
        .contains("The dashboard needs HTTPS")
        .contains("Content-Security-Policy: default-src 'none'")
        .doesNotContain("Set-Cookie", "password\"");
  }

  @Test
  void a_browser_at_the_root_is_redirected_to_it() throws IOException {
    String answer =
        get("/", "127.0.0.1", "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");

    assertThat(answer).startsWith("HTTP/1.1 303 ").contains("\r\nLocation: /dashboard\r\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Accept: */*", "Accept: application/json", "X-Nothing: 1"})
  void a_program_at_the_root_gets_the_addresses(String header) throws IOException {
    assertThat(get("/", "127.0.0.1", header))
        .startsWith("HTTP/1.1 404 ")
        .contains("\"code\":\"route_unknown\"", "The API is at /v2/, the dashboard at /dashboard.");
  }

  private String get(String host) throws IOException {
    return get("/dashboard/sign-in", host, "Accept: text/html");
  }

  private String get(String path, String host, String header) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), florin.app().port())) {
      String request =
          "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\nConnection: close\r\n\r\n"
              .formatted(path, host, header);
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
