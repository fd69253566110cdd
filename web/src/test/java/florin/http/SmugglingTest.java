package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.SmuggledRequest;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests in which two parsers can see different ends (RFC 9112, section 11.2). The server rejects
 * each of them and doesn't run the hidden request, however a proxy in front forwarded it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SmugglingTest {
  private static final String HIDDEN = "GET /hidden HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n";

  private final AtomicInteger hidden = new AtomicInteger();
  private TestServer server;

  @BeforeAll
  void start() {
    server =
        new TestServer(
            new Endpoint("POST", "/form", exchange -> Answer.json(200, exchange.body().length)),
            new Endpoint("GET", "/page", _ -> Answer.json(200, "page")),
            new Endpoint("GET", "/hidden", _ -> Answer.json(200, hidden.incrementAndGet())));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void begin() {
    hidden.set(0);
  }

  @ParameterizedTest
  @MethodSource("florin.testing.SmuggledRequest#all")
  void an_ambiguous_request_is_rejected_and_nothing_behind_it_is_executed(SmuggledRequest form) {
    String name = form.name();
    String answers = server.raw(form.text("/form", "", bytes(HIDDEN)));

    assertThat(answers).as(name).startsWith("HTTP/1.1 4").contains("Connection: close");
    assertThat(answers.split("HTTP/1.1 ", -1)).as(name).hasSize(2);
    assertThat(hidden).as(name).hasValue(0);
  }

  /** HTTP/1.0 has no chunks (RFC 9112, section 6.1). */
  @Test
  void chunks_in_http_1_0_are_rejected() {
    String answers =
        server.raw(
            bytes(
                "POST /form HTTP/1.0\\r\\nHost: x\\r\\nConnection: keep-alive\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}"));

    assertThat(answers).startsWith("HTTP/1.1 4");
    assertThat(hidden).hasValue(0);
  }

  /**
   * Parsers disagree on whether a line feed without a carriage return ends a line, so Florin
   * rejects it.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "the request's line|GET /page HTTP/1.1\\nHost: x\\r\\n\\r\\n",
        "a field|GET /page HTTP/1.1\\r\\nHost: x\\nX: y\\r\\n\\r\\n",
        "the end of the head|GET /page HTTP/1.1\\r\\nHost: x\\r\\n\\n",
        "a chunk|POST /form HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\nabc\\r\\n0\\r\\n\\r\\n",
        "the end of the chunks|POST /form HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\n\\n",
      })
  void a_bare_line_feed_ends_no_line(String name, String request) {
    assertThat(server.raw(bytes(request))).as(name).startsWith("HTTP/1.1 400");
  }

  @Test
  void the_next_connection_is_served_normally() throws Exception {
    server.raw(
        bytes("POST /form HTTP/1.1\\r\\nHost: x\\r\\nContent-Length : 44\\r\\n\\r\\n{hidden}"));
    try (Socket socket = server.connect()) {
      socket.getOutputStream().write(bytes(HIDDEN).getBytes(StandardCharsets.ISO_8859_1));
      assertThat(TestServer.readResponse(socket.getInputStream())).endsWith("\r\n\r\n1");
    }
  }

  private static String bytes(String written) {
    return written
        .replace("{hidden}", HIDDEN)
        .replace("\\r", "\r")
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\v", "\u000b")
        .replace("\\0", "\0");
  }
}
