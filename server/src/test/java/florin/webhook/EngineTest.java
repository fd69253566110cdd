package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.payment.execution.CrashPoint;
import florin.testing.Records;
import florin.testing.TestApp;
import florin.webhook.Receiver.Reaction;
import florin.webhook.WebhookModule.WebhookSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

/** Crashed nodes, hanging endpoints and an orderly stop. */
class EngineTest {
  private static final int EVENTS = 30;
  private static final int ROUNDS = 20;

  @Test
  void deliveries_of_a_dead_node_are_taken_over_after_the_lease() {
    try (var receiver = new Receiver()) {
      var hanging = new CountDownLatch(1);
      TestApp dying = TestApp.open();
      create(dying, receiver.url("/hook"));
      receiver.answer("/hook", _ -> hang(hanging));
      IntStream.range(0, EVENTS).forEach(_ -> dying.post("/v2/customers", "{}"));
      within().until(() -> !receiver.at("/hook").isEmpty());
      dying.abandon();
      receiver.answer("/hook", 200);
      try (TestApp other = dying.openAnotherNode()) {
        assertThat(
                other.query(
                    "SELECT id FROM delivery WHERE due_at > now() + ?::interval",
                    Fanout.LEASE.toString()))
            .as("leases longer than Fanout.LEASE")
            .isEmpty();
        assertThat(other.query("SELECT id FROM delivery WHERE status <> 'pending'")).isEmpty();
        other.update("UPDATE delivery SET due_at = now() WHERE status = 'pending'");

        within().until(() -> isResolved(other));
        assertEveryEventCame(receiver, other);
      } finally {
        hanging.countDown();
      }
    }
  }

  @Test
  void an_attempt_in_which_the_node_dies_is_counted_and_waits_by_the_retry_schedule() {
    var retries = new RetrySchedule(List.of(Duration.ofHours(1), Duration.ofHours(5)));
    var hanging = new CountDownLatch(1);
    try (var receiver = new Receiver()) {
      receiver.answer("/hook", _ -> hang(hanging));
      TestApp node =
          TestApp.open(
              CrashPoint.NONE,
              usual ->
                  Records.with(
                      usual,
                      "webhooks",
                      new WebhookSettings(List.of(), 2, 10, retries, Duration.ofDays(30))));
      create(node, receiver.url("/hook"));
      node.post("/v2/customers", "{}");
      for (int attempt = 1; attempt <= retries.mostAttempts(); attempt++) {
        int made = attempt;
        within().until(() -> receiver.at("/hook").size() == made);
        node.abandon();
        assertThat(
                node.query(
                    "SELECT attempts || ' ' || round(extract(epoch FROM due_at - now()) / 3600) FROM delivery"))
            .containsExactly(List.of("1 1", "2 5", "3 0").get(made - 1));
        node = node.openAnotherNode();
        node.update("UPDATE delivery SET due_at = now()");
      }
      TestApp last = node;
      within().until(() -> isResolved(last));
      assertThat(last.query("SELECT status FROM delivery")).containsExactly("exhausted");
      assertThat(receiver.at("/hook")).hasSize(retries.mostAttempts());
      last.close();
    } finally {
      hanging.countDown();
    }
  }

  /**
   * The endpoint accepts two requests at a time. The other deliveries wait in memory or in the
   * database.
   */
  @Test
  void a_delivery_waiting_in_memory_when_its_lease_ends_has_not_used_an_attempt() {
    var arrived = new CountDownLatch(1);
    var hanging = new CountDownLatch(1);
    try (var receiver = new Receiver();
        var florin = TestApp.open()) {
      create(florin, receiver.url("/hook"));
      // The attempts overlap: an endpoint without deliveries loses its count of failures.
      receiver.answer(
          "/hook",
          _ -> {
            hang(arrived);
            return Reaction.of(503);
          });
      IntStream.range(0, Circuit.THRESHOLD + WebhookSettings.DEFAULT.perEndpoint())
          .forEach(_ -> florin.post("/v2/customers", "{}"));
      arrived.countDown();
      within()
          .until(() ->
              florin.query("SELECT delivery_id FROM delivery_attempt").size() >= Circuit.THRESHOLD);
      receiver.answer("/hook", _ -> hang(hanging));
      IntStream.range(0, EVENTS).forEach(_ -> florin.post("/v2/customers", "{}"));

      within()
          .until(() ->
              florin.query("SELECT id FROM delivery WHERE attempts = 0").size()
                  >= EVENTS - WebhookSettings.DEFAULT.perEndpoint());
    } finally {
      hanging.countDown();
    }
  }

  @Test
  void two_nodes_share_due_deliveries_and_send_each_once() {
    try (var receiver = new Receiver();
        var one = TestApp.open();
        var other = one.openAnotherNode()) {
      create(one, receiver.url("/hook"));
      receiver.answer("/hook", 404);
      IntStream.range(0, EVENTS).forEach(_ -> one.post("/v2/customers", "{}"));
      within().until(() -> one.query("SELECT delivery_id FROM delivery_attempt").size() == EVENTS);
      receiver.answer("/hook", 200);
      int before = receiver.at("/hook").size();
      one.update("UPDATE delivery SET due_at = now()");

      within().until(() -> isResolved(other));
      assertThat(receiver.at("/hook")).hasSize(before + EVENTS);
      assertEveryEventCame(receiver, one);
    }
  }

