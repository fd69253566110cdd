package florin.http;

import static florin.http.DoorTest.assertError;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.AddressRange;
import florin.core.Caller.KeyKind;
import florin.testing.Http2Wire;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What strangers can have us hold: with bounds so small that a few connections reach them, and no
 * more than one heap in sight. The flood itself, on a service with a heap of its own, is a drill.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoundsTest {
  private static final int PER_ADDRESS = 4;
  private static final int PER_ADDRESS_CONNECTIONS = 8;
  private static final int OF_LOOPBACK = 2 * PER_ADDRESS_CONNECTIONS;
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int BYTES = 128 << 10;
  private static final Budgets SMALL =
      new Budgets(64, 64, 100, 50, 20, 12, 6, PER_ADDRESS, BYTES, BYTES, BYTES);

  /** With room for an answer that stays on the way. */
  private static final Budgets ROOMY =
      new Budgets(64, 64, 100, 50, 20, 12, 6, PER_ADDRESS, 1 << 26, 1 << 26, 1 << 26);

  private static final String LARGE = "x".repeat(15_000);

  /** More than the kernel takes off our hands for a client that does not read. */
  private static final String HUGE = "x".repeat(8 << 20);

  /** Of {@link #unended}: two fields, and their text. */
  private static final int HEADERS = 2 * 128 + "HostxContent-Length30009".length();

  private static final int PROTOCOL_ERROR = -1;
  private static final int REFUSED = -7;
  private static final int CANCEL = -8;
  private static final int ENHANCE_YOUR_CALM = 11;

  private TestServer server;

  @BeforeAll
  void start() {
    server =
        new TestServer(
            HttpConfig.Limits.DEFAULT.with(SMALL),
            new Endpoint("GET", "/v2/page", _ -> Answer.json(200, "page")),
            new Endpoint("GET", "/payer", Crowd.PAYERS, _ -> Answer.json(200, LARGE)),
            new Endpoint(
                "POST", "/form", Crowd.SIGN_IN, exchange -> Answer.json(200, exchange.body())),
            new Endpoint(
                "POST",
                "/v2/refused",
                Crowd.KEYS,
                exchange ->
                    Optional.of(
                        Answer.json(
                            401, exchange.requestBody().isComplete() ? "read" : "not read")),
                exchange -> Answer.json(200, exchange.body().length)),
            TestServer.byKey("GET", "/v2/mine", _ -> Answer.json(200, "mine")),
            TestServer.byKey("POST", "/v2/waited", BoundsTest::arrived),
            TestServer.byKey("GET", "/v2/waited", BoundsTest::arrived),
            TestServer.byKey(
                "POST", "/v2/json", exchange -> Answer.json(200, exchange.json().size())),
            TestServer.byKey(
                KeyKind.PUBLISHABLE, "GET", "/v2/browser", _ -> Answer.json(200, LARGE)));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** What the test before has left on the way counts too, until it has been noticed to be gone. */
  @BeforeEach
  void awaitNothingHeld() {
    await(() ->
        capacity().present() == 0
            && Arrays.stream(Crowd.values()).allMatch(crowd -> capacity().held(crowd) == 0));
  }

  @Test
  void of_answers_that_nobody_reads_an_address_has_few() throws Exception {
    var wires = new ArrayList<Http2Wire>();
    try {
      for (int i = 0; i < 4; i++) {
        wires.add(asking(32, "GET", "/v2/nothing"));
      }
      var answers = new ArrayList<Integer>();
      for (Http2Wire wire : wires) {
        for (int stream = 0; stream < 32; stream++) {
          answers.add(wire.readStatus());
        }
      }
      assertThat(answers).containsOnly(404, 429, REFUSED);
      assertThat(answers).filteredOn(answer -> answer == 404).hasSize(PER_ADDRESS);
      assertThat(answers).filteredOn(answer -> answer == 429).hasSize(PER_ADDRESS);
      assertThat(capacity().present()).isEqualTo(2 * PER_ADDRESS);
      assertThat(server.get("/v2/mine").statusCode()).as("who has a key").isEqualTo(200);
    } finally {
      for (Http2Wire wire : wires) {
        wire.close();
      }
    }
    awaitNothingHeld();
    assertThat(server.get("/v2/page").statusCode()).isEqualTo(200);
  }

  @Test
  void a_publishable_key_does_not_make_them_more() throws Exception {
    try (var wire = asking(32, "GET", "/v2/browser")) {
      var answers = new ArrayList<Integer>();
      for (int stream = 0; stream < 32; stream++) {
        answers.add(wire.readStatus());
      }
      assertThat(answers).containsOnly(200, 503, 429, REFUSED);
      assertThat(capacity().held(Crowd.BROWSERS)).isBetween(15_000, BYTES / 2);
      assertThat(server.get("/v2/mine").statusCode()).as("a secret key").isEqualTo(200);
    }
    awaitNothingHeld();
  }

  @Test
  void an_answer_that_is_not_taken_is_given_up() throws Exception {
    var asked = new CountDownLatch(1);
    try (TestServer hurried = hurried(asked);
        var wire = new Http2Wire(hurried.server.port(), 1);
        Socket socket = hurried.connect()) {
      wire.request(1, true, "GET", "/v2/nothing").flush();
      assertThat(wire.readStatus()).isEqualTo(404);
      assertThat(wire.readStatus()).isEqualTo(CANCEL);

      socket.setReceiveBufferSize(1 << 10);
      socket.getOutputStream().write("GET /v2/page HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      assertGivenUp(hurried, asked);
    }
  }

  /** With little patience for those who do not take their answer, which is a long one. */
  private static TestServer hurried(CountDownLatch asked) {
    return new TestServer(
        HttpConfig.Limits.DEFAULT.with(ROOMY).withAnswerTimeout(Duration.ofMillis(200)),
        new Endpoint(
            "GET",
            "/v2/page",
            _ -> {
              asked.countDown();
              return Answer.json(200, HUGE);
            }));
  }

  /** Nobody reads it, so that it cannot have ended otherwise. */
  private static void assertGivenUp(TestServer hurried, CountDownLatch asked)
      throws InterruptedException {
    assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await(() -> hurried.server.capacity().present() == 0);
  }

  /** What Jetty would answer itself, with nothing that counts it. */
  @Test
  void of_paths_that_are_ambiguous_an_address_has_few_too() throws Exception {
    try (Http2Wire wire = asking(32, "GET", "/v2/a;b%2F")) {
      List<Integer> answers = statuses(wire, 32);
      assertThat(answers).containsOnly(400, 429, REFUSED);
      assertThat(answers).filteredOn(answer -> answer == 400).hasSize(PER_ADDRESS);
    }
    try (Http2Wire wire = asking(32, "GET", "/v2/a\\b")) {
      assertThat(statuses(wire, 32)).containsOnly(PROTOCOL_ERROR);
    }
    awaitNothingHeld();
  }

  @Test
  void header_fields_are_counted() throws Exception {
    var fields = new String[2 * 101];
    Arrays.fill(fields, "a");
    try (var wire = new Http2Wire(server.server.port(), 0)) {
      wire.request(1, true, "GET", "/v2/page", fields).flush();
      assertThat(wire.readStatus()).isEqualTo(431);
    }
    awaitNothingHeld();
    try (var wire = new Http2Wire(server.server.port(), 0)) {
      wire.request(1, false, "POST", "/form").trailers(1, fields).flush();
      assertThat(endOf(wire)).isEqualTo(ENHANCE_YOUR_CALM);
    }
    awaitNothingHeld();
    try (var wire = new Http2Wire(server.server.port(), 0)) {
      var answers = new ArrayList<Integer>();
      for (int stream = 1; stream < 9; stream += 2) {
        wire.request(stream, true, "GET", "/v2/nothing", "a", LARGE).flush();
        answers.add(wire.readStatus());
      }
      assertThat(answers).as("an address's share").containsExactly(404, 404, 404, REFUSED);
    }
    awaitNothingHeld();
  }

  @Test
  void of_small_frames_that_nobody_reads_a_connection_has_few() throws Exception {
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
  void a_client_that_shuts_its_socket_s_window_is_closed_on() throws Exception {
    var asked = new CountDownLatch(1);
    try (TestServer hurried = hurried(asked);
        var wire = new Http2Wire(hurried.server.port(), 1 << 30)) {
      wire.socket().setReceiveBufferSize(1 << 10);
      wire.window(0, 1 << 30).request(1, true, "GET", "/v2/page").flush();
      assertGivenUp(hurried, asked);
    }
  }

  @Test
  void what_we_reset_does_not_end_the_connection() throws Exception {
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

  @Test
  void the_key_is_looked_at_before_the_body() throws Exception {
    try (Socket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(
              "POST /v2/refused HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
                  .getBytes(US_ASCII));
      assertThat(TestServer.readToEnd(socket)).startsWith("HTTP/1.1 401").contains("not read");
    }
  }

  /** Half of what its crowd has, for one address; as a body grows the old and the new are there. */
  @Test
  void bodies_are_counted_as_they_grow_and_one_crowd_leaves_the_others_be() throws Exception {
    try (Socket first = server.connect();
        Socket second = server.connect()) {
      first.getOutputStream().write(unended("/form", 30_000));
      await(() -> capacity().held(Crowd.SIGN_IN) == 30_009 + HEADERS);
      second.getOutputStream().write(unended("/form", 30_000));
      assertThat(TestServer.readResponse(second.getInputStream())).contains("overloaded");

      assertThat(server.get("/payer").statusCode()).isEqualTo(200);
      assertThat(server.post("/v2/json", "{\"a\": 1}").body()).isEqualTo("1");
    }
    awaitNothingHeld();
  }

  @Test
  void what_is_read_out_of_a_body_is_counted() {
    String dense =
        IntStream.range(0, 1000).mapToObj(i -> "\"" + i + "\":1").collect(joining(",", "{", "}"));
    assertError(server.post("/v2/json", dense), 503, "api_error", "overloaded");
    assertThat(server.post("/v2/json", "{\"a\": \"" + "b".repeat(8_000) + "\"}").body())
        .isEqualTo("1");
    awaitNothingHeld();
  }

  @Test
  void an_address_has_so_many_connections() throws Exception {
    var sockets = new ArrayList<Socket>();
    var few = SMALL.withConnections(64, PER_ADDRESS_CONNECTIONS);
    try (var own = new TestServer(HttpConfig.Limits.DEFAULT.with(few))) {
      for (int i = 0; i < OF_LOOPBACK; i++) {
        sockets.add(own.connect());
      }
      assertThat(isClosed(own.connect())).isTrue();
      Socket last = sockets.getLast();
      last.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      assertThat(last.getInputStream().read()).as("the last of them").isEqualTo('H');
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try (socket) {
      return socket.getInputStream().read() == -1;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void behind_a_trusted_proxy_the_address_is_the_one_it_gives() throws Exception {
    var proxies = List.of(AddressRange.of("127.0.0.0/8"));
    var config = HttpConfig.plain("127.0.0.1", 0).withTrustedProxies(proxies);
    try (Server proxied =
            TestServer.start(
                config.with(HttpConfig.Limits.DEFAULT.with(SMALL)),
                new PrometheusRegistry(),
                Optional::empty);
        var wire = new Http2Wire(proxied.port(), 0)) {
      for (int stream = 0; stream < 12; stream++) {
        String client = stream < 8 ? "192.0.2.1" : "192.0.2.2";
        wire.request(2 * stream + 1, true, "GET", "/a", "x-forwarded-for", "192.0.2.9, " + client);
      }
      wire.flush();
      var answers = new ArrayList<Integer>();
      for (int stream = 0; stream < 12; stream++) {
        answers.add(wire.readStatus());
      }
      assertThat(answers).filteredOn(answer -> answer == 429).hasSize(PER_ADDRESS);
      assertThat(answers).filteredOn(answer -> answer == 404).hasSize(2 * PER_ADDRESS);
    }
  }

  /** Behind a proxy, so that each request is another stranger's. */
  @Test
  void strangers_leave_half_of_all_places_to_those_with_secret_keys() throws Exception {
    var six = new Budgets(64, 64, 6, 50, 20, 12, 6, PER_ADDRESS, BYTES, BYTES, BYTES);
    var config =
        HttpConfig.plain("127.0.0.1", 0)
            .withTrustedProxies(List.of(AddressRange.of("127.0.0.0/8")));
    try (Server proxied =
            TestServer.start(
                config.with(HttpConfig.Limits.DEFAULT.with(six)),
                new PrometheusRegistry(),
                Optional::empty,
                new Endpoint(
                    "GET",
                    "/v2/refused",
                    Crowd.KEYS,
                    _ -> Optional.of(Answer.json(401, "refused")),
                    _ -> Answer.json(200, "")),
                TestServer.byKey(
                    KeyKind.PUBLISHABLE, "GET", "/v2/browser", _ -> Answer.json(200, "page")),
                TestServer.byKey("GET", "/v2/mine", _ -> Answer.json(200, "mine")));
        var unread = new Http2Wire(proxied.port(), 0)) {
      String[] paths = {"/v2/nothing", "/v2/refused", "/v2/browser"};
      var answers = new ArrayList<Integer>();
      for (int stream = 0; stream < 6; stream++) {
        unread
            .request(
                2 * stream + 1,
                true,
                "GET",
                paths[stream % 3],
                "x-forwarded-for",
                "192.0.2." + stream)
            .flush();
        answers.add(unread.readStatus());
      }
      assertThat(answers).containsExactly(404, 401, 200, REFUSED, REFUSED, REFUSED);
      unread.request(13, true, "GET", "/v2/mine").flush();
      assertThat(unread.readStatus()).as("a secret key").isEqualTo(200);
    }
  }

  @Test
  void who_is_refused_for_his_key_is_not_waited_for_long() throws Exception {
    long began = System.nanoTime();
    try (Socket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(
              "POST /v2/refused HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"
                  .getBytes(US_ASCII));
      assertThat(TestServer.readToEnd(socket)).startsWith("HTTP/1.1 401");
    }
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isLessThan(HttpConfig.Limits.DEFAULT.bodyTimeout().dividedBy(2));
  }

  @Test
  void the_time_for_an_answer_begins_when_the_body_is_there() throws Exception {
    try (Socket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(
              "POST /v2/waited HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na"
                  .getBytes(US_ASCII));
      await(() -> capacity().held(Crowd.KEYS) > 0);
      long before = System.nanoTime();
      socket.getOutputStream().write('b');
      String answer = TestServer.readResponse(socket.getInputStream());
      long arrived = Long.parseLong(answer.substring(answer.lastIndexOf('\n') + 1).strip());
      assertThat(arrived - before).isPositive();
    }
    assertThat(server.get("/v2/waited").body()).as("without a body").isEqualTo("0");
  }

  @Test
  void an_address_has_a_sixth_of_the_connections_and_never_under_32() {
    Budgets usual = Budgets.of(320L << 20);
    assertThat(usual.connectionsPerAddress()).isEqualTo(usual.connections() / 6).isGreaterThan(350);
    assertThat(Budgets.of(48L << 20).connectionsPerAddress()).isEqualTo(32);
  }

  /** Malformed (RFC 9113, sections 8.1.1 and 8.2.2). */
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
  void a_header_of_connections_is_refused_in_http_2(String header) throws Exception {
    String[] field = header.split(": ");
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      wire.request(1, true, "GET", "/v2/page", field).flush();
      assertThat(wire.readStatus()).isIn(400, PROTOCOL_ERROR);
    }
  }

  @ParameterizedTest
  @CsvSource({"5, 3", "5, 0", "0, 1", "3, 5"})
  void a_content_length_that_is_not_the_body_s_is_refused_in_http_2(int announced, int sent)
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
  void a_body_in_pieces_is_read_whole_in_http_2() throws Exception {
    try (var wire = new Http2Wire(server.server.port(), 1 << 16)) {
      wire.request(1, false, "POST", "/form", "content-length", "5");
      wire.data(1, false, new byte[2]).data(1, false, new byte[3]).trailers(1, "a", "b").flush();
      assertThat(wire.readStatus()).isEqualTo(200);
    }
  }

  private Http2Wire asking(int streams, String method, String path) throws IOException {
    var wire = new Http2Wire(server.server.port(), 0);
    for (int stream = 0; stream < streams; stream++) {
      wire.request(2 * stream + 1, true, method, path);
    }
    wire.flush();
    return wire;
  }

  /** When its body had come; 0 for with its headers. */
  private static Answer arrived(Exchange exchange) {
    long arrived = exchange.arrivedNanos();
    return Answer.json(200, arrived == exchange.receivedNanos() ? 0 : arrived);
  }

  /** Why the connection was ended. */
  private static int endOf(Http2Wire wire) throws IOException {
    Http2Wire.Frame frame = wire.read();
    while (frame.type() != Http2Wire.GOAWAY) {
      frame = wire.read();
    }
    return frame.errorCode();
  }

  private static List<Integer> statuses(Http2Wire wire, int answers) throws IOException {
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < answers; i++) {
      statuses.add(wire.readStatus());
    }
    return statuses;
  }

  private static byte[] unended(String path, int sent) {
    String head =
        "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + (sent + 9) + "\r\n\r\n";
    return (head + "a".repeat(sent)).getBytes(US_ASCII);
  }

  private static void await(BooleanSupplier condition) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(PATIENCE)
        .until(condition::getAsBoolean);
  }

  private Capacity capacity() {
    return server.server.capacity();
  }
}
