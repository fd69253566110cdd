package florin.dashboard.payments;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundRequestId;
import florin.db.Db;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests to approve a refund that is too large for the role of the member who asks. */
class RefundRequestPagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static TestApp florin;
  private static DashboardClient support;
  private static DashboardClient admin;

  private String page = "";

  @BeforeAll
  static void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
    admin = DashboardClient.of(florin, Role.ADMIN);
  }

  @AfterAll
  static void close() {
    support.close();
    admin.close();
    florin.close();
  }

  @BeforeEach
  void pay() {
    florin.update("DELETE FROM refund_request");
    page =
        "/dashboard/payments/"
            + florin.post("/v2/payments", TestApp.payment(250_000, "4242424242424242")).text("/id");
  }

  @Test
  void an_approved_request_makes_one_refund_in_the_name_of_the_approver() {
    assertThat(support.get(page).body())
        .contains("$1,000.00 or more needs approval: ask an owner or admin.", "Request approval");
    assertThat(admin.get(page).body()).doesNotContain("Request approval");

    Reply asked = ask("1500.00", "Parcel lost");

    assertThat(support.follow(asked).body())
        .contains(
            "Approval requested. Owners and admins see the request on Home.",
            "requested a refund of $1,500.00",
            "Parcel lost",
            "Waiting for an owner or admin.")
        .doesNotContain("/approval/approve");
    assertThat(admin.get("/dashboard").body())
        .contains("1 refund to approve:", "$1,500.00, requested by Jo March");
    assertThat(support.get("/dashboard").body()).doesNotContain("to approve");

    Reply approved = decide(admin, "approve", Map.of());
    assertThat(admin.follow(approved).body())
        .contains("$1,500.00 was refunded.", "Approved by <bdi>Jo March</bdi>.");
    assertThat(admin.follow(decide(admin, "approve", Map.of())).body())
        .contains("This request is no longer open. Nothing was changed.");
    assertThat(refunds()).containsExactly("150000 succeeded requested_by_customer");
    assertThat(support.get(page).body()).contains("Approved by <bdi>Jo March</bdi>.");
    assertThat(
            florin.query(
                "SELECT action || ' ' || outcome || ' ' || detail FROM audit_entry WHERE action LIKE 'refund_request%' AND object = ? ORDER BY number",
                id()))
        .contains(
            "refund_request.create done $1,500.00",
            "refund_request.approve done $1,500.00, requested by Jo March");
  }

  @Test
  void concurrent_approvals_make_one_refund() throws Exception {
    ask("1000.00", "");
    String request = request();
    String token = DashboardClient.formToken(admin.get(page));
    try (var owner = DashboardClient.of(florin, Role.OWNER);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      String other = DashboardClient.formToken(owner.get(page));
      Callable<Reply> one = () -> approve(admin, token, request);
      Callable<Reply> two = () -> approve(owner, other, request);
      threads.invokeAll(List.of(one, two));
      // Its response is no longer stored under the request's idempotency key.
      florin.update("DELETE FROM idempotency");
      approve(owner, other, request);
    }

    assertThat(refunds()).containsExactly("100000 succeeded");
    assertThat(florin.query("SELECT status FROM refund_request")).containsExactly("approved");
  }

  @Test
  void a_decline_that_comes_first_prevents_the_refund() throws Exception {
    assertPrevented(
        "UPDATE refund_request SET note = note",
        "UPDATE refund_request SET status = 'declined', decided_by = asked_by, decided_at = now()",
        "This request is no longer open. Nothing was changed.");

    assertThat(refunds()).isEmpty();
    assertThat(florin.query("SELECT status FROM refund_request")).containsExactly("declined");
  }

  /** Another node creates a refund first. The amounts allow both refunds. */
  @Test
  void another_refund_that_comes_first_prevents_the_refund() throws Exception {
    florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 100000}".formatted(id()));
    assertPrevented(
        "UPDATE payment SET version = version + 1",
        "UPDATE refund SET created_at = now() + interval '1 minute'",
        "This payment was refunded after the request, so the request was declined. No other refund was created.");

    assertThat(refunds()).containsExactly("100000 succeeded");
    assertThat(florin.query("SELECT status FROM refund_request")).containsExactly("declined");
  }

  /** Holds an approval between its first statement and its commit, while another change commits. */
  private void assertPrevented(String lock, String first, String words) throws Exception {
    ask("1000.00", "");
    String request = request();
    String token = DashboardClient.formToken(admin.get(page));
    var approval = new CompletableFuture<Reply>();
    try (var db = new Db(florin.database())) {
      db.transaction(connection -> {
        Db.update(connection, lock);
        Thread.startVirtualThread(() -> approval.complete(approve(admin, token, request)));
        await().atMost(PATIENCE).until(() -> waitsForLock(db));
        return Db.update(connection, first);
      });
    }
    assertThat(admin.follow(approval.get(PATIENCE.toSeconds(), SECONDS)).body()).contains(words);
  }

  private static boolean waitsForLock(Db db) {
    return db.list(
                "SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
                row -> row.getInt("n"))
            .getFirst()
        > 0;
  }

  @Test
  void a_declined_request_shows_the_answer_and_can_be_made_again() {
    ask("1500.00", "");
    assertThat(support.follow(ask("1600.00", "")).body())
        .contains("This payment has an open request already. Nothing was requested.");

    decide(admin, "decline", Map.of("answer", "Wait for the parcel"));

    assertThat(support.get(page).body())
        .contains("Declined by <bdi>Jo March</bdi>: <bdi>Wait for the parcel</bdi>");
    assertThat(refunds()).isEmpty();
    assertThat(support.follow(ask("1600.00", "")).body()).contains("Approval requested.");
  }

  @Test
  void a_request_is_not_approved_after_another_refund_of_the_payment() {
    ask("1500.00", "");
    florin.post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 10000}".formatted(id()));

    assertThat(admin.follow(decide(admin, "approve", Map.of())).body())
        .contains(
            "This payment was refunded after the request, so the request was declined. No other refund was created.");
    assertThat(refunds()).containsExactly("10000 succeeded");
    assertThat(florin.query("SELECT status FROM refund_request")).containsExactly("declined");
  }

  @Test
  void an_expired_request_is_not_approved() {
    ask("1500.00", "");
    String request = request();
    florin.update("UPDATE refund_request SET expires_at = now() - interval '1 second'");

    String token = DashboardClient.formToken(admin.get(page));
    assertThat(admin.follow(approve(admin, token, request)).body())
        .contains("This request is no longer open.", "Expired. No owner or admin decided in time.");
    assertThat(admin.get("/dashboard").body()).doesNotContain("to approve");
    assertThat(refunds()).isEmpty();
    assertThat(support.follow(ask("1600.00", "")).body()).contains("Approval requested.");
  }

  @Test
  void an_open_request_is_found_whatever_the_order_of_the_ids() {
    ask("1500.00", "");
    florin.update(
        "INSERT INTO refund_request (realm_id, id, payment_id, amount, currency, note, asked_by, created_at, expires_at, status, decided_at) SELECT realm_id, 'ffffffff-ffff-7fff-bfff-ffffffffffff', payment_id, amount, currency, note, asked_by, created_at, expires_at, 'expired', now() FROM refund_request");
    String open =
        new RefundRequestId(
                UUID.fromString(
                    florin.query("SELECT id FROM refund_request WHERE status = 'open'").getFirst()))
            .text();

    approve(admin, DashboardClient.formToken(admin.get(page)), open);

    assertThat(refunds()).containsExactly("150000 succeeded");
  }

  @Test
  void no_refund_is_made_without_a_member_who_may() {
    ask("1500.00", "");
    String token = DashboardClient.formToken(support.get(page));

    assertThat(approve(support, token, request()).status()).isEqualTo(403);
    assertThat(refunds()).isEmpty();
  }

  @Test
  void a_small_amount_needs_no_request() {
    Reply refused = ask("999.99", "");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("You can refund this amount without an approval.");
  }

  private Reply ask(String amount, String note) {
    String token = DashboardClient.formToken(support.get(page));
    String reason = note.isEmpty() ? "" : "requested_by_customer";
    return support.post(
        page, page + "/approval", token, Map.of("amount", amount, "reason", reason, "note", note));
  }

  private Reply decide(DashboardClient by, String what, Map<String, String> fields) {
    String token = DashboardClient.formToken(by.get(page));
    var all = new HashMap<>(fields);
    all.put("request", request());
    return by.post(page, page + "/approval/" + what, token, all);
  }

  private Reply approve(DashboardClient by, String token, String request) {
    return by.post(page, page + "/approval/approve", token, Map.of("request", request));
  }

  private static String request() {
    return new RefundRequestId(
            UUID.fromString(
                florin.query("SELECT id FROM refund_request ORDER BY id DESC LIMIT 1").getFirst()))
        .text();
  }

  private String id() {
    return page.substring(page.lastIndexOf('/') + 1);
  }

  private List<String> refunds() {
    return florin.query(
        "SELECT concat_ws(' ', r.amount, r.status, r.reason) FROM refund r WHERE r.payment_id = ?::uuid ORDER BY r.id",
        PaymentId.KIND.parse(id()).orElseThrow().uuid().toString());
  }
}
