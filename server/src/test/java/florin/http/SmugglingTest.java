package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * Requests of which two readers may see different ends (RFC 9112, section 11.2): each is refused,
 * and what is hidden behind it is not run, whatever a proxy in front has made of it.
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

  /** `{hidden}` stands for a whole request. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a length before chunks|Content-Length: 4\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "chunks before a length|Transfer-Encoding: chunked\\r\\nContent-Length: 4\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a length of 0 and chunks|Content-Length: 0\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n{hidden}",
        "two lengths|Content-Length: 0\\r\\nContent-Length: 44\\r\\n\\r\\n{hidden}",
        "two lengths in a line|Content-Length: 0, 44\\r\\n\\r\\n{hidden}",
        "a signed length|Content-Length: -0\\r\\n\\r\\n{hidden}",
        "a length in hexadecimal|Content-Length: 0x0\\r\\n\\r\\n{hidden}",
        "a length past all numbers|Content-Length: 18446744073709551616\\r\\n\\r\\n{hidden}",
        "an empty length|Content-Length: \\r\\n\\r\\n{hidden}",
        "a space before the colon of the length|Content-Length : 44\\r\\n\\r\\n{hidden}",
        "a space before the colon of the coding|Transfer-Encoding : chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a tab before the colon of the coding|Transfer-Encoding\\t: chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a field that is folded|X: y\\r\\n Content-Length: 44\\r\\n\\r\\n{hidden}",
        "a coding that is folded|Transfer-Encoding:\\r\\n chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a coding behind chunked|Transfer-Encoding: chunked, identity\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "chunked twice|Transfer-Encoding: chunked, chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "chunked in two lines|Transfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "an unknown coding|Transfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a coding in quotes|Transfer-Encoding: \"chunked\"\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a coding with a vertical tab|Transfer-Encoding: \\vchunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}",
        "a size of a chunk past all numbers|Transfer-Encoding: chunked\\r\\n\\r\\n10000000000000000\\r\\n\\r\\n{hidden}",
        "a signed size of a chunk|Transfer-Encoding: chunked\\r\\n\\r\\n-1\\r\\n\\r\\n{hidden}",
        "a size of a chunk with 0x|Transfer-Encoding: chunked\\r\\n\\r\\n0x0\\r\\n\\r\\n{hidden}",
        "a chunk that is longer than its size|Transfer-Encoding: chunked\\r\\n\\r\\n1\\r\\nabc\\r\\n0\\r\\n\\r\\n{hidden}",
        "a bare carriage return in a field|X: y\\rContent-Length: 44\\r\\n\\r\\n{hidden}",
        "a NUL in a field|X: y\\0\\r\\nContent-Length: 44\\r\\n\\r\\n{hidden}",
      })
  void what_can_be_read_in_two_ways_is_refused_and_nothing_behind_it_runs(
      String name, String rest) {
    String answers = server.raw(bytes("POST /form HTTP/1.1\\r\\nHost: x\\r\\n" + rest));

    assertThat(answers).as(name).startsWith("HTTP/1.1 4").contains("Connection: close");
    assertThat(answers.split("HTTP/1.1 ", -1)).as(name).hasSize(2);
    assertThat(hidden).as(name).hasValue(0);
  }

  /** HTTP/1.0 knows no chunks (RFC 9112, section 6.1). */
  @Test
  void chunks_in_http_1_0_are_refused() {
    String answers =
        server.raw(
            bytes(
                "POST /form HTTP/1.0\\r\\nHost: x\\r\\nConnection: keep-alive\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n{hidden}"));

    assertThat(answers).startsWith("HTTP/1.1 4");
    assertThat(hidden).hasValue(0);
  }

  /** A line that ends with a line feed alone is one line for every reader, or none. */
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
  void the_next_connection_is_served_as_if_nothing_was() throws Exception {
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
