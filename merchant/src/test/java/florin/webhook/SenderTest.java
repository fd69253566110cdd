package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Mode;
import florin.testing.EndlessServer;
import florin.webhook.DeliveryAttempts.PostOutcome;
import florin.webhook.Receiver.Reaction;
import florin.webhook.WebhookModule.Resolver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import standin.EndlessResponse;

/**
 * The permitted destinations of webhooks and the stored part of a response. A canary server listens
 * on loopback.
 */
class SenderTest {
  private static final byte[] BODY = "{}".getBytes(StandardCharsets.US_ASCII);
  private static final AddressGuard STRICT = new AddressGuard(false, Set.of(), List.of());

  /** More bytes than the buffers of a connection hold, and fewer than a heap holds. */
  private static final long MOST_SENT = 32 << 20;

  private final Receiver receiver = new Receiver();
  private final AtomicInteger canaryHeard = new AtomicInteger();
  private ServerSocket canary;

  @BeforeEach
  void listen() throws IOException {
    canary = new ServerSocket(0, 50, InetAddress.getByName("0.0.0.0"));
    Thread.ofVirtual().start(this::hear);
  }

  @AfterEach
  void close() throws IOException {
    canary.close();
    receiver.close();
  }

  private void hear() {
    try {
      while (true) {
        Socket caller = canary.accept();
        canaryHeard.incrementAndGet();
        caller.close();
      }
    } catch (IOException closed) {
      assertThat(canary.isClosed()).isTrue();
    }
  }

