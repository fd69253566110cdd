package florin.api;

import static florin.testing.TestApp.payment;
import static org.assertj.core.api.Assertions.assertThat;

import florin.account.Accounts.KeyTerms;
import florin.account.Accounts.NewKey;
import florin.account.RightsText;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits;
import florin.core.KeyRights;
import florin.testing.BankShop;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The limits of restricted keys. {@link KeyMatrixTest} tests their scopes on each route. */
@TestInstance(Lifecycle.PER_CLASS)
class RestrictedKeysTest {
  private static final String GOOD = "4242424242424242";
  private static final String NONE = "";

  private TestApp florin;

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void parallel_refunds_together_never_exceed_the_amount_of_a_day() throws Exception {
    String paid = pay(9000);
    try (var client = client(key("refunds:create", "refunds:create<=1000 usd/day", NONE));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Reply> refund = () -> refund(client, paid, 300);
      List<Reply> replies =
          threads.invokeAll(Stream.generate(() -> refund).limit(12).toList()).stream()
              .map(Future::resultNow)
              .toList();
      assertThat(replies.stream().filter(reply -> reply.status() == 200)).hasSize(3);
      assertThat(replies.stream().filter(reply -> reply.status() != 200))
          .hasSize(9)
          .allSatisfy(RestrictedKeysTest::assertAtLimit);
      assertThat(refund(client, paid, 100).status()).as("the rest of the day").isEqualTo(200);
      assertAtLimit(refund(client, paid, 1));
    }
    assertThat(florin.get("/v2/payments/" + paid).number("/amount_refunded")).isEqualTo(1000);
  }

  @Test
  void a_repeated_request_is_not_counted_again_and_is_answered_at_the_limit() {
    try (var client = client(key("payments:create", "payments:create<=2/day", NONE))) {
      Reply first = client.post("/v2/payments", payment(500, GOOD), "order-1");
      Reply again = client.post("/v2/payments", payment(500, GOOD), "order-1");
      assertThat(again.body()).isEqualTo(first.body());
      assertThat(client.post("/v2/payments", payment(500, GOOD), "order-2").status())
          .isEqualTo(200);
      Reply refused = client.post("/v2/payments", payment(500, GOOD), "order-3");
      assertAtLimit(refused);
      assertThat(client.post("/v2/payments", payment(500, GOOD), "order-1").body())
          .isEqualTo(first.body());
      florin.update("UPDATE key_daily_use SET day = day - 1");
      assertThat(client.post("/v2/payments", payment(500, GOOD), "order-3").status())
          .as("the key of a refused request is free on the next day")
          .isEqualTo(200);
    }
  }

  @Test
  void another_idempotency_record_is_kept_for_secret_and_restricted_keys() {
    Reply own = florin.client().post("/v2/payments", payment(500, GOOD), "shared");
    try (var client = client(key("payments:create", NONE, NONE))) {
      Reply other = client.post("/v2/payments", payment(600, GOOD), "shared");
      assertThat(other.status()).isEqualTo(200);
      assertThat(other.text("/id")).isNotEqualTo(own.text("/id"));
    }
  }

  @Test
  void a_node_whose_clock_is_behind_counts_for_the_later_day() {
    String key = key("payments:create", "payments:create<=1000 usd/day", NONE);
    try (var client = client(key)) {
      assertThat(client.post("/v2/payments", payment(600, GOOD)).status()).isEqualTo(200);
      florin.update("UPDATE key_daily_use SET day = day + 1");
      assertAtLimit(client.post("/v2/payments", payment(600, GOOD)));
      assertThat(client.post("/v2/payments", payment(400, GOOD)).status()).isEqualTo(200);
    }
  }

  @Test
  void an_amount_above_the_limit_and_another_currency_are_refused() {
    String limits = "payments:create<=1000 eur/day, payments:create<=2000 usd/day";
    try (var client = client(key("payments:create", limits, NONE))) {
      assertAtLimit(client.post("/v2/payments", payment(2001, GOOD)));
      assertThat(client.post("/v2/payments", payment(2000, GOOD)).status()).isEqualTo(200);
      Reply pounds = client.post("/v2/payments", payment(100, GOOD).replace("\"usd\"", "\"gbp\""));
      assertAtLimit(pounds);
      assertThat(pounds.text("/error/message")).contains("eur, usd only");
    }
  }

  @Test
  void captures_have_a_limit_of_their_own() {
    String manual = payment(900, GOOD).replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
    String one = florin.client().post("/v2/payments", manual).text("/id");
    String other = florin.client().post("/v2/payments", manual).text("/id");
    try (var client = client(key("payments:capture", "payments:capture<=1000 usd/day", NONE))) {
      assertThat(client.post("/v2/payments/" + one + "/capture", "{}").status()).isEqualTo(200);
      assertAtLimit(client.post("/v2/payments/" + other + "/capture", "{}"));
      assertThat(client.post("/v2/payments/" + other + "/capture", "{\"amount\": 100}").status())
          .isEqualTo(200);
    }
  }

