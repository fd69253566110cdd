package florin.http;

import static florin.http.RequestHandlerTest.assertRawError;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Records;
import florin.testing.TestConfig;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Framing, size limits, slow clients and many connections. The tests send raw bytes, as an attacker
 * can.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WireTest {
  private static final int CONCURRENT = 100;
  private static final String CLOSE = "Connection: close\r\n";

  private final CyclicBarrier together = new CyclicBarrier(CONCURRENT);
  private TestServer server;

  @BeforeAll
  void start() {
    server =
        new TestServer(
            Records.with(
                TestConfig.limits("headerTimeout", Duration.ofMillis(700)),
                "bodyTimeout",
                Duration.ofMillis(1200)),
            new Endpoint("GET", "/v2/a", exchange -> Answer.json(200, "a")),
            new Endpoint("GET", "/v2/b", exchange -> Answer.json(200, "b")),
            TestServer.byKey("GET", "/v2/together", exchange -> together()),
            TestServer.byKey(
                "POST", "/v2/length", exchange -> Answer.json(200, exchange.body().length)),
            new Endpoint("POST", "/v2/ignore", exchange -> Answer.json(200, "ignored")));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no request line|NONSENSE\\r\\n\\r\\n",
        "unknown version|GET /v2/a HTTP/1.7\\r\\nHost: x\\r\\n\\r\\n",
        "no host|GET /v2/a HTTP/1.1\\r\\n\\r\\n",
        "two hosts|GET /v2/a HTTP/1.1\\r\\nHost: x\\r\\nHost: y\\r\\n\\r\\n",
        "bad host|GET /v2/a HTTP/1.1\\r\\nHost: x:99999999\\r\\n\\r\\n",
        "space before colon|GET /v2/a HTTP/1.1\\r\\nHost: x\\r\\nA : b\\r\\n\\r\\n",
        "folded header|GET /v2/a HTTP/1.1\\r\\nHost: x\\r\\nA: b\\r\\n c\\r\\n\\r\\n",
        "two lengths|POST /v2/length HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 1\\r\\nContent-Length: 2\\r\\n\\r\\nab",
        "length and chunks|POST /v2/length HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
        "bad length|POST /v2/length HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: +1\\r\\n\\r\\na",
        "unknown expectation|POST /v2/length HTTP/1.1\\r\\nHost: x\\r\\nExpect: tea\\r\\nContent-Length: 1\\r\\n\\r\\na",
        "unknown coding|POST /v2/length HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n",
        "bad chunk|POST /v2/length HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n\\r\\n",
        "NUL in a header|GET /v2/a HTTP/1.1\\r\\nHost: x\\r\\nA: \\0\\r\\n\\r\\n",
        "asterisk|GET * HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n",
      })
  void a_request_that_is_not_http_is_rejected_in_the_standard_form(String name, String request) {
    String bytes = request.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0");
    assertRawError(server.raw(bytes), 400, "bad_request");
  }

  @Test
  void headers_past_the_limit_are_431() {
    String answer =
        server.raw("GET /v2/a HTTP/1.1\r\nHost: x\r\nA: " + "a".repeat(20_000) + "\r\n\r\n");
    assertRawError(answer, 431, "headers_too_large");
    assertRawError(
        server.raw("GET /v2/a?" + "a".repeat(20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n"),
        431,
        "headers_too_large");
  }

  @Test
  void header_fields_past_the_limit_are_431() {
    String request = "GET /v2/a HTTP/1.1\r\nHost: x\r\n" + CLOSE;
    assertThat(server.raw(request + "a:b\r\n".repeat(98) + "\r\n")).startsWith("HTTP/1.1 200");
    assertRawError(server.raw(request + "a:b\r\n".repeat(99) + "\r\n"), 431, "headers_too_large");
    String chunked = "POST /v2/length HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n";
    assertThat(server.raw(chunked + "\r\n0\r\n" + "a:b\r\n".repeat(99) + "\r\n"))
        .as("trailers")
        .startsWith("HTTP/1.1 4");
  }

  /** A proxy would see one request only and forward the bytes after it unchecked. */
  @Test
  void no_connection_is_upgraded_to_http_2() {
    String answers =
        server.raw(
            "GET /v2/a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                + "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\nGET /v2/b HTTP/1.1\r\nHost: x\r\n"
                + CLOSE
                + "\r\n");
    assertThat(answers).startsWith("HTTP/1.1 200 ").endsWith("\"b\"");
  }

  @Test
  void a_connection_serves_requests_one_after_another() throws IOException {
    try (Socket socket = server.connect()) {
      for (String path : List.of("a", "b", "nothing", "a")) {
        send(socket, "GET /v2/" + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(TestServer.readResponse(socket.getInputStream()))
            .contains(path.equals("nothing") ? "route_unknown" : "\"" + path + "\"");
      }
    }
  }

  @Test
  void pipelined_requests_get_their_responses_in_order() {
    String answers =
        server.raw(
            "GET /v2/a HTTP/1.1\r\nHost: x\r\n\r\n"
                + "POST /v2/length HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                + "POST /v2/ignore HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"
                + "GET /v2/b HTTP/1.1\r\nHost: x\r\n"
                + CLOSE
                + "\r\n");
    assertThat(answers.split("HTTP/1.1 200")).hasSize(5);
    assertThat(answers).containsSubsequence("\"a\"", "\n3", "\"ignored\"", "\"b\"");
  }

  @Test
  void a_chunked_body_is_read_completely() {
    String answer =
        server.raw(
            "POST /v2/length HTTP/1.1\r\nHost: x\r\n"
                + CLOSE
                + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n5\r\n12345\r\n0\r\n\r\n");
    assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n8");
  }

  @Test
  void a_body_at_the_limit_is_read_and_one_byte_more_is_413() {
    assertThat(server.post("/v2/length", "x".repeat(1 << 20)).body()).isEqualTo("1048576");
    assertThat(server.post("/v2/length", "x".repeat((1 << 20) + 1)).statusCode()).isEqualTo(413);
    assertThat(chunked((1 << 20) + 1)).contains("request_too_large");
  }

  @Test
  void a_client_that_sends_8_mib_still_reads_the_413_and_the_connection_stays_open()
      throws IOException {
    int size = 8 << 20;
    try (Socket socket = server.connect()) {
      send(socket, "POST /v2/length HTTP/1.1\r\nHost: x\r\nContent-Length: " + size + "\r\n\r\n");
      socket.getOutputStream().write(new byte[size]);
      assertRawError(TestServer.readResponse(socket.getInputStream()), 413, "request_too_large");
      send(socket, "GET /v2/a HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(TestServer.readResponse(socket.getInputStream())).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void a_client_that_waits_for_continue_gets_it_when_the_body_is_needed() throws IOException {
    try (Socket socket = server.connect()) {
      send(
          socket,
          "POST /v2/length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
      assertThat(TestServer.readResponse(socket.getInputStream())).startsWith("HTTP/1.1 100");
      send(socket, "abc");
      assertThat(TestServer.readResponse(socket.getInputStream())).endsWith("\r\n\r\n3");
    }
  }

  @Test
  void a_client_that_waits_for_continue_gets_the_rejection_immediately() {
    String answer =
        server.raw(
            "POST /v2/length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2000000\r\n\r\n");
    assertRawError(answer, 413, "request_too_large");
    assertThat(answer).contains("Connection: close");
  }

  @Test
  void headers_that_drip_close_the_connection() throws IOException {
    assertThat(dripped("GET /v2/a HTTP/1.1\r\nHost: x\r\nA: ", "a")).isEmpty();
  }

  @Test
  void headers_that_drip_in_a_second_request_close_the_connection() throws IOException {
    assertThat(
            dripped(
                "GET /v2/a HTTP/1.1\r\nHost: x\r\n\r\nGET /v2/b HTTP/1.1\r\nHost: x\r\nA: ", "a"))
        .startsWith("HTTP/1.1 200")
        .doesNotContain("\"b\"");
  }

  @Test
  void a_dripping_body_is_rejected_at_its_deadline() throws IOException {
    String answer =
        dripped("POST /v2/length HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx", "x");
    assertRawError(answer, 400, "bad_request");
    assertThat(answer).contains("did not arrive within").contains("Connection: close");
  }

  @Test
  void a_stalled_body_is_rejected_at_its_deadline() throws IOException {
    String answer =
        dripped("POST /v2/length HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nx", "");
    assertRawError(answer, 400, "bad_request");
  }

  @Test
  void an_idle_connection_is_no_slow_one() throws Exception {
    try (Socket socket = server.connect()) {
      send(socket, "GET /v2/a HTTP/1.1\r\nHost: x\r\n\r\n");
      TestServer.readResponse(socket.getInputStream());
      // This takes longer than the header timeout, which closes connections that send too slowly.
      dripped("GET /v2/a HTTP/1.1\r\nHost: x\r\nA: ", "a");
      send(socket, "GET /v2/b HTTP/1.1\r\nHost: x\r\n\r\n");
      assertThat(TestServer.readResponse(socket.getInputStream())).contains("\"b\"");
    }
  }

  @Test
  void a_hundred_requests_run_concurrently() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<Integer>>();
      for (int i = 0; i < CONCURRENT; i++) {
        answers.add(threads.submit(() -> server.get("/v2/together").statusCode()));
      }
      for (Future<Integer> answer : answers) {
        assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(200);
      }
    }
  }

  private Answer together() {
    try {
      together.await(60, TimeUnit.SECONDS);
      return Answer.json(200, "together");
    } catch (Exception e) {
      throw new IllegalStateException("not all came", e);
    }
  }

  private String chunked(int size) {
    return server.raw(
        "POST /v2/length HTTP/1.1\r\nHost: x\r\n"
            + CLOSE
            + "Transfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(size)
            + "\r\n"
            + "x".repeat(size)
            + "\r\n0\r\n\r\n");
  }

  /**
   * Sends the beginning, then one piece every 100 ms until the server closes, and returns the
   * response.
   */
  private String dripped(String beginning, String piece) throws IOException {
    try (Socket socket = server.connect()) {
      send(socket, beginning);
      var closed = new CountDownLatch(1);
      Thread dripper = Thread.ofVirtual().start(() -> drip(socket, piece, closed));
      try {
        return TestServer.readToEnd(socket);
      } finally {
        closed.countDown();
        join(dripper);
      }
    }
  }

  private static void drip(Socket socket, String piece, CountDownLatch closed) {
    try {
      while (!closed.await(100, TimeUnit.MILLISECONDS)) {
        send(socket, piece);
      }
    } catch (IOException | InterruptedException theServerClosed) {
      assertThat(theServerClosed).isInstanceOf(IOException.class);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void send(Socket socket, String text) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    out.flush();
  }
}