  static Stream<String> hostileHosts() {
    return Stream.of(
        "127.0.0.1",
        "127.0.0.2",
        "127.255.255.254",
        "127.1",
        "127.0.1",
        "0",
        "0.0.0.0",
        "00.0.0.0",
        "2130706433",
        "017700000001",
        "0x7f000001",
        "0x7f.0.0.1",
        "0x7f.1",
        "0177.0.0.1",
        "127.0.0.01",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "a.localhost",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.254",
        "169.254.169.254",
        "169.254.0.1",
        "172.16.0.1",
        "172.31.255.254",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "192.168.255.255",
        "198.18.0.1",
        "198.19.255.254",
        "198.51.100.7",
        "203.0.113.7",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::ffff:10.0.0.1]",
        "[::127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
        "[fe80::1]",
        "[fe80::1%25lo]",
        "[fec0::1]",
        "[fc00::1]",
        "[fd12:3456::1]",
        "[ff02::1]",
        "[ff0e::1]",
        "[2001::1]",
        "[2001:0:7f00:1::]",
        "[2001:db8::1]",
        "[2001:10::1]",
        "[2001:20::1]",
        "[2002:7f00:1::]",
        "[2002:a00:1::]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b::10.0.0.1]",
        "[64:ff9b:1::1]",
        "[100::1]",
        "[3fff::1]",
        "[5f00::1]",
        "evil@127.0.0.1",
        "shop.example@127.0.0.1",
        "127.0.0.1#shop.example",
        "127.0.0.1%2eshop.example",
        "127.0.0.1\\@shop.example",
        "shop_.0x7f",
        "\u2460\u2461\u2466.0.0.1",
        "inside.example",
        "both.example",
        "mapped.example");
  }

  @ParameterizedTest
  @MethodSource("hostileHosts")
  void in_live_mode_nothing_is_sent_to_internal_addresses(String host) throws Exception {
    for (String scheme : List.of("https", "http")) {
      try (var sender = new Sender(Mode.LIVE, STRICT, SenderTest::inside, 4)) {
        PostOutcome sent = post(sender, scheme + "://" + host + ":" + canary.getLocalPort() + "/");

        assertThat(sent)
            .isInstanceOfSatisfying(
                PostOutcome.Failed.class,
                failed -> assertThat(failed.reason()).startsWith("not sent: the URL must "));
      }
    }
    assertThat(canaryHeard).hasValue(0);
  }

  /** Returns addresses with at least one that is not public. One such address blocks the name. */
  private static List<InetAddress> inside(String host) throws java.net.UnknownHostException {
    return switch (host) {
      case "both.example" ->
          List.of(InetAddress.ofLiteral("93.184.215.14"), InetAddress.ofLiteral("127.0.0.1"));
      case "mapped.example" -> List.of(InetAddress.ofLiteral("::ffff:127.0.0.1"));
      default -> List.of(InetAddress.getLoopbackAddress());
    };
  }

  @Test
  void live_mode_requires_tls() {
    try (var sender = new Sender(Mode.LIVE, STRICT, Resolver.SYSTEM, 4)) {
      assertThat(post(sender, "http://93.184.215.14/"))
          .isInstanceOfSatisfying(
              PostOutcome.Failed.class, failed -> assertThat(failed.reason()).contains("https://"));
    }
  }

  @Test
  void a_name_with_changing_addresses_is_resolved_once_and_receives_nothing() {
    var asked = new AtomicInteger();
    Resolver rebinding =
        _ ->
            List.of(
                asked.getAndIncrement() % 2 == 0
                    ? InetAddress.ofLiteral("192.0.2.1")
                    : InetAddress.getLoopbackAddress());
    try (var sender = new Sender(Mode.TEST, STRICT, rebinding, 4)) {
      for (int i = 0; i < 4; i++) {
        assertThat(post(sender, "http://rebinds.example:" + canary.getLocalPort() + "/"))
            .isInstanceOf(PostOutcome.Failed.class);
      }
    }
    assertThat(asked).hasValue(4);
    assertThat(canaryHeard).hasValue(0);
  }

  @Test
  void the_checked_address_is_connected_to_with_the_urls_own_host() {
    try (var sender =
        new Sender(
            Mode.TEST, loopback(Set.of()), _ -> List.of(InetAddress.getLoopbackAddress()), 4)) {
      String url = receiver.url("/named").replace("127.0.0.1", "shop.example");

      assertThat(post(sender, url).isDelivered()).isTrue();
      assertThat(receiver.at("/named").getFirst().header("host")).startsWith("shop.example:");
    }
  }

  @Test
  void loopback_is_for_test_mode_and_never_for_florins_own_ports() {
    int ours = canary.getLocalPort();
    try (var test = new Sender(Mode.TEST, loopback(Set.of(ours)), Resolver.SYSTEM, 4);
        var live = new Sender(Mode.LIVE, loopback(Set.of(ours)), Resolver.SYSTEM, 4)) {
      assertThat(post(test, receiver.url("/ok")).isDelivered()).isTrue();
      for (String host : List.of("127.0.0.1", "localhost", "127.0.0.2", "[::1]", "0.0.0.0")) {
        assertThat(post(test, "http://" + host + ":" + ours + "/"))
            .isInstanceOf(PostOutcome.Failed.class);
        assertThat(post(live, "https://" + host + ":" + ours + "/"))
            .isInstanceOf(PostOutcome.Failed.class);
      }
    }
    assertThat(canaryHeard).hasValue(0);
  }

  @Test
  void only_the_beginning_of_a_long_response_is_read_and_kept() {
    receiver.answer("/long", _ -> new Reaction(200, "x".repeat(1 << 20), Map.of("X-Long", "yes")));
    try (var sender = new Sender(Mode.TEST, loopback(Set.of()), Resolver.SYSTEM, 4)) {
      assertThat(post(sender, receiver.url("/long")))
          .isInstanceOfSatisfying(
              PostOutcome.Answered.class,
              answered -> {
                assertThat(answered.isDelivered()).isTrue();
                assertThat(answered.body()).hasSize(AnswerReader.KEPT_BODY_BYTES);
                assertThat(answered.headers()).contains("X-long: yes");
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void no_part_of_a_response_needs_an_end(EndlessResponse response) {
    try (var endless = new EndlessServer(response, MOST_SENT);
        var sender = new Sender(Mode.TEST, loopback(Set.of()), Resolver.SYSTEM, 4)) {
      PostOutcome sent = post(sender, endless.url() + "/");

      if (response.isAnswered()) {
        assertThat(sent.isDelivered()).as("%s", sent).isTrue();
      } else {
        assertThat(sent)
            .isInstanceOfSatisfying(
                PostOutcome.Failed.class,
                failed ->
                    assertThat(failed.reason())
                        .startsWith("the response ")
                        .contains(EndlessServer.limitOf(response)));
      }
      Awaitility.await("the end of the response")
          .atMost(Duration.ofSeconds(60))
          .until(() -> endless.ended() == 1);
      assertThat(endless.cut()).as("the client cuts off %s", response).isEqualTo(1);
      assertThat(endless.sent()).isLessThan(MOST_SENT);
    }
  }

  /** This response is the largest one that the client reads: every part is at its limit. */
  @Test
  void a_response_within_every_limit_is_read() throws Exception {
    String response =
        "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(8)
            + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
            + "a: %s\r\n".formatted("b".repeat(75)).repeat(97)
            + "\r\n"
            + "8000;%s\r\n%s\r\n".formatted("c".repeat(100), "d".repeat(32 << 10)).repeat(2)
            + "0\r\nt: u\r\nt: v\r\n\r\n";
    try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var sender = new Sender(Mode.TEST, loopback(Set.of()), Resolver.SYSTEM, 4)) {
      Thread.ofVirtual().start(() -> answerOnce(server, response));

      PostOutcome sent = post(sender, "http://127.0.0.1:" + server.getLocalPort() + "/");
      assertThat(sent)
          .isInstanceOfSatisfying(
              PostOutcome.Answered.class,
              answered -> {
                assertThat(answered.status()).isEqualTo(200);
                assertThat(answered.headers()).hasSize(AnswerReader.KEPT_HEADER_CHARS);
                assertThat(answered.body()).isEqualTo("d".repeat(AnswerReader.KEPT_BODY_BYTES));
              });
    }
  }

  private static void answerOnce(ServerSocket server, String response) {
    try (Socket caller = server.accept()) {
      awaitRequest(caller);
      caller.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
      assertThat(caller.getInputStream().readAllBytes()).isNotNull();
    } catch (IOException closed) {
      assertThat(server.isClosed()).isTrue();
    }
  }

  @Test
  void card_numbers_that_a_receiver_sends_are_not_kept() {
    String card = "4242 4242 4242 4242";
    receiver.answer("/card", _ -> new Reaction(500, "no: " + card, Map.of("X-Card", card)));
    receiver.answer(
        "/cut",
        _ -> new Reaction(200, "x".repeat(AnswerReader.KEPT_BODY_BYTES - 15) + card, Map.of()));
    receiver.answer("/order", _ -> new Reaction(200, "order 1234", Map.of()));
    try (var sender = new Sender(Mode.TEST, loopback(Set.of()), Resolver.SYSTEM, 4)) {
      assertThat(post(sender, receiver.url("/card")))
          .isInstanceOfSatisfying(
              PostOutcome.Answered.class,
              answered -> {
                assertThat(answered.body()).isEqualTo("no: •••• •••• •••• ••••");
                assertThat(answered.headers())
                    .contains("X-card: •••• •••• •••• ••••")
                    .doesNotContain("4242");
              });
      assertThat(post(sender, receiver.url("/cut")))
          .isInstanceOfSatisfying(
              PostOutcome.Answered.class,
              answered ->
                  assertThat(answered.body())
                      .hasSize(AnswerReader.KEPT_BODY_BYTES)
                      .endsWith("x•••• •••• •••• "));
      assertThat(post(sender, receiver.url("/order")))
          .isInstanceOfSatisfying(
              PostOutcome.Answered.class,
              answered -> assertThat(answered.body()).isEqualTo("order 1234"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"BLANK_LINES", "REASON", "HEADER_VALUE", "CHUNK_EXTENSION"})
  void a_response_that_drips_is_cut_when_the_time_of_the_attempt_is_over(EndlessResponse response) {
    try (var dripping = EndlessServer.dripping(response);
        var sender =
            new Sender(
                Mode.TEST,
                loopback(Set.of()),
                Resolver.SYSTEM,
                4,
                new SslContextFactory.Client(),
                Duration.ofMillis(500))) {
      PostOutcome sent = post(sender, dripping.url() + "/");

      assertThat(sent.isDelivered()).isEqualTo(response.isAnswered());
      if (sent instanceof PostOutcome.Failed failed) {
        assertThat(failed.reason()).startsWith("no response within");
      }
      Awaitility.await("the end of the connection").until(() -> dripping.cut() == 1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 102, 103, 104, 199})
  void the_response_after_informational_ones_counts(int status) throws Exception {
    try (var hinting = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var sender = new Sender(Mode.TEST, loopback(Set.of()), Resolver.SYSTEM, 4)) {
      Thread.ofVirtual().start(() -> hintTwice(hinting, hint(status)));

      assertThat(post(sender, "http://127.0.0.1:" + hinting.getLocalPort() + "/"))
          .isInstanceOfSatisfying(
              PostOutcome.Answered.class, answered -> assertThat(answered.status()).isEqualTo(204));
    }
  }

  private static void hintTwice(ServerSocket server, byte[] hint) {
    try (Socket caller = server.accept()) {
      awaitRequest(caller);
      caller.getOutputStream().write(hint);
      caller.getOutputStream().write(hint);
      caller
          .getOutputStream()
          .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(caller.getInputStream().readAllBytes())
          .as("bytes after the request")
          .hasSizeLessThan(9);
    } catch (IOException closed) {
      assertThat(server.isClosed()).isTrue();
    }
  }

  /**
   * Waits for the request. A client closes the connection if a response comes before its request.
   */
  private static void awaitRequest(Socket caller) throws IOException {
    assertThat(caller.getInputStream().read(new byte[4096])).isPositive();
  }

  private static byte[] hint(int status) {
    return ("HTTP/1.1 " + status + " Hint\r\nLink: </a>\r\n\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void retry_after_is_read_in_both_forms() {
    receiver.answer("/seconds", _ -> new Reaction(503, "", Map.of("Retry-After", "120")));
    receiver.answer(
        "/date",
        _ -> new Reaction(503, "", Map.of("Retry-After", "Fri, 02 Jan 2026 00:01:00 GMT")));
    receiver.answer(
        "/past",
        _ -> new Reaction(503, "", Map.of("Retry-After", "Thu, 01 Jan 2026 00:00:00 GMT")));
    receiver.answer("/ever", _ -> new Reaction(503, "", Map.of("Retry-After", "9".repeat(40))));
    receiver.answer("/nonsense", _ -> new Reaction(503, "", Map.of("Retry-After", "soon")));
    try (var sender = new Sender(Mode.TEST, loopback(Set.of()), Resolver.SYSTEM, 4)) {
      assertThat(retryAfter(sender, "/seconds")).contains(Duration.ofMinutes(2));
      assertThat(retryAfter(sender, "/date")).contains(Duration.ofMinutes(1));
      assertThat(retryAfter(sender, "/past")).isEmpty();
      assertThat(retryAfter(sender, "/ever").orElseThrow()).isGreaterThan(Duration.ofDays(365));
      assertThat(retryAfter(sender, "/nonsense")).isEmpty();
    }
  }

  private java.util.Optional<Duration> retryAfter(Sender sender, String path) {
    return post(sender, receiver.url(path)) instanceof PostOutcome.Answered answered
        ? answered.retryAfter()
        : java.util.Optional.empty();
  }

  private static AddressGuard loopback(Set<Integer> ownPorts) {
    return new AddressGuard(true, ownPorts, List.of());
  }

  private static PostOutcome post(Sender sender, String url) {
    return sender.post(url, BODY, Map.of("a", "b"), Instant.parse("2026-01-02T00:00:00Z"));
  }
}
