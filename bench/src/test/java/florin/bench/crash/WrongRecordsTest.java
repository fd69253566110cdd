package florin.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import florin.bench.crash.Cluster.Restart;
import florin.bench.crash.CrashRecords.EventRow;
import florin.bench.crash.CrashRecords.PaymentRow;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.connector.OperationRef;
import florin.connector.simulator.Audit.AuthorizationTotals;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the final check with wrong records that no injected bug produces. */
class WrongRecordsTest {
  private static final String SECRET = "whsec_of_a_merchant";
  private static final UUID PAYMENT = new UUID(1, 1);
  private static final PaymentRow ROW =
      new PaymentRow(PAYMENT, false, "crash-1", "succeeded", 500, "eur", "automatic", 500, 0, 0, 2);

  private final Verdict verdict = new Verdict();

  // Responses to clients.

  @Test
  void a_different_response_for_a_key_is_noticed(@TempDir Path folder) throws Exception {
    told(
        folder,
        List.of(ROW),
        journal -> {
          answer(journal, "{\"amount\":500}", "k", new Reply(200, paid("succeeded")));
          answer(journal, "{\"amount\":500}", "k", new Reply(200, paid("succeeded") + " "));
        });

    assertBroken(Invariant.SAME_ANSWER, "k finally got");
  }

  @Test
  void a_declined_card_that_pays_is_noticed(@TempDir Path folder) throws Exception {
    told(
        folder,
        List.of(ROW),
        journal ->
            answer(
                journal,
                Buyer.payment("crash-1", Cards.NEVER_ARRIVES, 500, ""),
                "k",
                new Reply(200, paid("succeeded"))));

    assertBroken(Invariant.DECLINED, "crash-1");
  }

  @Test
  void status_500_is_a_bug_and_status_503_is_not(@TempDir Path folder) throws Exception {
    told(
        folder,
        List.of(),
        journal -> {
          answer(journal, "{}", "k", new Reply(500, "{}"));
          answer(journal, "{}", "l", new Reply(503, "{}"));
        });

    assertThat(verdict.toString()).contains("1 of         2 responses");
    assertBroken(Invariant.NO_BUG, "/v2/payments: {}");
  }

  @Test
  void a_read_with_status_500_is_noticed(@TempDir Path folder) throws Exception {
    told(
        folder,
        List.of(),
        journal -> {
          journal.seen("/v2/events", new Reply(500, "{}"));
          journal.seen("/v2/events", new Reply(503, "{}"));
        });

    assertThat(verdict.toString()).contains("1 of         2 responses");
    assertBroken(Invariant.NO_BUG, "/v2/events: {}");
  }

  @Test
  void every_unexpected_response_of_the_service_is_in_the_journal(@TempDir Path folder)
      throws Exception {
    HttpServer service = server(500);
    HttpServer other = server(500);
    try (var journal = new Journal(folder.resolve("journal"));
        var shop = new Shop(url(service, ""), "sk", journal)) {
      assertThat(shop.get("/a")).isPresent();
      assertThat(shop.upload("/b", "text/plain", "file")).isPresent();
      assertThat(shop.visit(url(service, "/c"))).isPresent();
      assertThat(shop.visit(url(other, "/d"))).isPresent();

      assertThat(journal.unforeseen()).containsExactly("/a: ", "/b: ", "/c: ");
    } finally {
      service.stop(0);
      other.stop(0);
    }
  }

