package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Http2Wire;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Floods of frames that cost the sender nothing. The server ends such an HTTP/2 connection, and
 * other connections are unaffected.
 */
class Http2FloodsTest extends WithBounds {
  private static final int RST_STREAM = 3;
  private static final int DATA = 0;
  private static final int PRIORITY = 2;
  private static final int CONTINUATION = 9;
  private static final int CANCEL = 8;

  /** More frames than any limit per second allows. */
  private static final int FRAMES = 20_000;

  private static final int BATCH = 250;

  /** CVE-2023-44487: the client resets each request before the server can reject it. */
  @Test
  void requests_with_an_immediate_reset_end_the_connection() throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      assertEnds(
          wire,
          n -> {
            wire.request(2 * n + 1, false, "POST", "/form");
            wire.frame(RST_STREAM, 0, 2 * n + 1, new byte[] {0, 0, 0, CANCEL});
          });
    }
    awaitNothingHeld();
  }

  /**
   * Each frame requires a response, memory or work. WINDOW_UPDATE frames are not tested: they
   * require neither a response nor memory, and normal clients send many.
   */
  @ParameterizedTest
  @CsvSource({
    "DATA, 0, 0",
    "PRIORITY, 2, 5",
    "SETTINGS, 4, 0",
    "PING, 6, 8",
    "one that nobody knows, 99, 16"
  })
  void small_frames_without_end_end_the_connection(String name, int type, int length)
      throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      // A stream must not depend on itself (RFC 7540, section 5.3.1).
      byte[] payload = new byte[length];
      wire.request(1, false, "POST", "/form");
      assertEnds(
          wire,
          n -> wire.frame(type, 0, type == DATA ? 1 : type == PRIORITY ? 2 * n + 3 : 0, payload));
    }
    awaitNothingHeld();
  }

  /**
   * CVE-2024-27316: a header block that never ends. Before its end, the server can't reject the
   * request.
   */
  @Test
  void a_head_in_pieces_without_end_ends_the_connection() throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      wire.frame(1, 0, 1, new byte[0]);
      byte[] piece = {0, 1, 'a', 1, 'b'};
      assertEnds(wire, _ -> wire.frame(CONTINUATION, 0, 1, piece));
    }
    awaitNothingHeld();
  }

  @AfterEach
  void others_are_served() {
    assertThat(server.get("/v2/page").statusCode()).isEqualTo(200);
    assertThat(server.get("/v2/mine").statusCode()).isEqualTo(200);
  }

  @FunctionalInterface
  private interface Sender {
    void send(int n) throws IOException;
  }

  /**
   * Checks that the server ends the connection with a GOAWAY that has a reason. If the server
   * closes the socket with unread input, TCP resets the connection: sending fails early, and the
   * GOAWAY may be lost.
   */
  private static void assertEnds(Http2Wire wire, Sender sender) throws IOException {
    int sent = 0;
    try {
      for (; sent < FRAMES; sent++) {
        sender.send(sent);
        if (sent % BATCH == 0) {
          wire.flush();
        }
      }
      wire.flush();
    } catch (SocketException ended) {
      assertThat(sent).isPositive();
    }
    try {
      assertThat(endOf(wire)).isEqualTo(ENHANCE_YOUR_CALM);
    } catch (EOFException | SocketException ended) {
      assertThat(sent).isPositive();
    }
  }
}
