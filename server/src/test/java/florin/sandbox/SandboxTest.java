package florin.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import florin.account.Sandbox;
import florin.account.SandboxClocks;
import florin.account.SandboxStore;
import florin.core.Id.PaymentId;
import florin.core.Id.SandboxId;
import florin.core.Realm;
import florin.core.RealmClock;
import florin.db.Db;
import florin.job.DueWork;
import florin.payment.execution.CrashPoint.Step;
import florin.sandbox.SandboxRunner.Advanced;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import florin.testing.TestClient;
import florin.webhook.Receiver;
import florin.webhook.Receiver.Got;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Sandboxes over the API: their clocks, and all that follows them. */
@TestInstance(Lifecycle.PER_CLASS)
class SandboxTest {
  private static final String CARD = "4242424242424242";

  private final Receiver receiver = new Receiver();
  private TestApp florin;

  /** A sandbox, and a client with its own key. */
  private record Box(TestApp florin, String id, String key, TestClient client)
      implements AutoCloseable {
    static Box open(TestApp florin) {
      Reply made = florin.post("/v2/sandboxes", "{\"name\": \"Test\", \"seed\": 7}");
      assertThat(made.status()).as(made.body()).isEqualTo(200);
      return new Box(
          florin,
          made.text("/id"),
          made.text("/secret_key"),
          new TestClient(florin.app().port(), made.text("/secret_key")));
    }

    long now() {
      return client.get("/v2/sandboxes/" + id).number("/now");
    }

    /** Advances the clock by a time, however many requests that needs. */
    List<String> advance(Duration time) {
      long to = now() + time.toSeconds();
      Reply moved = florin.post("/v2/sandboxes/" + id + "/advance", "{\"to\": " + to + "}");
      assertThat(moved.status()).as(moved.body()).isEqualTo(200);
      assertThat(moved.bool("/done")).isTrue();
      assertThat(moved.number("/sandbox/now")).isGreaterThanOrEqualTo(to);
      return moved.texts("/events", "type");
    }

    @Override
    public void close() {
      client.close();
    }
  }

  @BeforeAll
  void open() {
    florin = TestApp.open();
  }

  @AfterAll
  void close() {
    florin.close();
    receiver.close();
  }

  private static String manual(long amount) {
    return TestApp.payment(amount, CARD).replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
  }

  @Test
  void an_authorization_expires_after_a_week_of_the_sandbox() {
    try (Box box = Box.open(florin)) {
      String url = receiver.url("/expiry");
      box.client.post(
          "/v2/webhook_endpoints",
          "{\"url\": \"" + url + "\", \"enabled_events\": [\"payment.canceled\"]}");
      Reply held = box.client.post("/v2/payments", manual(1000));
      assertThat(held.text("/status")).as(held.body()).isEqualTo("requires_capture");
      long begun = box.now();

      assertThat(box.advance(Duration.ofDays(6))).isEmpty();
      List<String> events = box.advance(Duration.ofDays(2));

      assertThat(events).contains("payment.canceled");
      Reply after = box.client.get("/v2/payments/" + held.payment());
      assertThat(after.text("/status")).isEqualTo("canceled");
      assertThat(after.text("/cancellation_reason")).isEqualTo("expired");
      Got got = receiver.at("/expiry").getFirst();
      assertThat(got.json().at("/created").longValue())
          .isBetween(
              begun + Duration.ofDays(7).toSeconds() - 60,
              begun + Duration.ofDays(7).toSeconds() + 60);
    }
  }

  @Test
  void a_failed_webhook_is_retried_by_the_clock_of_the_sandbox() {
    try (Box box = Box.open(florin)) {
      receiver.answer("/retries", 500);
      box.client.post(
          "/v2/webhook_endpoints",
          "{\"url\": \""
              + receiver.url("/retries")
              + "\", \"enabled_events\": [\"customer.created\"]}");
      box.client.post("/v2/customers", "{}");
      await().atMost(Duration.ofMinutes(2)).until(() -> receiver.at("/retries").size() == 1);

      box.advance(Duration.ofHours(1));
      assertThat(receiver.at("/retries")).hasSize(4);
      box.advance(Duration.ofDays(5));
      assertThat(receiver.at("/retries")).hasSize(10);
    }
  }

  @Test
  void a_challenge_is_abandoned_after_an_hour_of_the_sandbox() {
    try (Box box = Box.open(florin)) {
      Reply asked = box.client.post("/v2/payments", TestApp.payment(700, "4000000000003220"));
      assertThat(asked.text("/status")).isEqualTo("requires_action");

      assertThat(box.advance(Duration.ofMinutes(50))).doesNotContain("payment.canceled");
      assertThat(box.advance(Duration.ofMinutes(15))).contains("payment.canceled");
      assertThat(box.client.get("/v2/payments/" + asked.payment()).text("/cancellation_reason"))
          .isEqualTo("abandoned");
    }
  }

