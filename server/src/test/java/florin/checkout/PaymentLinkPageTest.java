package florin.checkout;

import static florin.checkout.Payer.hidden;
import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentLinkId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Payment links as merchants make them and payers use them. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentLinkPageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private TestApp florin;
  private Payer payer;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    payer = Payer.of(florin);
  }

  @AfterAll
  void close() {
    florin.close();
  }

  private Reply link(String more) {
    return florin.post(
        "/v2/payment_links",
        "{\"currency\": \"usd\", \"description\": \"Raffle ticket\"%s}"
            .formatted(more.isEmpty() ? "" : ", " + more));
  }

  /** Presses the button of the link's page. */
  private Reply begin(Reply link, String amount) {
    String session = hidden(payer.look(path(link)), "session");
    return payer.submit(path(link), Map.of("session", session, "amount", amount));
  }

  /** The path that a button led to. */
  private static String session(Reply begun) {
    assertThat(begun.status()).isEqualTo(303);
    return begun.header("Location").orElseThrow().substring(2);
  }

  @Test
  void a_link_is_paid_by_many() {
    Reply link = link("\"amount\": 500");
    assertThat(payer.look(path(link)).body()).contains("Raffle ticket", "$5.00");
    for (int i = 0; i < 2; i++) {
      String session = session(begin(link, ""));
      payer.pay(session, Payer.GOOD);
      assertThat(payer.look(session).body()).contains("Thank you.");
    }

    Reply after = florin.get("/v2/payment_links/" + link.text("/id"));
    assertThat(after.number("/payments")).isEqualTo(2);
    Reply sessions = florin.get("/v2/checkout_sessions?payment_link=" + link.text("/id"));
    assertThat(sessions.texts("/data", "status")).containsExactly("complete", "complete");
  }

  @Test
  void to_look_at_a_link_makes_no_session_and_its_button_makes_one_however_often_it_is_pressed() {
    Reply link = link("\"amount\": 500");
    String session = hidden(payer.look(path(link)), "session");
    assertThat(sessionsOf(link)).isEmpty();

    for (int i = 0; i < 3; i++) {
      assertThat(payer.submit(path(link), Map.of("session", session)).header("Location"))
          .contains("../c/" + session);
    }

    assertThat(sessionsOf(link)).containsExactly("open");
    assertThat(reserved(link)).isEqualTo("1");
  }

  @Test
  void a_session_is_named_by_us_alone() {
    Reply link = link("\"amount\": 500");
    Reply forged = payer.submit(path(link), Map.of("session", "A".repeat(56)));
    assertThat(forged.status()).isEqualTo(200);
    assertThat(sessionsOf(link)).isEmpty();
  }

  @Test
  void a_payer_chooses_within_the_bounds() {
    Reply link = link("\"customer_chooses\": {\"min\": 500, \"max\": 10000}");
    assertThat(payer.look(path(link)).body()).contains("Between $5.00 and $100.00");
    for (String wrong : List.of("4.99", "100.01", "x", "-7", "7.123", "1,234.00", "")) {
      Reply refused = begin(link, wrong);
      assertThat(refused.status()).as(wrong).isEqualTo(422);
      assertThat(refused.body()).contains("Enter an amount between $5.00 and $100.00.");
    }
    assertThat(sessionsOf(link)).isEmpty();

    String session = session(begin(link, "7,50"));

    assertThat(payer.look(session).body()).contains("Pay $7.50");
  }

  @Test
  void a_link_is_good_for_so_many_payments_and_no_more_however_many_begin_at_once() {
    Reply link = link("\"amount\": 500, \"max_payments\": 2");
    List<Integer> answers;
    try (var payers = Executors.newVirtualThreadPerTaskExecutor()) {
      answers =
          IntStream.range(0, 6)
              .mapToObj(_ -> payers.submit(() -> begin(link, "").status()))
              .toList()
              .stream()
              .map(PaymentLinkPageTest::get)
              .toList();
    }
    assertThat(answers).filteredOn(status -> status == 303).hasSize(2);
    assertThat(payer.look(path(link)).body()).contains("Somebody is paying just now");

    List<String> open = florin.get("/v2/checkout_sessions?payment_link=" + link.text("/id")).texts("/data", "url");
    payer.pay(URI.create(open.get(0)).getRawPath(), Payer.GOOD);
    florin.post("/v2/checkout_sessions/" + florin.get("/v2/checkout_sessions?status=open&payment_link=" + link.text("/id")).text("/data/0/id") + "/expire", "{}");
    payer.pay(session(begin(link, "")), Payer.GOOD);

    assertThat(payer.look(path(link)).body()).contains("This link has been used");
    assertThat(begin(link, "").status()).isEqualTo(200);
    assertThat(florin.get("/v2/payment_links/" + link.text("/id")).number("/payments")).isEqualTo(2);
    assertThat(reserved(link)).isEqualTo("0");
  }

  @Test
  void what_a_session_has_reserved_is_free_again_when_its_time_is_over() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    session(begin(link, ""));
    florin.update(
        "UPDATE checkout_session SET expires_at = now(), due_at = now() WHERE link_id = (SELECT link_id FROM checkout_session ORDER BY id DESC LIMIT 1)");

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(reserved(link)).isEqualTo("0"));

    payer.pay(session(begin(link, "")), Payer.GOOD);
    assertThat(reserved(link)).isEqualTo("0");
  }

  @Test
  void a_link_that_is_switched_off_says_so_and_begins_nothing() {
    Reply link = link("\"amount\": 500");
    String session = hidden(payer.look(path(link)), "session");
    florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/payment_links/" + link.text("/id"))
                .header("Content-Type", "application/json")
                .method(
                    "PATCH",
                    BodyPublishers.ofString("{\"active\": false}"))
                .build());

    assertThat(payer.look(path(link)).body()).contains("This link is switched off");
    assertThat(payer.submit(path(link), Map.of("session", session)).status()).isEqualTo(200);
    assertThat(sessionsOf(link)).isEmpty();
  }

  @Test
  void what_cannot_be_a_link_is_refused() {
    for (String wrong :
        List.of(
            "",
            "\"amount\": 0",
            "\"amount\": 500, \"customer_chooses\": {\"min\": 1, \"max\": 2}",
            "\"customer_chooses\": {\"min\": 500, \"max\": 400}",
            "\"customer_chooses\": {\"min\": 500}",
            "\"amount\": 500, \"max_payments\": 0",
            "\"amount\": 500, \"line_items\": [{\"name\": \"x\", \"quantity\": 1, \"amount\": 499}]")) {
      assertThat(link(wrong).status()).as(wrong).isEqualTo(400);
    }
    assertThat(payer.look("/l/nothing").status()).isEqualTo(404);
  }

  private List<String> sessionsOf(Reply link) {
    return florin
        .get("/v2/checkout_sessions?payment_link=" + link.text("/id"))
        .texts("/data", "status");
  }

  private String reserved(Reply link) {
    return florin
        .query(
            "SELECT reserved::text FROM payment_link WHERE id = '"
                + PaymentLinkId.KIND.parse(link.text("/id")).orElseThrow().uuid()
                + "'")
        .getFirst();
  }

  private static int get(Future<Integer> answer) {
    try {
      return answer.get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
  }
}
