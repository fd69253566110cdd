package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Caller.KeyKind;
import florin.testing.Http2Wire;
import florin.testing.Records;
import florin.testing.TestConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** Starts a server whose limits are so small that a few connections reach them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class WithBounds {
  static final int PER_ADDRESS = 4;
  static final Duration PATIENCE = Duration.ofSeconds(60);
  static final int BYTES = 128 << 10;
  static final Budgets SMALL =
      new Budgets(64, 64, 100, 50, 20, 12, 6, PER_ADDRESS, BYTES, BYTES, BYTES);

  /** Budgets with enough memory for a response that the client has not read yet. */
  static final Budgets ROOMY =
      new Budgets(64, 64, 100, 50, 20, 12, 6, PER_ADDRESS, 1 << 26, 1 << 26, 1 << 26);

  static final String LARGE = "x".repeat(15_000);

  /** A response that is larger than the kernel's buffers for a client that does not read. */
  static final String HUGE = "x".repeat(8 << 20);

  static final int PROTOCOL_ERROR = -1;
  static final int REFUSED = -7;
  static final int ENHANCE_YOUR_CALM = 11;

  TestServer server;

  @BeforeAll
  void start() {
    server =
        new TestServer(
            limits(SMALL),
            new Endpoint("GET", "/v2/page", _ -> Answer.json(200, "page")),
            new Endpoint("GET", "/payer", TrafficClass.PAYERS, _ -> Answer.json(200, LARGE)),
            new Endpoint(
                "POST",
                "/form",
                TrafficClass.SIGN_IN,
                exchange -> Answer.json(200, exchange.body())),
            new Endpoint(
                "POST",
                "/v2/refused",
                TrafficClass.KEYS,
                exchange ->
                    Optional.of(
                        Answer.json(
                            401, exchange.requestBody().isComplete() ? "read" : "not read")),
                exchange -> Answer.json(200, exchange.body().length)),
            TestServer.byKey("GET", "/v2/mine", _ -> Answer.json(200, "mine")),
            TestServer.byKey("POST", "/v2/waited", WithBounds::arrived),
            TestServer.byKey("GET", "/v2/waited", WithBounds::arrived),
            TestServer.byKey(
                "POST", "/v2/json", exchange -> Answer.json(200, exchange.json().size())),
            TestServer.byKey(
                KeyKind.PUBLISHABLE, "GET", "/v2/browser", _ -> Answer.json(200, LARGE)));
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /**
   * Waits until the server has noticed the end of the previous test's requests, which count too.
   */
  @BeforeEach
  void awaitNothingHeld() {
    await(() ->
        capacity().present() == 0
            && Arrays.stream(TrafficClass.values())
                .allMatch(trafficClass -> capacity().held(trafficClass) == 0));
  }

  /** Starts a server with a short timeout for clients that don't read its long response. */
  static TestServer hurried(CountDownLatch asked) {
    return new TestServer(
        Records.with(limits(ROOMY), "answerTimeout", Duration.ofMillis(200)),
        new Endpoint(
            "GET",
            "/v2/page",
            _ -> {
              asked.countDown();
              return Answer.json(200, HUGE);
            }));
  }

  /**
   * Checks that the server abandoned its response. The client reads nothing, so nothing else can
   * end it.
   */
  static void assertGivenUp(TestServer hurried, CountDownLatch asked) throws InterruptedException {
    assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    await(() -> hurried.server.capacity().present() == 0);
  }

  final Http2Wire asking(int streams, String method, String path) throws IOException {
    var wire = new Http2Wire(server.server.port(), 0);
    for (int stream = 0; stream < streams; stream++) {
      wire.request(2 * stream + 1, true, method, path);
    }
    wire.flush();
    return wire;
  }

  /** Returns when the body arrived, or 0 if it arrived with the headers. */
  private static Answer arrived(Exchange exchange) {
    long arrived = exchange.arrivedNanos();
    return Answer.json(200, arrived == exchange.receivedNanos() ? 0 : arrived);
  }

  /** Returns the error code with which the server ended the connection. */
  static int endOf(Http2Wire wire) throws IOException {
    Http2Wire.Frame frame = wire.read();
    while (frame.type() != Http2Wire.GOAWAY) {
      frame = wire.read();
    }
    return frame.errorCode();
  }

  static List<Integer> statuses(Http2Wire wire, int answers) throws IOException {
    var statuses = new ArrayList<Integer>();
    for (int i = 0; i < answers; i++) {
      statuses.add(wire.readStatus());
    }
    return statuses;
  }

  static void await(BooleanSupplier condition) {
    Awaitility.await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .atMost(PATIENCE)
        .until(condition::getAsBoolean);
  }

  final Capacity capacity() {
    return server.server.capacity();
  }

  static HttpConfig.Limits limits(Budgets budgets) {
    return TestConfig.limits("budgets", budgets);
  }
}