  @Test
  void a_payment_that_the_network_decides_later_is_decided() {
    try (Box box = Box.open(florin)) {
      Reply pending = box.client.post("/v2/payments", TestApp.payment(700, "4000000000840118"));
      assertThat(pending.text("/status")).isEqualTo("processing");

      box.advance(Duration.ofMinutes(5));
      assertThat(box.client.get("/v2/payments/" + pending.payment()).text("/status"))
          .isEqualTo("succeeded");
    }
  }

  @Test
  void a_checkout_session_expires_and_its_page_has_the_time_of_the_sandbox() {
    try (Box box = Box.open(florin)) {
      box.advance(Duration.ofDays(100));
      Reply session =
          box.client.post(
              "/v2/checkout_sessions",
              "{\"amount\": 900, \"currency\": \"usd\", \"success_url\": \"https://example.com/a\", \"cancel_url\": \"https://example.com/b\"}");
      assertThat(session.status()).as(session.body()).isEqualTo(200);
      assertThat(session.number("/created")).isCloseTo(box.now(), within(60L));
      String page = session.text("/url").replaceFirst("^https?://[^/]+", "");
      assertThat(box.client.get(page).body()).contains("name=\"number\"");

      assertThat(box.advance(Duration.ofHours(23))).isEmpty();
      assertThat(box.client.get(page).body()).contains("name=\"number\"");
      assertThat(box.advance(Duration.ofHours(2))).containsExactly("checkout_session.expired");
      assertThat(box.client.get(page).body()).doesNotContain("name=\"number\"");
    }
  }

  @Test
  void a_bank_transfer_that_does_not_come_expires() {
    try (Box box = Box.open(florin)) {
      Reply asked =
          box.client.post(
              "/v2/payments",
              "{\"amount\": 900, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}");
      assertThat(asked.text("/status")).as(asked.body()).isEqualTo("requires_action");

      assertThat(box.advance(Duration.ofDays(13))).doesNotContain("payment.canceled");
      assertThat(box.advance(Duration.ofDays(8))).contains("payment.canceled");
    }
  }

  @Test
  void the_simulator_settles_each_day_and_a_dispute_has_a_deadline_of_the_sandbox() {
    try (Box box = Box.open(florin)) {
      box.advance(Duration.ofDays(30));
      box.client.post("/v2/payments", TestApp.payment(5000, CARD));
      Reply disputed = box.client.post("/v2/payments", TestApp.payment(700, "4000000000000259"));
      assertThat(disputed.status()).isEqualTo(200);
      long due = box.client.get("/v2/disputes").number("/data/0/due_by");
      assertThat(due).isCloseTo(box.now() + Duration.ofDays(9).toSeconds(), within(90L));

      box.advance(Duration.ofDays(2));
      Reply payouts = box.client.get("/v2/payouts");
      assertThat(payouts.json().at("/data").size()).as(payouts.body()).isEqualTo(1);
      assertThat(payouts.number("/data/0/created")).isLessThan(box.now());
      box.client.post("/v2/payments", TestApp.payment(5000, CARD));
      box.advance(Duration.ofDays(2));
      assertThat(box.client.get("/v2/payouts").json().at("/data").size()).isEqualTo(2);
    }
  }

  @Test
  void other_realms_keep_the_real_time_and_see_nothing_of_a_sandbox() {
    try (Box box = Box.open(florin)) {
      box.advance(Duration.ofDays(400));
      Reply inside = box.client.post("/v2/payments", TestApp.payment(1000, CARD));
      Reply outside = florin.post("/v2/payments", TestApp.payment(1000, CARD));

      long real = Instant.now().getEpochSecond();
      assertThat(outside.number("/created")).isCloseTo(real, within(60L));
      assertThat(inside.number("/created"))
          .isCloseTo(real + Duration.ofDays(400).toSeconds(), within(90L));
      assertThat(florin.get("/v2/payments/" + inside.payment()).status()).isEqualTo(404);
      assertThat(box.client.get("/v2/payments/" + outside.payment()).status()).isEqualTo(404);
      assertThat(outside.payment()).isLessThan(inside.payment());
    }
  }

