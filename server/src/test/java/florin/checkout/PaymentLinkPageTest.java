package florin.checkout;

import static florin.checkout.Payer.action;
import static florin.checkout.Payer.hidden;
import static florin.checkout.Payer.path;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentLinkId;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
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

/** Merchants create payment links, and payers use them. */
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
        "{%s\"description\": \"Raffle ticket\"%s}"
            .formatted(
                more.contains("currency") ? "" : "\"currency\": \"usd\", ",
                more.isEmpty() ? "" : ", " + more));
  }

  /** Submits the payer's amount. */
  private Reply begin(Reply link, String amount) {
    String session = hidden(payer.look(path(link)), "session");
    return payer.submit(path(link), Map.of("session", session, "amount", amount));
  }

  /** Returns the path of the session to which the page redirects. */
  private static String session(Reply begun) {
    assertThat(begun.status()).isEqualTo(303);
    return begun.header("Location").orElseThrow().substring(2);
  }

  @Test
  void a_link_is_paid_by_many() {
    Reply link = link("\"amount\": 500");
    assertThat(payer.look(path(link)).body()).contains("Raffle ticket", "$5.00");
    for (int i = 0; i < 2; i++) {
      String session = payer.begin(link);
      payer.pay(session, Payer.GOOD);
      assertThat(payer.look(session).body()).contains("Thank you.");
    }

    Reply after = florin.get("/v2/payment_links/" + link.text("/id"));
    assertThat(after.number("/payments")).isEqualTo(2);
    Reply sessions = florin.get("/v2/checkout_sessions?payment_link=" + link.text("/id"));
    assertThat(sessions.texts("/data", "status")).containsExactly("complete", "complete");
  }

  @Test
  void a_link_with_a_fixed_price_is_paid_on_its_own_page() {
    Reply link = link("\"amount\": 500");
    Reply page = payer.look(path(link));
    assertThat(page.body()).contains("Pay $5.00", "name=\"number\"");
    String action = action(page);
    assertThat(action).endsWith("?link=" + path(link).substring(3));
    String session = action.replaceFirst("\\?.*", "");
    assertThat(payer.look(session).status()).as("before a payer starts").isEqualTo(404);

    Reply typo = tryAt(action, "4242424242424241", "1");
    assertThat(typo.status()).isEqualTo(422);
    assertThat(action(typo)).isEqualTo(session);
    tryAt(action, Payer.DECLINED, "1");
    Reply paid = tryAt(action, Payer.GOOD, "2");
    tryAt(action, Payer.GOOD, "2");

    assertThat(paid.header("Location")).contains(".." + session);
    assertThat(payer.look(session).body()).contains("Thank you.");
    assertThat(payer.look(session).header("Refresh"))
        .as("no redirect without success_url")
        .isEmpty();
    assertThat(sessionsOf(link)).containsExactly("complete");
    assertThat(payments(link)).isEqualTo(1);
  }

  private Reply tryAt(String action, String number, String ordinal) {
    return payer.submit(
        action, Map.of("try", ordinal, "number", number, "expiry", "12/40", "cvc", "123"));
  }

  @Test
  void the_address_of_the_form_shows_the_outcome_whether_or_not_the_form_arrived() {
    Reply link = link("\"amount\": 500");
    String action = action(payer.look(path(link)));

    Reply before = payer.look(action);
    assertThat(action(before)).as("the same session").isEqualTo(action);
    assertThat(sessionsOf(link)).isEmpty();
    tryAt(action, Payer.GOOD, "1");

    assertThat(payer.look(action).body()).contains("Thank you.").doesNotContain("<form");
    assertThat(payer.look("/c/x?link=" + path(link).substring(3)).header("Location"))
        .contains(".." + path(link));
    assertThat(payer.look(action + "&a".repeat(200)).body()).contains("Thank you.");
  }

  @Test
  void a_repeated_form_leads_to_its_paid_session_also_if_the_link_is_closed_since() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    String action = action(payer.look(path(link)));
    String late = action(payer.look(path(link)));
    tryAt(action, Payer.GOOD, "1");

    for (String number : List.of(Payer.GOOD, "", Payer.CHALLENGED)) {
      Reply repeated = tryAt(action, number, "1");
      assertThat(repeated.header("Location")).contains(".." + action.replaceFirst("\\?.*", ""));
    }
    Reply refused = tryAt(late, Payer.GOOD, "1");
    assertThat(refused.header("Location")).contains(".." + path(link));
    assertThat(payer.look(path(link)).body()).contains("This link has been used");
    assertThat(payments(link)).isEqualTo(1);
  }

  @Test
  void a_repeated_amount_leads_to_its_session_also_if_the_link_is_disabled_since() {
    Reply link = link("\"customer_chooses\": {\"min\": 500, \"max\": 10000}");
    String session = hidden(payer.look(path(link)), "session");
    payer.submit(path(link), Map.of("session", session, "amount", "7"));
    payer.pay("/c/" + session, Payer.GOOD);
    florin.update("UPDATE payment_link SET active = false WHERE id = '%s'".formatted(uuid(link)));

    Reply repeated = payer.submit(path(link), Map.of("session", session, "amount", "7"));

    assertThat(repeated.header("Location")).contains("../c/" + session);
    assertThat(payer.look("/c/" + session).body()).contains("Thank you.");
  }

  @Test
  void programs_that_preview_links_create_no_session() {
    Reply link = link("\"amount\": 500");
    for (String method : List.of("HEAD", "GET")) {
      Reply page =
          florin
              .client()
              .send(
                  florin
                      .client()
                      .request(path(link))
                      .header("Sec-Purpose", "prefetch")
                      .method(method, BodyPublishers.noBody())
                      .build());
      assertThat(page.status()).isEqualTo(200);
    }
    assertThat(sessionsOf(link)).isEmpty();
  }

  @Test
  void viewing_a_link_creates_no_session_and_its_button_creates_only_one() {
    Reply link = link("\"amount\": 500");
    String action = action(payer.look(path(link)));
    assertThat(sessionsOf(link)).isEmpty();

    for (int i = 0; i < 3; i++) {
      assertThat(payer.submit(action, Map.of()).status()).isEqualTo(422);
    }

    assertThat(sessionsOf(link)).containsExactly("open");
    assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 1 open");
  }

  @Test
  void a_session_is_named_by_us_alone() {
    Reply link = link("\"amount\": 500");
    Reply forged =
        tryAt("/c/" + "A".repeat(56) + "?link=" + path(link).substring(3), Payer.GOOD, "1");
    assertThat(forged.header("Location")).contains(".." + path(link));
    assertThat(sessionsOf(link)).isEmpty();
    Reply chosen = link("\"customer_chooses\": {\"min\": 500, \"max\": 10000}");
    Reply other = payer.submit(path(chosen), Map.of("session", "A".repeat(56), "amount", "7"));
    assertThat(other.status()).isEqualTo(200);
    assertThat(sessionsOf(chosen)).isEmpty();
  }

  @Test
  void a_payer_chooses_within_the_bounds() {
    Reply link = link("\"customer_chooses\": {\"min\": 500, \"max\": 10000}");
    assertThat(payer.look(path(link)).body()).contains("Between $5.00 and $100.00");
    assertThat(payer.look(path(link)).body())
        .contains("<div class=\"money \"><span aria-hidden=\"true\">$</span>");
    assertThat(new Payer(florin, "de").look(path(link)).body())
        .contains(
            "<h1 class=\"title\">An My company zahlen</h1>",
            "<div class=\"money after\"><span aria-hidden=\"true\">$</span>");
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
  void visitors_who_do_not_pay_block_a_limited_link_for_no_payer() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    for (int i = 0; i < 3; i++) {
      payer.begin(link);
    }

    payer.pay(payer.begin(link), Payer.GOOD);

    assertThat(payments(link)).isEqualTo(1);
  }

  @Test
  void a_link_accepts_max_payments_even_if_more_payers_pay_concurrently() {
    Reply link = link("\"amount\": 500, \"max_payments\": 2");
    List<String> sessions = IntStream.range(0, 6).mapToObj(_ -> payer.begin(link)).toList();
    try (var payers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> sent =
          sessions.stream()
              .map(session -> payers.submit(() -> payer.pay(session, Payer.GOOD, "1").status()))
              .toList();
      assertThat(sent.stream().map(PaymentLinkPageTest::get)).isSubsetOf(303, 409, 200);
    }

    assertThat(payments(link)).isEqualTo(2);
    assertThat(counts(link)).isEqualTo("2 paid, 0 paying, 4 open");
    assertThat(sessionsOf(link)).filteredOn("complete"::equals).hasSize(2);
    assertThat(payer.look(path(link)).body()).contains("This link has been used");
    assertThat(sessions)
        .allSatisfy(session ->
            assertThat(payer.look(session).body())
                .containsAnyOf("Thank you.", "This link has been used")
                .doesNotContain("name=\"number\""));
  }

  @Test
  void a_payer_sees_that_others_are_paying_and_can_retry_when_a_slot_is_free() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    String first = payer.begin(link);
    String second = payer.begin(link);
    payer.pay(first, Payer.CHALLENGED);
    assertThat(counts(link)).isEqualTo("0 paid, 1 paying, 2 open");

    Reply refused = payer.pay(second, Payer.GOOD, "1", "jo@example.com");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.header("Retry-After")).contains("60");
    assertThat(refused.body())
        .contains("Nothing was charged. This link accepts a limited number of payments")
        .contains("value=\"jo@example.com\"", "name=\"number\"");
    assertThat(hidden(refused, "try")).isEqualTo("1");
    assertThat(counts(link)).isEqualTo("0 paid, 1 paying, 2 open");

    payer.submit(first + "/again", Map.of());
    payer.pay(second, Payer.GOOD);
    assertThat(payer.look(second).body()).contains("Thank you.");
    assertThat(payments(link)).isEqualTo(1);
  }

  @Test
  void a_slot_is_released_by_a_decline_and_by_the_merchants_cancel() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    String session = payer.begin(link);
    payer.pay(session, Payer.DECLINED);
    assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 1 open");
    payer.pay(session, Payer.CHALLENGED);
    String payment =
        florin
            .get("/v2/checkout_sessions?payment_link=" + link.text("/id"))
            .text("/data/0/payment");

    assertThat(florin.post("/v2/payments/" + payment + "/cancel", "{}").text("/status"))
        .isEqualTo("canceled");

    assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 1 open");
    payer.pay(session, Payer.GOOD);
    assertThat(counts(link)).isEqualTo("1 paid, 0 paying, 0 open");
  }

  @Test
  void a_payment_that_was_approved_and_canceled_later_has_used_its_slot() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1, \"capture_method\": \"manual\"");
    payer.pay(payer.begin(link), Payer.GOOD);
    String payment =
        florin
            .get("/v2/checkout_sessions?payment_link=" + link.text("/id"))
            .text("/data/0/payment");

    Reply canceled = florin.post("/v2/payments/" + payment + "/cancel", "{}");

    assertThat(canceled.text("/status")).as(canceled.body()).isEqualTo("canceled");
    assertThat(counts(link)).isEqualTo("1 paid, 0 paying, 0 open");
  }

  @Test
  void an_attempt_that_waits_for_its_payer_holds_a_slot_for_ten_minutes() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    String session = payer.begin(link);
    payer.pay(session, Payer.CHALLENGED);
    assertThat(
            florin.query(
                "SELECT (due_at BETWEEN created_at + interval '9 minutes' AND now() + interval '10 minutes')::text FROM checkout_session WHERE link_id = '%s'"
                    .formatted(uuid(link))))
        .containsExactly("true");
    florin.update(
        "UPDATE checkout_session SET due_at = now() WHERE link_id = '%s'".formatted(uuid(link)));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 1 open"));

    assertThat(payer.look(session).body())
        .contains("Your payment wasn't completed, and nothing was charged. You can try again.");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() ->
            assertThat(
                    florin.query(
                        "SELECT (due_at = expires_at)::text FROM checkout_session WHERE link_id = '%s'"
                            .formatted(uuid(link))))
                .containsExactly("true"));
    payer.pay(session, Payer.GOOD);
    assertThat(payments(link)).isEqualTo(1);
  }

  @Test
  void a_limited_link_offers_no_bank_transfer_because_it_would_hold_a_slot_for_days() {
    String open = payer.begin(link("\"amount\": 500, \"currency\": \"eur\""));
    Reply link = link("\"amount\": 500, \"currency\": \"eur\", \"max_payments\": 1");
    String limited = payer.begin(link);

    assertThat(payer.look(open).body()).contains("Pay by bank transfer");
    assertThat(payer.look(limited).body()).doesNotContain("Pay by bank transfer");
    payer.submit(limited, Map.of("try", "1", "method", "bank_transfer"));
    assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 1 open");
  }

  @Test
  void a_session_past_its_time_is_no_longer_open() {
    Reply link = link("\"amount\": 500, \"max_payments\": 1");
    payer.begin(link);
    florin.update(
        "UPDATE checkout_session SET expires_at = now(), due_at = now() WHERE link_id = '%s'"
            .formatted(uuid(link)));

    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 0 open"));
  }

  /** All addresses of this test are in one /24. One address may submit 30 forms in a burst. */
  @Test
  void a_network_that_opens_a_link_too_often_waits_and_others_do_not() throws Exception {
    Reply link = link("\"amount\": 500");
    Reply other = link("\"amount\": 700");
    var statuses = new ArrayList<Integer>();
    long began = System.nanoTime();
    for (String address : List.of("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")) {
      for (int i = 0; i < 25; i++) {
        statuses.add(openedFrom(address, link).statusCode());
      }
    }
    long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds() + 1;

    assertThat(statuses).containsOnly(422, 429);
    assertThat(statuses.stream().filter(status -> status == 422).count())
        .isBetween(60L, 60 + seconds);
    HttpResponse<String> last = openedFrom("127.0.0.6", link);
    assertThat(last.statusCode()).isEqualTo(429);
    assertThat(last.headers().firstValue("Retry-After")).contains("60");
    assertThat(last.body()).contains("Too many attempts", "Wait a minute, then try again.");
    assertThat(openedFrom("127.0.0.6", other).statusCode()).isEqualTo(422);
  }

  private HttpResponse<String> openedFrom(String address, Reply link) throws Exception {
    String base = "http://127.0.0.1:" + florin.app().port();
    try (HttpClient client =
        HttpClient.newBuilder().localAddress(InetAddress.getByName(address)).build()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(base + action(payer.look(path(link)))))
              .header("Content-Type", "application/x-www-form-urlencoded")
              .POST(BodyPublishers.ofString("try=1&number=42"))
              .build(),
          BodyHandlers.ofString());
    }
  }

  @Test
  void old_sessions_without_a_payment_do_not_close_a_link_to_new_payers() {
    Reply link = link("\"amount\": 500");
    String old = payer.begin(link);
    String waiting = payer.begin(link);
    payer.pay(waiting, Payer.CHALLENGED);
    florin.update(
        "UPDATE checkout_session SET expires_at = now() + interval '49 minutes', due_at = now() + interval '49 minutes' WHERE link_id = '%s'"
            .formatted(uuid(link)));
    String young = payer.begin(link);
    florin.update("UPDATE payment_link SET reserved = 10000 WHERE id = '%s'".formatted(uuid(link)));
    assertThat(payer.look(path(link)).body()).contains("Pay $5.00");

    payer.begin(link);

    assertThat(payer.look(old).body()).contains("This page has expired");
    assertThat(payer.look(waiting).body()).contains("One more step");
    assertThat(payer.look(young).body()).contains("Pay $5.00");
    assertThat(sessionsOf(link)).containsExactly("open", "open", "open", "expired");
    assertThat(
            florin
                .get("/v2/events?types[]=checkout_session.expired&limit=1")
                .texts("/data", "type"))
        .containsExactly("checkout_session.expired");

    Reply full = payer.submit(action(payer.look(path(link))), Map.of("try", "1"));
    assertThat(full.status()).isEqualTo(503);
    assertThat(full.body())
        .contains(
            "Others are paying right now", "Nothing has been charged. Try again in a moment.");
    assertThat(sessionsOf(link)).hasSize(4);
  }

  @Test
  void a_session_that_ended_without_payment_releases_its_links_slot_once() {
    Reply link = link("\"amount\": 500, \"max_payments\": 2");
    String session = payer.begin(link);
    Reply sent = payer.pay(session, Payer.CHALLENGED);
    payer.begin(link);
    Reply made = florin.get("/v2/checkout_sessions?payment_link=" + link.text("/id"));
    String challenge = sent.header("Location").orElseThrow().substring(2);
    florin.update(
        "UPDATE checkout_session SET status = 'expired', due_at = NULL, version = version + 1 WHERE link_id = '%s' AND payment_id IS NOT NULL"
            .formatted(uuid(link)));
    florin.update(
        "UPDATE payment_link SET reserved = 1, paying = 0 WHERE id = '%s'".formatted(uuid(link)));

    payer.submit(challenge + "/complete", Map.of());

    assertThat(florin.get("/v2/payments/" + made.text("/data/1/payment")).text("/status"))
        .isEqualTo("succeeded");
    assertThat(counts(link)).isEqualTo("0 paid, 0 paying, 1 open");
  }

  @Test
  void a_disabled_link_reports_it_and_creates_nothing() {
    Reply link = link("\"amount\": 500");
    String action = action(payer.look(path(link)));
    florin
        .client()
        .send(
            florin
                .client()
                .request("/v2/payment_links/" + link.text("/id"))
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString("{\"active\": false}"))
                .build());

    assertThat(payer.look(path(link)).body()).contains("This link is disabled");
    assertThat(tryAt(action, Payer.GOOD, "1").header("Location")).contains(".." + path(link));
    assertThat(payer.look(action).header("Location")).contains(".." + path(link));
    assertThat(sessionsOf(link)).isEmpty();
  }

  @Test
  void an_invalid_link_is_rejected() {
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

  private long payments(Reply link) {
    return florin.get("/v2/payment_links/" + link.text("/id")).number("/payments");
  }

  private String counts(Reply link) {
    return florin
        .query(
            "SELECT payments || ' paid, ' || paying || ' paying, ' || reserved || ' open' FROM payment_link WHERE id = '%s'"
                .formatted(uuid(link)))
        .getFirst();
  }

  private static String uuid(Reply link) {
    return PaymentLinkId.KIND.parse(link.text("/id")).orElseThrow().uuid().toString();
  }

  private static int get(Future<Integer> answer) {
    try {
      return answer.get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
  }
}
