package florin.http;

import static florin.http.RequestHandlerTest.assertError;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import florin.core.AddressRange;
import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.Id.KeyId;
import florin.core.Mode;
import florin.core.Realm;
import florin.testing.Http2Wire;
import florin.testing.Records;
import florin.testing.TestConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The memory that unauthenticated clients can occupy, as far as one heap shows it. A drill floods a
 * service that has a heap of its own.
 */
class BoundsTest extends WithBounds {
  private static final int PER_ADDRESS_CONNECTIONS = 8;
  private static final int OF_LOOPBACK = 2 * PER_ADDRESS_CONNECTIONS;

  /** The memory for the headers of {@link #unended}: two fields and their text. */
  private static final int HEADERS = 2 * 128 + "HostxContent-Length30009".length();

  private static final int CANCEL = -8;

  private static final Endpoint MINE =
      TestServer.byKey("GET", "/v2/mine", _ -> Answer.json(200, "mine"));

  @Test
  void unread_responses_of_one_address_are_limited() throws Exception {
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
      assertThat(server.get("/v2/mine").statusCode()).as("a request with a key").isEqualTo(200);
    } finally {
      for (Http2Wire wire : wires) {
        wire.close();
      }
    }
    awaitNothingHeld();
    assertThat(server.get("/v2/page").statusCode()).isEqualTo(200);
  }

  @Test
  void a_publishable_key_does_not_raise_the_limits() throws Exception {
    try (var wire = asking(32, "GET", "/v2/browser")) {
      var answers = new ArrayList<Integer>();
      for (int stream = 0; stream < 32; stream++) {
        answers.add(wire.readStatus());
      }
      assertThat(answers).isSubsetOf(200, 500, 429, REFUSED).contains(200, 429);
      assertThat(capacity().held(TrafficClass.BROWSERS)).isBetween(15_000, BYTES / 2);
      assertThat(server.get("/v2/mine").statusCode()).as("a secret key").isEqualTo(200);
    }
    awaitNothingHeld();
  }

  @Test
  void an_untaken_response_is_abandoned() throws Exception {
    var asked = new CountDownLatch(1);
    try (TestServer hurried = hurried(asked);
        var wire = new Http2Wire(hurried.server.port(), 1);
        Socket socket = hurried.connect()) {
      wire.request(1, true, "GET", "/v2/nothing").flush();
      assertThat(wire.readStatus()).isEqualTo(404);
      assertThat(readEnd(wire)).isEqualTo(CANCEL);

      socket.setReceiveBufferSize(1 << 10);
      socket.getOutputStream().write("GET /v2/page HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
      assertGivenUp(hurried, asked);
    }
  }

  /**
   * The server collects the parts in an array that is larger than the body, and must release it
   * too.
   */
  @Test
  void a_body_in_parts_returns_its_memory_and_its_slot() throws Exception {
    for (int i = 0; i < 2 * PER_ADDRESS; i++) {
      try (Socket socket = server.connect()) {
        socket
            .getOutputStream()
            .write(
                ("POST /v2/json HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
                        + "1f40\r\n"
                        + "x".repeat(8000)
                        + "\r\n1\r\nx\r\n0\r\n\r\n")
                    .getBytes(US_ASCII));
        assertThat(TestServer.readToEnd(socket)).startsWith("HTTP/1.1 415");
      }
    }
    awaitNothingHeld();
  }

  /** On a machine that stalls meanwhile, the server may end the whole connection as late. */
  private static int readEnd(Http2Wire wire) throws IOException {
    try {
      return wire.readStatus();
    } catch (EOFException closed) {
      return CANCEL;
    }
  }

  /** Jetty would respond to these requests itself, without counting them. */
  @Test
  void requests_with_ambiguous_paths_of_one_address_are_limited() throws Exception {
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
      assertThat(answers)
          .as("statuses within the share of one address")
          .containsExactly(404, 404, 404, REFUSED);
    }
    awaitNothingHeld();
  }

  @Test
  void the_key_is_checked_before_the_body() throws Exception {
    try (Socket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(
              "POST /v2/refused HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n"
                  .getBytes(US_ASCII));
      assertThat(TestServer.readToEnd(socket)).startsWith("HTTP/1.1 401").contains("not read");
    }
  }

  /**
   * One address may use half of its class's memory. While a body grows, the old and the new array
   * count.
   */
  @Test
  void bodies_are_counted_as_they_grow_and_one_traffic_class_does_not_affect_others()
      throws Exception {
    try (Socket first = server.connect();
        Socket second = server.connect()) {
      first.getOutputStream().write(unended("/form", 30_000));
      await(() -> capacity().held(TrafficClass.SIGN_IN) == 30_009 + HEADERS);
      second.getOutputStream().write(unended("/form", 30_000));
      assertThat(TestServer.readResponse(second.getInputStream())).contains("overloaded");

      assertThat(server.get("/payer").statusCode()).isEqualTo(200);
      assertThat(server.post("/v2/json", "{\"a\": 1}").body()).isEqualTo("1");
    }
    awaitNothingHeld();
  }

  @Test
  void data_parsed_from_a_body_is_counted() {
    String dense =
        IntStream.range(0, 1000).mapToObj(i -> "\"" + i + "\":1").collect(joining(",", "{", "}"));
    assertError(server.post("/v2/json", dense), 503, "api_error", "overloaded");
    assertThat(server.post("/v2/json", "{\"a\": \"" + "b".repeat(8_000) + "\"}").body())
        .isEqualTo("1");
    awaitNothingHeld();
  }

  @Test
  void the_connections_of_one_address_are_limited() throws Exception {
    var sockets = new ArrayList<Socket>();
    var few = Records.with(SMALL, "connectionsPerAddress", PER_ADDRESS_CONNECTIONS);
    try (var own = new TestServer(limits(few))) {
      for (int i = 0; i < OF_LOOPBACK; i++) {
        sockets.add(own.connect());
      }
      assertThat(isClosed(own.connect())).isTrue();
      Socket last = sockets.getLast();
      last.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes(US_ASCII));
      assertThat(last.getInputStream().read()).as("the last accepted connection").isEqualTo('H');
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void scarce_connections_are_taken_from_idle_clients() throws Exception {
    int most = 16;
    var sockets = new ArrayList<Socket>();
    try (var own = new TestServer(limits(Records.with(SMALL, "connections", most)), MINE)) {
      Socket merchant = own.connect();
      sockets.add(merchant);
      assertThat(asked(merchant)).startsWith("HTTP/1.1 200");
      for (int i = 0; i < 3 * most; i++) {
        sockets.add(own.connect());
        sockets.getLast().getOutputStream().write("GET / HTTP/1.1\r\nA:".getBytes(US_ASCII));
      }
      try (Socket newcomer = own.connect()) {
        assertThat(asked(newcomer)).startsWith("HTTP/1.1 200");
      }
      assertThat(isClosed(sockets.get(1))).as("the longest idle connection").isTrue();
      assertThat(asked(merchant)).as("the connection with a secret key").startsWith("HTTP/1.1 200");
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static String asked(Socket socket) throws IOException {
    socket.getOutputStream().write("GET /v2/mine HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII));
    return TestServer.readResponse(socket.getInputStream());
  }

  /**
   * There are 16 slots. An account may use 10, and gets a 503 response in the last one. Requests
   * without a key may use 4.
   */
  @Test
  void one_account_and_requests_without_a_key_leave_slots_for_others() throws Exception {
    var few = Records.with(ROOMY, "present", 16);
    try (var own =
            new TestServer(
                limits(few),
                MINE,
                TestServer.byKey(
                    ofAccount(2), "GET", "/v2/others", _ -> Answer.json(200, "others")));
        var unread = new Http2Wire(own.server.port(), 0);
        var strange = new Http2Wire(own.server.port(), 0)) {
      for (int stream = 0; stream < 16; stream++) {
        unread.request(2 * stream + 1, true, "GET", "/v2/mine");
        strange.request(2 * stream + 1, true, "GET", "/v2/nothing");
      }
      unread.flush();
      List<Integer> answers = statuses(unread, 16);
      assertThat(answers).filteredOn(answer -> answer == 200).hasSize(9);
      assertThat(answers).filteredOn(answer -> answer == 503).hasSize(1);
      assertThat(answers).filteredOn(answer -> answer == REFUSED).hasSize(6);
      assertThat(shed(own)).as("requests shed with and without a response").isEqualTo(7);
      strange.flush();
      answers = statuses(strange, 16);
      assertThat(answers).filteredOn(answer -> answer == 404).hasSize(4);
      assertThat(answers).filteredOn(answer -> answer == REFUSED).hasSize(12);
      assertThat(own.get("/v2/others").statusCode()).isEqualTo(200);
    }
  }

  private static double shed(TestServer server) {
    return server.registry.scrape(name -> name.equals("florin_http_requests_shed")).stream()
        .flatMap(metric -> metric.getDataPoints().stream())
        .mapToDouble(point -> ((CounterDataPointSnapshot) point).getValue())
        .sum();
  }

  @Test
  void an_account_leaves_memory_to_others() {
    var capacity = new Capacity(SMALL);
    ResourceReservation mine =
        capacity.enter(TrafficClass.KEYS, Optional.of("192.0.2.1")).orElseThrow();
    ResourceReservation others =
        capacity.enter(TrafficClass.KEYS, Optional.of("192.0.2.1")).orElseThrow();
    assertThat(mine.hasKey(ofAccount(1))).isTrue();
    assertThat(others.hasKey(ofAccount(2))).isTrue();

    assertThat(mine.tryTake(BYTES)).isFalse();
    assertThat(mine.tryTake(BYTES / 4 * 3)).isTrue();
    assertThat(mine.tryTake(1)).isFalse();
    assertThat(others.tryTake(BYTES / 4)).isTrue();
    mine.end();
    others.end();
    assertThat(capacity.held(TrafficClass.KEYS)).isZero();
  }

  private static Caller ofAccount(long number) {
    return new Caller(Realm.of(number, Mode.LIVE), new KeyId(new UUID(0, number)), KeyKind.SECRET);
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try (socket) {
      return socket.getInputStream().read() == -1;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void behind_a_trusted_proxy_the_forwarded_address_counts() throws Exception {
    try (Server proxied =
            TestServer.start(proxied(limits(SMALL)), new PrometheusRegistry(), Optional::empty);
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

  /** The server is behind a proxy, so each request has the address of another client. */
  @Test
  void requests_without_a_secret_key_leave_most_slots_for_others() throws Exception {
    var twelve = new Budgets(64, 64, 12, 50, 20, 12, 6, PER_ADDRESS, BYTES, BYTES, BYTES);
    try (Server proxied =
            TestServer.start(
                proxied(limits(twelve)),
                new PrometheusRegistry(),
                Optional::empty,
                new Endpoint(
                    "GET",
                    "/v2/refused",
                    TrafficClass.KEYS,
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
  void a_request_rejected_for_its_key_is_not_awaited_for_long() throws Exception {
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
  void the_deadline_of_a_response_starts_when_the_body_is_complete() throws Exception {
    try (Socket socket = server.connect()) {
      socket
          .getOutputStream()
          .write(
              "POST /v2/waited HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na"
                  .getBytes(US_ASCII));
      await(() -> capacity().held(TrafficClass.KEYS) > 0);
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

  private static byte[] unended(String path, int sent) {
    String head =
        "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: " + (sent + 9) + "\r\n\r\n";
    return (head + "a".repeat(sent)).getBytes(US_ASCII);
  }

  private static HttpConfig proxied(HttpConfig.Limits limits) {
    return Records.with(
        TestConfig.http(limits), "trustedProxies", List.of(AddressRange.of("127.0.0.0/8")));
  }
}