  @Test
  void a_reset_leaves_the_keys_and_nothing_else() {
    try (Box box = Box.open(florin)) {
      box.client.post("/v2/customers", "{}");
      Reply paid = box.client.post("/v2/payments", TestApp.payment(1000, CARD));
      box.advance(Duration.ofDays(40));
      List<String> before =
          florin.query(
              "SELECT realm_id FROM payment WHERE realm_id > 4294967296 AND id = ?",
              uuid(paid.payment()));

      assertThat(florin.post("/v2/sandboxes/" + box.id + "/reset", "{}").status()).isEqualTo(200);

      assertThat(box.now()).isCloseTo(Instant.now().getEpochSecond(), within(60L));
      assertThat(box.client.get("/v2/payments/" + paid.payment()).status()).isEqualTo(404);
      assertThat(box.client.post("/v2/payments", TestApp.payment(1000, CARD)).status())
          .isEqualTo(200);
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() ->
              florin
                  .query("SELECT id FROM realm WHERE id = ?", Long.parseLong(before.getFirst()))
                  .isEmpty());
    }
  }

  @Test
  void a_deleted_sandbox_is_gone_with_its_keys() {
    try (Box box = Box.open(florin)) {
      Reply deleted =
          florin.client().send(florin.client().request("/v2/sandboxes/" + box.id).DELETE().build());
      assertThat(deleted.bool("/deleted")).as(deleted.body()).isTrue();
      assertThat(box.client.get("/v2/payments").status()).isEqualTo(401);
      assertThat(florin.get("/v2/sandboxes/" + box.id).status()).isEqualTo(404);
    }
  }

  @Test
  void a_sandbox_has_limits() {
    try (Box box = Box.open(florin)) {
      long far = Instant.now().plus(Duration.ofDays(10 * 366)).getEpochSecond();
      Reply refused =
          box.client.post("/v2/sandboxes/" + box.id + "/advance", "{\"to\": " + far + "}");
      assertThat(refused.status()).isEqualTo(400);
      assertThat(box.client.post("/v2/sandboxes", "{\"name\": \"x\"}").text("/error/code"))
          .isEqualTo("test_mode_only");
      Reply made = florin.post("/v2/sandboxes", "{\"name\": \"x\"}", "again");
      Reply again = florin.post("/v2/sandboxes", "{\"name\": \"x\"}", "again");
      assertThat(again.body()).isEqualTo(made.body());
      assertThat(made.text("/secret_key")).startsWith("sk_test_");
    }
  }

  @Test
  void thirteen_months_pass_in_one_request() {
    try (Box box = Box.open(florin)) {
      for (int i = 0; i < 10; i++) {
        box.client.post("/v2/payments", TestApp.payment(1000 + i, CARD));
        box.client.post("/v2/payments", manual(1000 + i));
        box.client.post(
            "/v2/checkout_sessions",
            "{\"amount\": 900, \"currency\": \"usd\", \"success_url\": \"https://example.com/a\", \"cancel_url\": \"https://example.com/b\"}");
      }
      List<String> events = box.advance(Duration.ofDays(396));
      assertThat(events).contains("payment.canceled", "checkout_session.expired");
    }
  }

  @Test
  void a_clock_that_was_advanced_when_the_process_died_continues() {
    TestApp first = TestApp.open(SimulatedCrash.at(Step.TAKEN, 1));
    try {
      Box box = Box.open(first);
      Reply held = box.client.post("/v2/payments", manual(1000));
      long to = box.now() + Duration.ofDays(8).toSeconds();
      String path = "/v2/sandboxes/" + box.id + "/advance";
      assertThatThrownBy(() -> first.post(path, "{\"to\": " + to + "}"))
          .isInstanceOf(UncheckedIOException.class);

      try (TestApp second = first.reopen()) {
        long stopped = second.get("/v2/sandboxes/" + box.id).number("/now");
        assertThat(stopped).isLessThan(to);
        await()
            .atMost(Duration.ofMinutes(2))
            .until(
                () -> second.post(path, "{\"to\": " + to + "}").body().contains("\"done\":true"));
        try (var client = new TestClient(second.app().port(), box.key)) {
          assertThat(client.get("/v2/payments/" + held.payment()).text("/cancellation_reason"))
              .isEqualTo("expired");
        }
      }
    } finally {
      first.close();
    }
  }

  @Test
  void a_forged_token_is_answered_like_any_unknown_one() {
    try (Box box = Box.open(florin)) {
      Reply session =
          box.client.post(
              "/v2/checkout_sessions",
              "{\"amount\": 900, \"currency\": \"usd\", \"success_url\": \"https://example.com/a\", \"cancel_url\": \"https://example.com/b\"}");
      String page = session.text("/url").replaceFirst("^https?://[^/]+", "");
      int begin = page.lastIndexOf('/') + 1;
      byte[] token = Base64.getUrlDecoder().decode(page.substring(begin));
      assertThat(box.client.get(page).status()).isEqualTo(200);

      long sandbox = 999_999L * Realm.FIRST_SANDBOX;
      for (long realm : new long[] {sandbox + 2, sandbox + 3, sandbox, 2, 0, -1}) {
        String forged =
            Base64.getUrlEncoder()
                .encodeToString(ByteBuffer.wrap(token).putLong(Short.BYTES, realm).array());
        assertThat(box.client.get(page.substring(0, begin) + forged).status())
            .as("realm %d", realm)
            .isEqualTo(404);
      }
    }
  }

  @Test
  void a_sandbox_that_does_not_exist_has_the_real_time_and_is_not_looked_after() {
    var told = new ArrayList<Realm>();
    try (var db = Db.unhurried(florin.database())) {
      var clocks = new SandboxClocks(new SandboxStore(db));
      clocks.tell(told::add);
      Realm unknown = Realm.ofSandbox(1, 999_999);

      assertThat(clocks.within(unknown, RealmClock::current)).isEmpty();
    }
    assertThat(told).isEmpty();
  }

  /** Returns work in parts, each due a second after the one before, and all of them before now. */
  private static DueWork inParts(AtomicInteger left) {
    return new DueWork() {
      @Override
      public Optional<Instant> findNext(Realm realm) {
        return left.get() > 0
            ? Optional.of(Instant.now().minusSeconds(1000 + left.get()))
            : Optional.empty();
      }

      @Override
      public void runDue(Realm realm) {
        left.decrementAndGet();
      }
    };
  }

  /** Returns work that stays due, or whose time can't be read. */
  private static DueWork left(Optional<Instant> due) {
    return new DueWork() {
      @Override
      public Optional<Instant> findNext(Realm realm) {
        return Optional.of(due.orElseThrow());
      }

      @Override
      public void runDue(Realm realm) {}
    };
  }

  @Test
  void a_request_does_all_that_is_due_and_says_if_something_is_left() {
    try (Box box = Box.open(florin);
        var db = Db.unhurried(florin.database())) {
      var parts = new AtomicInteger(40);
      assertThat(advance(db, box, List.of(inParts(parts))).isDone()).isTrue();
      assertThat(parts).hasValue(0);

      for (DueWork never : List.of(left(Optional.empty()), left(Optional.of(Instant.EPOCH)))) {
        parts.set(40);
        assertThat(advance(db, box, List.of(never, inParts(parts))).isDone()).isFalse();
        assertThat(parts).hasValue(0);
      }
    }
  }

  private Advanced advance(Db db, Box box, List<DueWork> works) {
    var store = new SandboxStore(db);
    String realm =
        florin
            .query(
                "SELECT sandbox_realm_id FROM sandbox WHERE id = ?",
                SandboxId.KIND.parse(box.id).orElseThrow().uuid())
            .getFirst();
    Sandbox sandbox = store.findOf(new Realm(Long.parseLong(realm))).orElseThrow();
    try (var runner = new SandboxRunner(store, works, InstantSource.system(), () -> false)) {
      Instant to = sandbox.now(Instant.now()).plus(Duration.ofDays(1));
      return runner.advance(sandbox, to).orElseThrow();
    }
  }

  @Test
  void concurrent_resets_fail_in_no_unexpected_way() {
    try (Box box = Box.open(florin);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String path = "/v2/sandboxes/" + box.id + "/reset";
      List<CompletableFuture<Reply>> resets =
          IntStream.range(0, 6)
              .mapToObj(_ -> CompletableFuture.supplyAsync(() -> florin.post(path, "{}"), threads))
              .toList();
      for (CompletableFuture<Reply> reset : resets) {
        assertThat(reset.join().status()).as(reset.join().body()).isIn(200, 409);
      }
      assertThat(box.client.post("/v2/customers", "{}").status()).isEqualTo(200);
    }
  }

  @Test
  void a_key_of_a_sandbox_ends_by_the_real_time() {
    try (Box box = Box.open(florin)) {
      box.advance(Duration.ofDays(2));
      long tomorrow = Instant.now().plus(Duration.ofDays(1)).getEpochSecond();
      Reply made =
          box.client.post(
              "/v2/keys",
              "{\"name\": \"x\", \"scopes\": [\"*:read\"], \"expires_at\": " + tomorrow + "}");
      assertThat(made.status()).as(made.body()).isEqualTo(200);
    }
  }

  private static UUID uuid(String payment) {
    return PaymentId.KIND.parse(payment).orElseThrow().uuid();
  }
}