  @Test
  void returns_of_unapplied_funds_have_a_limit_of_their_own() {
    var shop = new BankShop(florin);
    BankShop.Waiting waiting = shop.ask(100);
    shop.book(
        waiting.iban(), Line.written(700, "R1", "no idea"), Line.written(301, "R2", "neither"));
    shop.awaitMatched();
    Reply open = florin.get("/v2/unmatched_transfers?status=open");
    String small = open.text("/data/0/id");
    String large = open.text("/data/1/id");
    if (open.number("/data/0/amount_remaining") == 700) {
      String swapped = small;
      small = large;
      large = swapped;
    }
    String limits = "unapplied_funds:return<=1000 eur/day";
    try (var client = client(key("unapplied_funds:return", limits, NONE))) {
      Reply first = sendBack(client, large);
      assertThat(first.text("/status")).as(first.body()).isEqualTo("returning");
      Reply refused = sendBack(client, small);
      assertAtLimit(refused);
      assertThat(refused.text("/error/message")).contains(limits);
      assertThat(sendBack(client, large).body()).as("repeated").isEqualTo(first.body());
      assertThat(florin.get("/v2/unmatched_transfers/" + small).text("/status")).isEqualTo("open");
      florin.update("UPDATE key_daily_use SET day = day - 1");
      assertThat(sendBack(client, small).status()).as("on the next day").isEqualTo(200);
    }
  }

  private static Reply sendBack(TestClient client, String transfer) {
    return client.post("/v2/unmatched_transfers/" + transfer + "/return", "{}", "of " + transfer);
  }

  @Test
  void a_rolled_key_and_its_successor_share_the_limit() {
    NewKey old = make("payments:create", "payments:create<=1/day", NONE, Optional.empty());
    try (var client = client(old.text().reveal())) {
      assertThat(client.post("/v2/payments", payment(500, GOOD)).status()).isEqualTo(200);
    }
    NewKey successor = florin.app().accounts().roll(old.key(), Duration.ofHours(1));
    assertThat(successor.key().rights().scopes()).isEqualTo(old.key().rights().scopes());
    try (var client = client(successor.text().reveal())) {
      assertAtLimit(client.post("/v2/payments", payment(500, GOOD)));
    }
  }

  @Test
  void it_is_accepted_from_its_address_ranges_only() {
    try (var near = client(key("payments:read", NONE, "203.0.113.0/24, 127.0.0.0/8"));
        var far = client(key("payments:read", NONE, "203.0.113.0/24"))) {
      assertThat(near.get("/v2/payments").status()).isEqualTo(200);
      Reply refused = far.get("/v2/payments");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.text("/error/code")).isEqualTo("address_not_allowed");
      assertThat(refused.text("/error/message")).contains("127.0.0.1");
    }
  }

  @Test
  void it_ends_at_its_time() {
    NewKey ended = make("payments:read", NONE, NONE, Optional.of(Instant.now().minusSeconds(1)));
    try (var client = client(ended.text().reveal())) {
      assertThat(client.get("/v2/payments").text("/error/code")).isEqualTo("api_key_expired");
    }
  }

  @Test
  void a_missing_scope_is_named() {
    try (var client = client(key("refunds:read", NONE, NONE))) {
      Reply refused = client.post("/v2/refunds", "{}");
      assertThat(refused.status()).isEqualTo(403);
      assertThat(refused.text("/error/code")).isEqualTo("scope_missing");
      assertThat(refused.text("/error/type")).isEqualTo("permission_error");
      assertThat(refused.text("/error/message")).contains("refunds:create");
    }
  }

  @Test
  void saving_a_card_and_showing_a_customer_need_their_scopes_too() {
    String customer = florin.client().post("/v2/customers", "{}").text("/id");
    String saving =
        payment(500, GOOD)
            .replaceFirst(
                "\\{", "{\"save_payment_method\": true, \"customer\": \"" + customer + "\", ");
    try (var narrow = client(key("payments:*", NONE, NONE));
        var wide = client(key("payments:*, payment_methods:write, customers:read", NONE, NONE))) {
      Reply refused = narrow.post("/v2/payments", saving);
      assertThat(refused.text("/error/code")).isEqualTo("scope_missing");
      assertThat(refused.text("/error/message")).contains("payment_methods:write");
      String saved = wide.post("/v2/payments", saving).text("/id");
      String expanded = "/v2/payments/" + saved + "?expand[]=customer";
      assertThat(wide.get(expanded).text("/customer/id")).isEqualTo(customer);
      assertThat(narrow.get("/v2/payments/" + saved).status()).isEqualTo(200);
      assertThat(narrow.get(expanded).text("/error/message")).contains("customers:read");
    }
  }

  private String pay(long amount) {
    return florin.client().post("/v2/payments", payment(amount, GOOD)).text("/id");
  }

  private String key(String scopes, String limits, String addresses) {
    return make(scopes, limits, addresses, Optional.empty()).text().reveal();
  }

  private NewKey make(String scopes, String limits, String addresses, Optional<Instant> ends) {
    var rights =
        new KeyRights(
            RightsText.scopes(scopes).orElseThrow(),
            DailyLimits.of(RightsText.limits(limits).orElseThrow()),
            RightsText.addresses(addresses).orElseThrow());
    return florin
        .app()
        .accounts()
        .createKey(
            florin.realm(),
            new KeyTerms(KeyKind.RESTRICTED, rights, "restricted", ends),
            _ -> _ -> true);
  }

  private TestClient client(String key) {
    return new TestClient(florin.app().port(), key);
  }

  private static Reply refund(TestClient client, String payment, long amount) {
    return client.post(
        "/v2/refunds",
        "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment, amount),
        UUID.randomUUID().toString());
  }

  private static void assertAtLimit(Reply reply) {
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.text("/error/code")).isEqualTo("daily_limit_reached");
  }
}
