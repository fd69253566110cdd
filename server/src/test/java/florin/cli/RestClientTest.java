package florin.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server whose response is not an event stream, and whose body arrives slowly. */
class RestClientTest {
  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::drip);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  /** Sends one byte after the other for ten seconds, without a long pause. */
  private void drip() {
    try (Socket client = server.accept()) {
      InputStream in = client.getInputStream();
      OutputStream out = client.getOutputStream();
      if (in.read(new byte[8 << 10]) < 0) {
        return;
      }
      out.write(
          "HTTP/1.1 403 Forbidden\r\nService-Version: 2.1\r\nContent-Length: 100000\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 500; i++) {
        out.write('a');
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      }
    } catch (IOException ended) {
      // The client has reached its deadline.
    }
  }

  @Test
  void the_error_body_of_a_stream_has_a_deadline() {
    try (RestClient client = client()) {
      assertThatThrownBy(() -> client.open("/v2/events/stream", Map.of()))
          .isInstanceOf(HttpTimeoutException.class);
    }
  }

  @Test
  void the_body_of_any_other_response_has_a_deadline() {
    try (RestClient client = client()) {
      assertThatThrownBy(() -> client.get("/v2/events"))
          .hasMessage(
              "http://127.0.0.1:%d didn't respond within 1 seconds. The request may have been processed.",
              server.getLocalPort());
    }
  }

  private RestClient client() {
    var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    var environment =
        Map.of(
            "FLORIN_BASE_URL",
            "http://127.0.0.1:" + server.getLocalPort(),
            "FLORIN_API_KEY",
            "sk_test_1");
    return new RestClient(
        new ServiceOptions(new Terminal(nowhere, nowhere, environment)), Duration.ofSeconds(1));
  }
}
