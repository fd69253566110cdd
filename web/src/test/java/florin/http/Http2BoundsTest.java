package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Http2Wire;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory that one HTTP/2 connection can occupy, and malformed frames. */
class Http2BoundsTest extends WithBounds {

  @Test
  void unread_small_frames_of_a_connection_are_limited() throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 0)) {
      wire.request(1, false, "POST", "/v2/refused", "expect", "100-continue").flush();
      assertThat(wire.readStatus()).isEqualTo(401);
      for (int frame = 0; frame <= SmallFrames.MOST; frame++) {
        wire.data(1, false, new byte[1]);
      }
      wire.flush();
      assertThat(endOf(wire)).isEqualTo(ENHANCE_YOUR_CALM);
    }
    awaitNothingHeld();
  }

  @Test
  void a_client_with_a_full_receive_window_is_disconnected() throws Exception {
    var asked = new CountDownLatch(1);
    try (TestServer hurried = hurried(asked);
        var wire = new Http2Wire(hurried.server.port(), 1 << 30)) {
      wire.socket().setReceiveBufferSize(1 << 10);
      wire.window(0, 1 << 30).request(1, true, "GET", "/v2/page").flush();
      assertGivenUp(hurried, asked);
    }
  }

  @Test
  void resets_by_florin_do_not_end_the_connection() throws Exception {
    try (Http2Wire wire = asking(32, "GET", "/v2/nothing")) {
      statuses(wire, 32);
      for (int stream = 32; stream < 232; stream++) {
        wire.request(2 * stream + 1, true, "GET", "/v2/nothing");
      }
      wire.flush();
      assertThat(statuses(wire, 200)).containsOnly(REFUSED);
    }
    awaitNothingHeld();
  }

  @Test
  void a_connection_has_32_streams() throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 0)) {
      for (int stream = 0; stream < 33; stream++) {
        wire.request(2 * stream + 1, false, "POST", "/v2/json", "content-type", "application/json");
      }
      wire.flush();
      assertThat(wire.readStatus()).as("REFUSED_STREAM").isEqualTo(-7);
    }
    awaitNothingHeld();
  }

  /** These fields are malformed (RFC 9113, sections 8.1.1 and 8.2.2). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "transfer-encoding: chunked",
        "transfer-encoding: trailers",
        "connection: close",
        "keep-alive: 5",
        "proxy-connection: close",
        "upgrade: h2c",
        "te: gzip",
      })
  void connection_headers_are_rejected_in_http_2(String header) throws Exception {
    String[] field = header.split(": ");
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      wire.request(1, true, "GET", "/v2/page", field).flush();
      assertThat(wire.readStatus()).isIn(400, PROTOCOL_ERROR);
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 3", "5, 0", "0, 1", "3, 5"})
  void a_content_length_that_differs_from_the_body_is_rejected_in_http_2(int announced, int sent)
      throws Exception {
    for (String end : List.of("data", "trailers")) {
      try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
        wire.request(
            1, sent == 0 && end.equals("data"), "POST", "/form", "content-length", "" + announced);
        if (sent > 0) {
          wire.data(1, end.equals("data"), new byte[sent]);
        }
        if (end.equals("trailers")) {
          wire.trailers(1, "a", "b");
        }
        wire.flush();
        assertThat(wire.readStatus()).as(end).isIn(400, PROTOCOL_ERROR);
      }
    }
    awaitNothingHeld();
  }

  @Test
  void a_body_in_pieces_is_read_completely_in_http_2() throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      wire.request(1, false, "POST", "/form", "content-length", "5");
      wire.data(1, false, new byte[2]).data(1, false, new byte[3]).trailers(1, "a", "b").flush();
      assertThat(wire.readStatus()).isEqualTo(200);
    }
  }
}
