package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import florin.core.ErrorCode;
import florin.core.Realm;
import florin.http.Endpoint.Action;
import florin.http.Endpoint.RequestClass;
import florin.http.Server.Readiness;
import florin.testing.Records;
import florin.testing.SelfSigned;
import florin.testing.TestConfig;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The life of a server: admission, health checks and the stop. */
@Isolated("it reads the log, which is one for the whole JVM")
class ServerTest {
  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private Endpoint held() {
    return new Endpoint(
        "GET",
        "/v2/held",
        exchange -> {
          entered.countDown();
          awaitRelease(Duration.ofSeconds(15));
          return Answer.json(200, "done");
        });
  }

  private static Endpoint quick() {
    return new Endpoint("GET", "/v2/quick", exchange -> Answer.json(200, "quick"));
  }

  @Test
  void without_a_permit_a_request_is_told_to_retry_and_not_executed() throws Exception {
    var ran = new AtomicInteger();
    Endpoint counted =
        new Endpoint("POST", "/v2/counted", exchange -> Answer.json(200, ran.incrementAndGet()));
    try (var server =
        new TestServer(HttpConfig.Limits.DEFAULT.withMaxInFlight(1), held(), counted)) {
      CompletableFuture<HttpResponse<String>> first = inBackground(() -> server.get("/v2/held"));
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

      HttpResponse<String> shed = server.post("/v2/counted", "{}");

      RequestHandlerTest.assertError(shed, 503, "api_error", "overloaded");
      assertThat(shed.headers().firstValue("retry-after")).contains("1");
      assertThat(ran).hasValue(0);
      assertThat(server.get("/healthz").statusCode()).isEqualTo(200);
      assertThat(server.get("/readyz").statusCode()).isEqualTo(200);
      assertThat(server.get("/metrics").body())
          .contains("florin_http_requests_shed_total 1.0")
          .contains("florin_http_requests_in_flight 1.0");
      release.countDown();
      assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      assertThat(server.post("/v2/counted", "{}").body()).isEqualTo("1");
    }
  }

  @Test
  void a_slow_body_holds_no_permit() throws Exception {
    Endpoint length =
        new Endpoint("POST", "/v2/length", exchange -> Answer.json(200, exchange.body().length));
    try (var server =
            new TestServer(HttpConfig.Limits.DEFAULT.withMaxInFlight(1), length, quick());
        Socket slow = server.connect()) {
      String head = "POST /v2/length HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na";
      slow.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));

      assertThat(server.get("/v2/quick").statusCode()).isEqualTo(200);