  private static HttpServer server(int status) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static URI url(HttpServer server, String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  @Test
  void a_rejected_but_valid_request_counts_as_not_served(@TempDir Path folder) throws Exception {
    try (var journal = new Journal(folder.resolve("journal"))) {
      for (int status : new int[] {200, 400, 402, 409, 401, 403, 404, 408, 421, 429, 500, 503}) {
        answer(journal, "{}", "", new Reply(status, "{}"));
      }
      journal.sending("/v2/payments", "{}", "");

      journal.checkServed(verdict);
    }

    assertThat(verdict.toString()).contains("9 of        13 requests");
  }

  @Test
  void a_node_that_stops_late_or_must_be_killed_is_noticed() {
    var second = Duration.ofSeconds(1);
    RollingDrill.look(new Restart(true, second, second), 0, verdict);
    assertThat(verdict.holds()).isTrue();

    RollingDrill.look(new Restart(false, second, second), 0, verdict);
    RollingDrill.look(new Restart(true, Duration.ofSeconds(16), second), 0, verdict);

    assertThat(verdict.toString()).contains("2 of         3 faults");
  }

  @Test
  void a_node_that_works_despite_a_wrong_clock_is_noticed() {
    Reply refused = new Reply(503, "{\"error\":{\"code\":\"overloaded\"}}");
    SkewDrill.refuses(Optional.of(refused), 0, verdict);
    assertThat(verdict.holds()).isTrue();

    SkewDrill.refuses(Optional.of(new Reply(200, "{}")), 0, verdict);
    SkewDrill.refuses(Optional.of(new Reply(503, "{}")), 0, verdict);
    SkewDrill.refuses(Optional.empty(), 0, verdict);

    assertThat(verdict.toString()).contains("3 of         0 clock steps");
  }

  @Test
  void a_failing_client_is_reported_and_continues() throws Exception {
    var times = new CountDownLatch(2);
    try (var clients = new Clients(verdict)) {
      clients.start(() -> {
        times.countDown();
        throw new IllegalStateException("unreadable response");
      });
      assertThat(times.await(10, TimeUnit.SECONDS)).isTrue();
    }

    assertBroken(
        Invariant.NO_BUG, "a client failed: java.lang.IllegalStateException: unreadable response");
  }

  private interface Asking {
    void of(Journal journal);
  }

  private void told(Path folder, List<PaymentRow> payments, Asking asking) throws Exception {
    try (var journal = new Journal(folder.resolve("journal"))) {
      asking.of(journal);
      new Told(payments, List.of(), Set.of(), verdict).check(journal);
    }
  }

  private static void answer(Journal journal, String body, String key, Reply reply) {
    journal.answered(journal.sending("/v2/payments", body, key), reply);
  }

  private static String paid(String status) {
    return """
    {"id":"%s","status":"%s","amount":500,"currency":"eur","capture_method":"automatic","description":"crash-1","amount_captured":500,"amount_refunded":0}\
    """
        .formatted(new PaymentId(PAYMENT).text(), status);
  }

  // Ledgers.

  @Test
  void two_approved_authorizations_of_a_payment_are_noticed() {
    var one = new UUID(2, 1);
    var other = new UUID(2, 2);

    Checks.sums(
        List.of(ROW),
        Map.of(one, PAYMENT, other, PAYMENT),
        List.of(authorization(one, 500, 0), authorization(other, 500, 0)),
        verdict);

    assertBroken(Invariant.ONE_AUTHORIZATION, PAYMENT + " has 2");
    assertThat(verdict.isBroken(Invariant.SUMS)).isFalse();
  }

  @Test
  void excessive_captures_and_refunds_are_noticed() {
    Checks.sums(
        List.of(
            new PaymentRow(PAYMENT, false, "a", "succeeded", 500, "eur", "automatic", 501, 0, 0, 2),
            new PaymentRow(
                PAYMENT, false, "b", "succeeded", 500, "eur", "automatic", 500, 400, 101, 2)),
        Map.of(),
        List.of(authorization(new UUID(2, 1), 501, 0), authorization(new UUID(2, 2), 500, 501)),
        verdict);

    assertThat(verdict.toString()).contains("4 of         4 payments and authorizations");
  }

  private static AuthorizationTotals authorization(UUID reference, long captured, long refunded) {
    return new AuthorizationTotals(
        new OperationRef(new AttemptId(reference)),
        World.CARDS,
        money(500),
        true,
        money(captured),
        money(0),
        money(refunded));
  }

  private static Money money(long minor) {
    return new Money(minor, Currency.get("eur"));
  }

  // Committed and received events.

  @Test
  void complete_deliveries_break_no_promise() throws Exception {
    EventRow first = event(1, 1, "processing", 0);
    EventRow second = event(2, 2, "succeeded", 500);

    read(List.of(first, second), List.of(first.body(), second.body(), ofEndpoint()));

    assertThat(verdict.holds()).as("%s", verdict).isTrue();
  }

  @Test
  void an_event_that_arrived_and_was_never_committed_is_noticed() throws Exception {
    EventRow first = event(1, 1, "processing", 0);

    read(List.of(first), List.of(first.body(), event(7, 2, "succeeded", 500).body()));

    assertBroken(Invariant.ARRIVED, "evt_7 arrived and was never committed");
  }

  @Test
  void an_event_with_two_bodies_is_noticed() throws Exception {
    EventRow first = event(1, 1, "processing", 0);

    read(List.of(first), List.of(event(1, 1, "failed", 0).body(), first.body()));

    assertBroken(Invariant.ARRIVED, "evt_1 payment.updated arrived with a different body");
    assertThat(verdict.toString()).contains("evt_1 arrived with two bodies");
  }

  @Test
  void a_state_that_goes_back_is_noticed_and_counted() throws Exception {
    EventRow first = event(1, 1, "succeeded", 500);
    EventRow second = event(2, 2, "processing", 500);
    var customer =
        new EventRow("evt_3", new UUID(9, 9), 1, "customer.created", "{\"id\":\"evt_3\"}", true);

    read(List.of(first, second, customer), List.of(first.body(), second.body()));

    assertThat(verdict.toString()).contains("1 of         2 payments' events");
    assertBroken(Invariant.NOT_BACK, PAYMENT + " was succeeded with 500, then processing with 500");
  }

  private void read(List<EventRow> committed, List<String> arrived) throws Exception {
    try (var receiver = new Receiver()) {
      receiver.expect("/cards", SECRET);
      for (String body : arrived) {
        assertThat(receiver.takes(head(body), body)).isTrue();
      }
      var reader = new EventReader(verdict, receiver, Map.of(PAYMENT, sequence(committed)));
      committed.forEach(reader::read);
      reader.end();
      assertThat(receiver.forged()).isEmpty();
    }
  }

  private static int sequence(List<EventRow> committed) {
    return (int) committed.stream().filter(event -> event.object().equals(PAYMENT)).count();
  }

  private static EventRow event(int id, int sequence, String status, long captured) {
    String body =
        """
        {"id":"evt_%d","object":"event","type":"payment.updated","request":{"id":"req_1"},"data":{"object":{"status":"%s","amount_captured":%d}}}\
        """
            .formatted(id, status, captured);
    return new EventRow("evt_" + id, PAYMENT, sequence, "payment.updated", body, false);
  }

  private static String ofEndpoint() {
    return """
    {"id":"evt_9","object":"event","type":"webhook_endpoint.created","data":{"object":{}}}\
    """;
  }

  private static String head(String body) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    String hex =
        HexFormat.of().formatHex(mac.doFinal(("1." + body).getBytes(StandardCharsets.UTF_8)));
    return "POST /cards HTTP/1.1\r\nService-Signature: t=1,v1=" + hex + "\r\n";
  }

  private void assertBroken(Invariant invariant, String words) {
    assertThat(verdict.isBroken(invariant)).as("%s", verdict).isTrue();
    assertThat(verdict.example(invariant)).get().asString().contains(words);
  }
}