  @Test
  void an_endpoint_created_on_another_node_receives_the_event_of_the_next_payment() {
    try (var receiver = new Receiver();
        var one = TestApp.open();
        var other = one.openAnotherNode()) {
      var told = new ArrayList<String>();
      for (int round = 0; round < ROUNDS; round++) {
        pay(one);
        String endpoint =
            other
                .post("/v2/webhook_endpoints", "{\"url\": \"" + receiver.url("/hook") + "\"}")
                .text("/id");
        told.add(pay(one));
        other.post("/v2/webhook_endpoints/" + endpoint, "{\"status\": \"disabled\"}");
      }

      assertThat(paymentsOfDeliveries(one)).containsExactlyInAnyOrderElementsOf(told);
    }
  }

  @Test
  void hanging_endpoints_block_no_other() {
    var hanging = new CountDownLatch(1);
    try (var receiver = new Receiver();
        var florin =
            TestApp.open(
                CrashPoint.NONE,
                usual ->
                    Records.with(
                        usual,
                        "webhooks",
                        new WebhookSettings(
                            List.of(), 2, 1000, RetrySchedule.DEFAULT, Duration.ofDays(30))))) {
      for (int i = 0; i < 5; i++) {
        String path = "/hangs/" + i;
        receiver.answer(path, _ -> hang(hanging));
        create(florin, receiver.url(path));
      }
      create(florin, receiver.url("/works"));
      IntStream.range(0, EVENTS).forEach(_ -> florin.post("/v2/customers", "{}"));

      within().until(() -> receiver.at("/works").size() == EVENTS);
      for (int i = 0; i < 5; i++) {
        assertThat(receiver.at("/hangs/" + i)).hasSizeLessThanOrEqualTo(2);
      }
      hanging.countDown();
    }
  }

  @Test
  void a_stop_completes_running_attempts_and_returns_the_others() throws Exception {
    var hanging = new CountDownLatch(1);
    try (var receiver = new Receiver()) {
      TestApp florin = TestApp.open();
      create(florin, receiver.url("/hook"));
      receiver.answer("/hook", _ -> hang(hanging));
      IntStream.range(0, EVENTS).forEach(_ -> florin.post("/v2/customers", "{}"));
      within().until(() -> receiver.at("/hook").size() == WebhookSettings.DEFAULT.perEndpoint());

      Thread stop = Thread.ofVirtual().start(florin::close);
      within()
          .until(() ->
              florin
                      .query(
                          "SELECT id FROM delivery WHERE status = 'pending' AND due_at <= now() AND attempts = 0")
                      .size()
                  == EVENTS - WebhookSettings.DEFAULT.perEndpoint());
      hanging.countDown();
      assertThat(stop.join(Duration.ofSeconds(30))).isTrue();

      assertThat(florin.query("SELECT id FROM delivery WHERE status = 'delivered'"))
          .hasSize(WebhookSettings.DEFAULT.perEndpoint());
      try (var next = florin.reopen()) {
        within().until(() -> isResolved(next));
        assertEveryEventCame(receiver, next);
        assertThat(receiver.at("/hook")).hasSize(EVENTS);
      }
    }
  }

  @Test
  void no_delivery_is_written_for_a_change_that_is_not() {
    try (var receiver = new Receiver();
        var florin = TestApp.open()) {
      create(florin, receiver.url("/hook"));
      String customer = florin.post("/v2/customers", "{}").text("/id");
      within().until(() -> isResolved(florin));
      var refused = new ArrayList<Integer>();
      refused.add(florin.post("/v2/customers/" + customer, "{\"name\": 7}").status());
      refused.add(florin.post("/v2/payments", "{}").status());

      assertThat(refused).containsOnly(400);
      assertThat(florin.query("SELECT id FROM delivery")).hasSize(1);
    }
  }

  private static String pay(TestApp florin) {
    return florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).payment();
  }

  private static List<String> paymentsOfDeliveries(TestApp florin) {
    return florin
        .query(
            "SELECT e.object_id FROM delivery d JOIN event e ON e.realm_id = d.realm_id AND e.id = d.event_id")
        .stream()
        .map(id -> new PaymentId(UUID.fromString(id)).text())
        .toList();
  }

  private static void create(TestApp florin, String url) {
    assertThat(
            florin
                .post(
                    "/v2/webhook_endpoints",
                    "{\"url\": \"" + url + "\", \"enabled_events\": [\"customer.created\"]}")
                .status())
        .isEqualTo(200);
  }

  private static Reaction hang(CountDownLatch until) {
    try {
      assertThat(until.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    return Reaction.of(200);
  }

  private static boolean isResolved(TestApp florin) {
    return florin.query("SELECT id FROM delivery WHERE status = 'pending'").isEmpty();
  }

  private static void assertEveryEventCame(Receiver receiver, TestApp florin) {
    var came = new HashSet<String>();
    receiver.at("/hook").forEach(got -> came.add(got.id()));
    List<String> events = florin.get("/v2/events?limit=100").texts("/data", "id");
    assertThat(came).containsExactlyInAnyOrderElementsOf(events);
  }

  private static ConditionFactory within() {
    return await()
        .dontCatchUncaughtExceptions()
        .pollInterval(Duration.ofMillis(25))
        .atMost(Duration.ofSeconds(40));
  }
}
