package florin.drill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Named.named;

import florin.db.TestPostgres;
import florin.drill.FlorinUnderAbuse.Weight;
import florin.testing.Drills;
import florin.testing.SmuggledRequest;
import florin.testing.TakesLong;
import florin.testing.TestClient;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Attacks of an unauthenticated client or a hostile merchant on a service with a heap of 64 MB.
 * While each attack is at its peak, the service stays within its memory limits. Another tenant
 * creates and lists payments, and gets only 200 responses.
 */
@TakesLong
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AbuseTest {
  /** The limits for a service with -Xmx64m during each attack, in MiB and threads. */
  private static final Weight MOST = new Weight(44, 8, 240, 80);

  private static final int ADDRESSES = 20;

  /** The number of lines that errors may add to /metrics, however many errors there are. */
  private static final int MOST_SERIES = 700;

  /** The number of bytes that errors may add to the log. */
  private static final long MOST_LOGGED = 64 << 10;

  private FlorinUnderAbuse florin;
  private Neighbour neighbour;
  private Attackers attackers;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    florin =
        FlorinUnderAbuse.start(
            folder, TestPostgres.freshDatabase(), "64m", List.of("-XX:TieredStopAtLevel=1"));
    fill();
    neighbour = new Neighbour(florin.port(), florin.secretKey());
    neighbour.awaitServed(1);
  }

  /** Creates 60 customers of two kilobytes, so that lists are large. */
  private void fill() throws Exception {
    String customer =
        "{\"metadata\": {\"a\": \"%1$s\", \"b\": \"%1$s\", \"c\": \"%1$s\", \"d\": \"%1$s\"}}"
            .formatted("x".repeat(450));
    try (var hostile = new TestClient(florin.port(), florin.hostileKey())) {
      for (int i = 0; i < 60; i++) {
        assertThat(hostile.post("/v2/customers", customer).status()).isEqualTo(200);
      }
    }
  }

  @AfterAll
  void stop() throws Exception {
    try {
      neighbour.close();
    } finally {
      florin.close();
    }
  }

  @BeforeEach
  void gather() {
    attackers = new Attackers(florin.port());
  }

  /** Checks the service at the peak of the attack, and prints the totals. */
  @AfterEach
  void withstands(TestInfo test) throws Exception {
    Weight weight;
    try {
      assertThat(florin.isAlive()).as("alive").isTrue();
      weight = florin.weigh();
      neighbour.awaitServed(2);
    } finally {
      attackers.close();
    }
    if (Drills.areAsked()) {
      System.out.printf("%s: %s, %s%n", test.getDisplayName(), weight, attackers.answers());
    }
    assertThat(weight).matches(w -> w.isWithin(MOST), "within " + MOST);
  }

  interface Attack {
    void run(Attackers attackers) throws Exception;
  }

  /** Floods of frames that end their connection. */
  static Stream<Named<Attack>> floods() {
    return Stream.of(
        named("settings", HostileFrames::settings),
        named("settings of tables", HostileFrames::settingsOfTables),
        named("pings", HostileFrames::pings),
        named("priorities", HostileFrames::priorities),
        named("unknown frames", HostileFrames::unknownFrames),
        named("empty data", HostileFrames::emptyData),
        named("continuations", HostileFrames::continuations));
  }

  @ParameterizedTest
  @MethodSource("floods")
  void a_flood_of_frames_ends_its_connection(Attack flood) throws Exception {
    flood.run(attackers);
    assertThat(attackers.answers(Attackers.CUT_OFF)).isEqualTo(HostileFrames.CONNECTIONS);
  }

  /** Sends enough resets in a second to end the connection, if the machine is fast enough. */
  @Test
  void requests_with_an_immediate_reset() throws Exception {
    HostileFrames.resets(attackers);
  }

  @Test
  void requests_that_florin_must_reset() throws Exception {
    HostileFrames.provokedResets(attackers);
  }

  /** Window updates cost only the time to read them, and get no response. */
  @Test
  void window_updates_without_end() throws Exception {
    HostileFrames.windowUpdates(attackers);
  }

  @Test
  void http_2_headers_that_expand_a_thousandfold() throws Exception {
    HostileFrames.headerBombs(attackers);
  }

  @Test
  void flow_control_windows_that_stay_closed() throws Exception {
    HostileFrames.zeroWindows(attackers, florin.hostileKey());
  }

  @Test
  void streams_with_bodies_in_one_byte_frames() throws Exception {
    HostileFrames.streamsOfSmallFrames(attackers, florin.hostileKey());
  }

  @Test
  void http_2_headers_without_an_end() throws Exception {
    HostileFrames.unendedHeads(attackers);
    assertThat(attackers.answers(Attackers.CUT_OFF))
        .as("clients that the service cut off")
        .isZero();
    neighbour.awaitServed(2);
  }

  @Test
  void excessive_trailers() throws Exception {
    HostileFrames.trailers(attackers);
  }

  @Test
  void smuggled_requests_do_nothing() throws Exception {
    String hidden =
        HostileRequests.head("POST", "/v2/customers", florin.hostileKey())
            + "Connection: close\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{\"name\": \"smuggled\"}";
    String before = customers();
    for (SmuggledRequest form : SmuggledRequest.all()) {
      attackers.all(
          4,
          _ ->
              attackers.askToTheEnd(
                  form.text("/dashboard/sign-in", "", hidden).getBytes(ISO_8859_1)));
    }
    assertThat(customers()).isEqualTo(before);
  }

  /** Returns the list of the hostile account's customers. */
  private String customers() {
    try (var hostile = new TestClient(florin.port(), florin.hostileKey())) {
      String all = hostile.get("/v2/customers?limit=100").body();
      assertThat(all).contains("\"has_more\":false");
      return all;
    }
  }

  /**
   * Waits until the connections have sent their bytes and the service has then served another
   * tenant.
   */
  private void awaitHeight(Horde horde, int connections) throws InterruptedException {
    Drill.within(Drill.PATIENCE).until(() -> horde.begun() == connections);
    neighbour.awaitServed(2);
    assertThat(horde.ended()).as("connections that the service has closed").isLessThan(connections);
  }

  @Test
  void slow_request_headers() throws Exception {
    Horde horde = attackers.horde();
    byte[] head = "GET /v2/payments HTTP/1.1\r\nA: ".getBytes(ISO_8859_1);
    horde.send(600, ADDRESSES, head, 'a', true);
    awaitHeight(horde, 600);
  }

  @Test
  void slow_request_bodies() throws Exception {
    Horde horde = attackers.horde();
    for (String key : List.of(florin.publishableKey(), florin.hostileKey())) {
      byte[] begun = HostileRequests.begun("/v2/payment_methods", key, 1 << 20, 100_000);
      horde.send(200, ADDRESSES, begun, 'a', true);
    }
    awaitHeight(horde, 400);
  }

  @Test
  void responses_that_are_never_read() throws Exception {
    Horde horde = attackers.horde();
    horde.send(100, ADDRESSES, HostileRequests.lists(florin.hostileKey(), 3), ' ', false);
    awaitHeight(horde, 100);
  }

  @Test
  void bombs() throws Exception {
    for (String key : List.of(florin.publishableKey(), florin.hostileKey())) {
      for (byte[] bomb : HostileRequests.bombs(key)) {
        attackers.all(4, _ -> attackers.ask(bomb));
      }
    }
    assertThat(attackers.answers().keySet())
        .isSubsetOf(Attackers.CUT_OFF, 200, 400, 403, 404, 413, 414, 415, 429, 431, 503);
  }

  /**
   * Sends errors of a dozen kinds, no two alike. The log and the metrics don't grow with their
   * number.
   */
  @Test
  void errors_without_end() throws Exception {
    int senders = 8;
    int errors = Drills.areAsked() ? 80_000 : 2_000;
    int series = metrics().size();
    long logged = florin.logged();
    attackers.all(
        senders, n -> new HostileErrors(attackers, florin.hostileKey(), n).send(errors / senders));
    assertThat(attackers.answers().keySet())
        .isSubsetOf(303, 400, 401, 403, 404, 405, 415, 429, 503);
    assertThat(attackers.answers().values().stream().mapToInt(AtomicInteger::get).sum())
        .isEqualTo(errors);
    assertThat(metrics()).hasSizeLessThan(series + MOST_SERIES);
    assertThat(florin.logged()).isLessThan(logged + MOST_LOGGED);
  }

  private List<String> metrics() {
    try (var operator = new TestClient(florin.port(), "")) {
      return operator.get("/metrics").body().lines().toList();
    }
  }

  /**
   * Sends a byte now and then on more connections than the service accepts, from twenty addresses.
   */
  @Test
  void thousands_of_slow_connections() throws Exception {
    int connections = Drills.areAsked() ? 5_000 : 1_000;
    Horde horde = attackers.horde();
    horde.send(connections, ADDRESSES, "GET / HTTP/1.1\r\nA: ".getBytes(ISO_8859_1), 'a', true);
    awaitHeight(horde, connections);
    assertThat(horde.connected()).isEqualTo(connections);
  }
}