      slow.getOutputStream().write('b');
      assertThat(TestServer.readResponse(slow.getInputStream())).endsWith("\r\n\r\n2");
    }
  }

  @Test
  void past_the_bound_of_connections_the_next_waits_for_one_to_end() throws Exception {
    try (var server = new TestServer(connections(1), quick());
        Socket next = connectSecond(server)) {
      assertThat(TestServer.readResponse(next.getInputStream())).startsWith("HTTP/1.1 200");
    }
  }

  private static Socket connectSecond(TestServer server) throws IOException {
    try (Socket first = server.connect()) {
      first.getOutputStream().write(request("/v2/quick"));
      TestServer.readResponse(first.getInputStream());
      Socket second = server.connect();
      second.getOutputStream().write(request("/v2/quick"));
      assertThat(second.getInputStream().available()).isZero();
      return second;
    }
  }

  @Test
  void readiness_has_the_reason_while_health_is_unaffected() {
    var reason = new AtomicReference<Optional<String>>(Optional.of("database"));
    try (var server = new TestServer(HttpConfig.Limits.DEFAULT, reason::get)) {
      assertThat(server.get("/readyz").statusCode()).isEqualTo(503);
      assertThat(server.get("/readyz").body())
          .isEqualTo("{\"status\":\"not_ready\",\"reason\":\"database\"}");
      assertThat(server.get("/healthz").body()).isEqualTo("{\"status\":\"ok\"}");
      reason.set(Optional.empty());
      assertThat(server.get("/readyz").body()).isEqualTo("{\"status\":\"ready\",\"reason\":null}");
    }
  }

  @Test
  void metrics_count_by_template_and_never_by_path() {
    Endpoint thing = new Endpoint("GET", "/v2/things/{id}", exchange -> Answer.json(200, "thing"));
    try (var server = new TestServer(thing)) {
      server.get("/v2/things/17");
      server.get("/v2/secret-path");
      server.raw("NONSENSE\r\n\r\n");

      await()
          .untilAsserted(() ->
              assertThat(server.get("/metrics").body())
                  .contains(
                      "florin_http_requests_total{method=\"GET\",route=\"/v2/things/{id}\",status=\"200\"} 1.0")
                  .contains(
                      "florin_http_requests_total{method=\"GET\",route=\"-\",status=\"404\"} 1.0")
                  .contains(
                      "florin_http_requests_total{method=\"other\",route=\"-\",status=\"400\"} 1.0")
                  .contains("florin_http_request_duration_seconds_bucket{")
                  .contains("jvm_memory_used_bytes")
                  .doesNotContain("secret-path")
                  .doesNotContain("things/17"));
    }
  }

  /** A process has one server, but the tests start hundreds. */
  @Test
  void nothing_of_a_stopped_server_is_kept() {
    WeakReference<PrometheusRegistry> ended = serveAndStop();
    await().until(() -> isCollected(ended));
  }

  private static WeakReference<PrometheusRegistry> serveAndStop() {
    try (var server = new TestServer(quick())) {
      assertThat(server.get("/metrics").body()).contains("jvm_memory_used_bytes");
      return new WeakReference<>(server.registry);
    }
  }

  private static boolean isCollected(WeakReference<?> reference) {
    System.gc();
    return reference.refersTo(null);
  }

  @Test
  void a_stop_completes_requests_in_flight_and_accepts_no_new_ones() throws Exception {
    // The request takes longer than a second, after which a stopping Jetty treats connections as
    // idle.
    Endpoint slow =
        new Endpoint(
            "GET",
            "/v2/slow",
            exchange -> {
              entered.countDown();
              awaitRelease(Duration.ofMillis(1500));
              return Answer.json(200, "done");
            });
    var server = new TestServer(slow, quick());
    int port = server.server.port();
    try (Socket idle = server.connect()) {
      CompletableFuture<HttpResponse<String>> first = inBackground(() -> server.get("/v2/slow"));
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Void> stopping = CompletableFuture.runAsync(server.server::stop);
      await().until(() -> refusesConnections(port));

      assertThat(stopping).isNotDone();
      assertThat(first.get(10, TimeUnit.SECONDS).body()).isEqualTo("\"done\"");
      stopping.get(10, TimeUnit.SECONDS);
      assertThat(idle.getInputStream().readAllBytes()).isEmpty();
    } finally {
      server.close();
    }
  }

  @Test
  void a_connection_in_use_during_a_stop_gets_one_last_response() throws Exception {
    var server = new TestServer(held(), quick());
    int port = server.server.port();
    try (Socket other = server.connect()) {
      CompletableFuture<HttpResponse<String>> first = inBackground(() -> server.get("/v2/held"));
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
      other.getOutputStream().write(request("/v2/quick"));
      assertThat(TestServer.readResponse(other.getInputStream()))
          .startsWith("HTTP/1.1 200")
          .doesNotContainIgnoringCase("connection: close");
      CompletableFuture<Void> stopping = CompletableFuture.runAsync(server.server::stop);
      await().until(() -> refusesConnections(port));

      other.getOutputStream().write(request("/v2/quick"));

      assertThat(TestServer.readResponse(other.getInputStream()))
          .startsWith("HTTP/1.1 200")
          .containsIgnoringCase("connection: close");
      assertThat(other.getInputStream().readAllBytes()).isEmpty();
      release.countDown();
      assertThat(first.get(10, TimeUnit.SECONDS).headers().firstValue("connection"))
          .contains("close");
      stopping.get(10, TimeUnit.SECONDS);
    } finally {
      server.close();
    }
  }

  @Test
  void a_late_request_on_an_open_connection_is_told_to_retry() throws Exception {
    var limits = TestConfig.limits("stopTimeout", Duration.ofSeconds(4));
    var server = new TestServer(limits, held(), quick());
    int port = server.server.port();
    var others = new ArrayDeque<Socket>();
    try {
      for (int i = 0; i < 50; i++) {
        others.add(server.connect());
      }
      CompletableFuture<HttpResponse<String>> first = inBackground(() -> server.get("/v2/held"));
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
      CompletableFuture<Void> stopping = CompletableFuture.runAsync(server.server::stop);
      await().until(() -> refusesConnections(port));

      await().until(() -> isToldToRetry(others.remove()));

      release.countDown();
      assertThat(first.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      stopping.get(10, TimeUnit.SECONDS);
    } finally {
      for (Socket other : others) {
        other.close();
      }
      server.close();
    }
  }

  /**
   * A closing port ends new connections in several ways, before or during the handshake. The
   * invariant is that every request that the server executed got its response.
   */
  @Test
  void over_http2_no_client_is_told_that_its_request_was_late(@TempDir Path folder)
      throws Exception {
    SelfSigned keys = SelfSigned.of("EC", "localhost");
    SelfSigned.Pem pem = keys.writePem(folder);
    var config =
        new HttpConfig(
            "127.0.0.1",
            0,
            Optional.of(new HttpConfig.Tls(pem.chain(), pem.key())),
            List.of(),
            TestConfig.LIMITS);
    var executed = new AtomicInteger();
    Endpoint counted =
        new Endpoint(
            "GET", "/v2/counted", exchange -> Answer.json(200, executed.incrementAndGet()));
    Server server =
        TestServer.start(config, new PrometheusRegistry(), Optional::empty, held(), counted);
    int port = server.port();
    var answered = new AtomicInteger();
    try (HttpClient client = HttpClient.newBuilder().sslContext(keys.trusting()).build()) {
      URI base = URI.create("https://localhost:" + port);
      CompletableFuture<HttpResponse<String>> slow =
          client.sendAsync(
              HttpRequest.newBuilder(base.resolve("/v2/held")).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
      HttpRequest request =
          HttpRequest.newBuilder(base.resolve("/v2/counted"))
              .timeout(Duration.ofSeconds(60))
              .build();
      List<CompletableFuture<Void>> crowd =
          Stream.generate(() ->
                  CompletableFuture.runAsync(
                      () -> askUntilUnreachable(client, request, answered),
                      Thread::startVirtualThread))
              .limit(4)
              .toList();
      await().until(() -> answered.get() > 100);

      CompletableFuture<Void> stopping = CompletableFuture.runAsync(server::stop);

      for (CompletableFuture<Void> each : crowd) {
        each.get(10, TimeUnit.SECONDS);
      }
      assertThat(answered).hasValue(executed.get());
      release.countDown();
      assertThat(slow.get(10, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
      stopping.get(10, TimeUnit.SECONDS);
    } finally {
      server.close();
    }
  }

  private static void askUntilUnreachable(
      HttpClient client, HttpRequest request, AtomicInteger answered) {
    while (true) {
      try {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200 || answer.version() != HttpClient.Version.HTTP_2) {
          throw new IllegalStateException(answer + " " + answer.body());
        }
        answered.incrementAndGet();
      } catch (IOException unreachable) {
        return;
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }
  }

  @Test
  void a_node_that_accepts_no_work_serves_reads_and_rejects_changes() {
    var isFit = new AtomicBoolean(true);
    var readiness =
        new Readiness() {
          @Override
          public Optional<String> notReadyBecause() {
            return isFit.get() ? Optional.empty() : Optional.of("clock");
          }

          @Override
          public boolean mayTakeWork() {
            return isFit.get();
          }
        };
    var done = new AtomicInteger();
    Action action = exchange -> Answer.json(200, done.incrementAndGet());
    var made = TestServer.byKey("POST", "/v2/made", action);
    var back =
        new Endpoint("GET", "/back", TrafficClass.PAYERS, action)
            .withUrgency(RequestClass.FOLLOW_UP);
    try (var server = new TestServer(TestConfig.LIMITS, readiness, made, back, quick())) {
      isFit.set(false);
      RequestHandlerTest.assertError(server.post("/v2/made", "{}"), 503, "api_error", "overloaded");
      HttpResponse<String> refused = server.get("/back");
      RequestHandlerTest.assertError(refused, 503, "api_error", "overloaded");
      assertThat(refused.headers().firstValue("Retry-After")).contains("1");
      assertThat(done).hasValue(0);
      assertThat(server.get("/v2/quick").statusCode()).isEqualTo(200);
      assertThat(server.get("/readyz").body()).contains("clock");

      isFit.set(true);
      assertThat(server.post("/v2/made", "{}").statusCode()).isEqualTo(200);
      assertThat(server.get("/back").statusCode()).isEqualTo(200);
    }
  }

  /**
   * Returns whether the server responded with 503. Otherwise the request was still in time and
   * succeeded.
   */
  private static boolean isToldToRetry(Socket other) throws IOException {
    try (other) {
      other.getOutputStream().write(request("/v2/quick"));
      String answer = TestServer.readResponse(other.getInputStream());
      if (answer.startsWith("HTTP/1.1 200")) {
        return false;
      }
      RequestHandlerTest.assertRawError(answer, 503, "overloaded");
      return true;
    }
  }

  @Test
  void a_stop_has_a_time_limit() throws Exception {
    var limits = TestConfig.limits("stopTimeout", Duration.ofMillis(300));
    try (var server = new TestServer(limits, held())) {
      CompletableFuture<String> first =
          inBackground(() -> server.raw("GET /v2/held HTTP/1.1\r\nHost: x\r\n\r\n"));
      assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();

      CompletableFuture.runAsync(server.server::stop).get(10, TimeUnit.SECONDS);

      assertThat(first.get(10, TimeUnit.SECONDS)).isEmpty();
    } finally {
      release.countDown();
    }
  }

  @Test
  void a_used_port_is_reported() {
    try (var first = new TestServer()) {
      assertThatThrownBy(() ->
              TestServer.start(
                  Records.with(TestConfig.http(), "port", first.server.port()),
                  new PrometheusRegistry(),
                  Optional::empty))
          .hasMessage("cannot listen on 127.0.0.1:" + first.server.port());
    }
  }

  @Test
  void any_free_port_is_known_and_taken_before_the_server_serves() throws Exception {
    int port;
    try (var server = Server.of(TestConfig.http(), new PrometheusRegistry())) {
      port = server.port();
      assertThat(port).isPositive();
      try (var other = new ServerSocket()) {
        var taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        assertThatThrownBy(() -> other.bind(taken)).isInstanceOf(BindException.class);
      }
    }
    new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
  }

  @Test
  void two_endpoints_for_the_same_request_are_a_mistake() {
    assertThatThrownBy(() -> new TestServer(quick(), quick()))
        .hasMessage("two endpoints for GET /v2/quick");
  }

  @Test
  void every_response_is_a_line_of_the_access_log_without_text_of_the_client() {
    Endpoint thing =
        new Endpoint(
            "POST",
            "/v2/things/{id}",
            exchange -> {
              exchange.log().put("payment", exchange.requestId());
              exchange.log().put(new Realm(7));
              exchange.log().put(ErrorCode.CARD_DECLINED);
              return Answer.json(402, exchange.body().length);
            });
    try (var log = new CapturedLog(AccessLog.LOGGER);
        var server = new TestServer(thing)) {
      HttpResponse<String> answer =
          server.post(
              "/v2/things/17?number=4242424242424242",
              "{\"secret\":1}",
              "X-Secret",
              "s3-of-the-header");
      // Each connection is logged when it ends.
      await().until(() -> log.lines().size() == 1);
      server.raw("4242424242424242 /v2/things/17 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      String id = answer.headers().firstValue("request-id").orElse("");

      await().until(() -> log.lines().size() == 2);
      assertThat(log.lines().getFirst())
          .matches(
              "\\{\"time\":\"[-0-9T:.]+Z\",\"request_id\":\""
                  + id
                  + "\",\"method\":\"POST\",\"route\":\"/v2/things/\\{id}\",\"status\":402,\"duration_ms\":[0-9.]+,"
                  + "\"bytes\":2,\"payment\":\""
                  + id
                  + "\",\"realm\":7,\"mode\":\"live\",\"code\":\"card_declined\"}");
      assertThat(log.lines().getLast())
          .contains("\"method\":\"other\",\"route\":\"/v2/things/{id}\",\"status\":405")
          .contains("\"request_id\":\"req_");
      assertThat(log.lines().toString())
          .doesNotContain("4242424242424242")
          .doesNotContain("secret")
          .doesNotContain("s3-of-the-header")
          .doesNotContain("/17");
    }
  }

  private static boolean refusesConnections(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return !socket.isConnected();
    } catch (IOException refused) {
      return refused instanceof ConnectException;
    }
  }

  private static byte[] request(String path) {
    return ("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  private static <T> CompletableFuture<T> inBackground(java.util.function.Supplier<T> work) {
    var future = new CompletableFuture<T>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            future.complete(work.get());
          } catch (RuntimeException e) {
            future.completeExceptionally(e);
          }
        });
    return future;
  }

  private void awaitRelease(Duration atMost) {
    try {
      boolean released = release.await(atMost.toMillis(), TimeUnit.MILLISECONDS);
      assertThat(released || atMost.toSeconds() < 15).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static HttpConfig.Limits connections(int most) {
    return TestConfig.limits(
        "budgets", Records.with(HttpConfig.Limits.DEFAULT.budgets(), "connections", most));
  }
}
