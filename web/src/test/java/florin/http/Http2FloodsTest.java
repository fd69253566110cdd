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
 * Frames that cost their sender nothing: a connection of HTTP/2 that sends many is ended, and
 * nobody else notices.
 */
class Http2FloodsTest extends WithBounds {
  private static final int RST_STREAM = 3;
  private static final int DATA = 0;
  private static final int PRIORITY = 2;
  private static final int CONTINUATION = 9;
  private static final int CANCEL = 8;

  /** More than any bound of a second, and bounded. */
  private static final int FRAMES = 20_000;

  private static final int BATCH = 250;

  /** CVE-2023-44487: each request is begun, and taken back before anybody could refuse it. */
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
   * Each asks for an answer, for memory, or for work. Updates of a window ask for neither answer
   * nor memory, and an honest client sends many.
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
      // A stream depends on another than itself (RFC 7540, section 5.3.1).
      byte[] payload = new byte[length];
      wire.request(1, false, "POST", "/form");
      assertEnds(
          wire,
          n -> wire.frame(type, 0, type == DATA ? 1 : type == PRIORITY ? 2 * n + 3 : 0, payload));
    }
    awaitNothingHeld();
  }

  /** CVE-2024-27316: a head that never ends, of which nothing can be refused before its end. */
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
   * By a GOAWAY that says why. Whoever closes with something unread resets the connection: then
   * sending fails before all is sent, and what was said may be lost.
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
