package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Bounds;
import florin.core.Currency;
import florin.core.Id.EventId;
import florin.core.Id.KeyId;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentTraits;
import florin.report.Days;
import florin.report.PaymentSearch.Sought;
import florin.report.ReportModule;
import florin.report.RequestFilter;
import florin.report.RequestFilter.StatusClass;
import florin.report.SearchTerm;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Records;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The plans with which PostgreSQL runs the dashboard's queries and applies events on large tables.
 */
@ResourceLock(PlanLog.LOCK)
@TakesLong
class ReportPlansTest {
  private static final PageRequest FIRST = PageRequest.first(10);
  private static final IdTime.Span EVER = new IdTime.Span(Optional.empty(), Optional.empty());
  private static final Pattern OURS =
      Pattern.compile(
          "payment_email|figure|request_log|FROM (payment|customer) WHERE realm_id|AS counted|AS newest|FROM event WHERE realm_id = \\S+ AND type|AS rare|AS reached|waiting JOIN|FROM delivery_attempt|FROM audit_entry");

  private static final UUID RARE_KEY = new UUID(0, 7);

  private static final PaymentFilter ALL =
      new PaymentFilter(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Bounds.NONE,
          EVER,
          Map.of());

  /** Payments of which every second one sends its receipt to the same address. */
  private static final List<String> FILL =
      List.of(
          """
          INSERT INTO payment_email (realm_id, payment_id, email)
          SELECT realm_id, id, CASE WHEN n % 2 = 0 THEN 'shop@example.com' ELSE 'payer' || n || '@example.com' END
            FROM (SELECT realm_id, id, row_number() OVER (ORDER BY id) AS n FROM payment) p
              ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO request_log (realm_id, id, created_at, method, route, path, status, duration_us, key_id, address,
                 object_id, named_id, idempotency_mark)
          SELECT 2, ('018bcfe56800' || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, now(),
                 CASE n % 5000 WHEN 3 THEN 'DELETE' WHEN 4 THEN 'GET' ELSE 'POST' END,
                 CASE n % 5000 WHEN 0 THEN '/v2/rare' ELSE '/v2/payments' END, '/',
                 CASE WHEN n % 5000 = 1 THEN 503 WHEN n % 50 = 0 THEN 402 ELSE 200 END, 1,
                 CASE n % 5000 WHEN 2 THEN ':rare' ELSE '00000000-0000-0000-0000-000000000001' END::uuid, '',
                 'pay_' || n / 2, CASE WHEN n % 3 = 0 THEN 'pay_' || n / 5 END, md5((n / 2)::text)::uuid
            FROM generate_series(1, 20000) n
          """
              .replace(":rare", RARE_KEY.toString()),
          """
          INSERT INTO figure (realm_id, span, begins_at, currency, measure, code, count, amount)
          SELECT 2, 'quarter', date_trunc('hour', now()) - n * interval '15 minutes', 'usd', 'canceled', '', 1, 1
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO figure (realm_id, span, begins_at, currency, measure, code, count, amount)
          SELECT 2, 'day', date_trunc('day', now(), 'UTC') - n * interval '1 day', 'eur', 'succeeded', 'automatic', 19, 1
            FROM generate_series(1, 1000) n
          """,
          """
          INSERT INTO figure (realm_id, span, begins_at, currency, measure, code, count, amount)
          SELECT 2, 'day', date_trunc('day', now(), 'UTC') - n % 2000 * interval '1 day', 'usd', 'brand_succeeded', 'brand ' || n % 10, 1, 0
            FROM generate_series(0, 19999) n
              ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at)
          SELECT 2, ('018bcfe56800' || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, 'payment.succeeded', gen_random_uuid(), 1, '{}', now()
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, created_at, completed_at)
          SELECT realm_id, id, gen_random_uuid(), id, 'delivered', 1, 1, created_at, now()
            FROM event
          """,
          """
          INSERT INTO delivery_attempt (realm_id, delivery_id, version, result, http_status, latency_ms, created_at)
          SELECT realm_id, id, 1, 'delivered', 200, 1, created_at
            FROM delivery
          """,
          """
          INSERT INTO audit_entry (account_number, number, at, user_id, actor, action, object, detail, outcome, mode, address, request_id, mac)
          SELECT 1, 1000000 + n, now() - n * interval '1 hour', gen_random_uuid(), '', 'test.' || n % 10, '', '', 'done', 'test', '', gen_random_uuid(), sha256('')
            FROM generate_series(1, 20000) n
          """,
          """
          INSERT INTO payment_status (status, realm_id, id)
          SELECT CASE WHEN n % 2 = 0 THEN 'failed' ELSE 'canceled' END, 2, ('018bcfe56800' || '70008000' || lpad(to_hex(n), 12, '0'))::uuid
            FROM generate_series(1, 20000) n
              ON CONFLICT DO NOTHING
          """);

  @Test
  void no_report_reads_a_whole_table_and_rare_rows_are_found_through_their_index()
      throws Exception {
    String plans = plansWithManyRows();

    assertThat(plans)
        .contains("using payment_email_by_email")
        .contains("using payment_by_last4")
        .contains("using payment_by_amount")
        .contains("using request_log_pkey")
        .contains("using request_log_by_route")
        .contains("using request_log_by_key")
        .contains("using request_log_errors")
        .contains("using request_log_by_object")
        .contains("using request_log_by_named")
        .contains("using request_log_by_idempotency")
        .contains("using request_log_by_rare_method")
        .contains("using figure_pkey")
        .contains("using payment_status_pkey")
        .contains("using audit_entry_by_time")
        .contains("using payment_disputed")
        .contains("using delivery_attempt_pkey")
        .contains("using event_by_position")
        .contains("using event_by_rare_type")
        .contains("Insert on figure")
        .contains("Insert on payment_email")
        .doesNotContain("Seq Scan on");
  }

  private static String plansWithManyRows() throws Exception {
    TestApp young = TestApp.open();
    try (young) {
      young.post("/v2/customers", "{\"email\": \"ada@example.com\"}");
      pay(young);
    }
    ManyPayments.fill(young.database());
    for (String sql : FILL) {
      young.update(sql);
    }
    for (String table :
        List.of(
            "payment_email",
            "request_log",
            "figure",
            "event",
            "delivery",
            "delivery_attempt",
            "audit_entry",
            "payment_status")) {
      Sql.execute(young.database(), "VACUUM (ANALYZE) " + table);
    }
    PlanLog.begin(young.database());
    long begin = Files.size(TestPostgres.log());
    try (TestApp grown = young.openAnotherNode()) {
      pay(grown);
      ask(grown);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> {
            String plans = PlanLog.read(begin).toString();
            return plans.contains("Insert on figure") && plans.contains("Insert on payment_email");
          });
    }
    return PlanLog.read(begin).plans().stream()
        .filter(plan -> OURS.matcher(plan).find())
        .collect(Collectors.joining("\n"));
  }

  private static void pay(TestApp app) {
    String body = TestApp.payment(1000, "4242424242424242");
    assertThat(
            app.post(
                    "/v2/payments",
                    "{\"receipt_email\": \"shop@example.com\", \"metadata\": {\"order\": \"1\"},"
                        + body.substring(1))
                .status())
        .isEqualTo(200);
  }

  private static void ask(TestApp app) {
    ReportModule report = app.app().report();
    for (String typed :
        List.of(
            "",
            "payer7@example.com",
            "shop@example.com",
            "4242",
            "0077",
            "49.99",
            "order:none",
            "0077 49.99",
            "4242 49,99",
            "49.99 payer7@example.com")) {
      report.search.list(app.realm(), SearchTerm.parse(typed), ALL, FIRST);
    }
    sift(app, FIRST);
    var oldest = new PageRequest(10, Optional.empty(), Optional.of(new UUID(0, 0)));
    report.search.list(app.realm(), SearchTerm.parse(""), ALL, oldest);
    sift(app, oldest);
    var lastDay =
        new IdTime.Span(Optional.of(Instant.now().minus(Duration.ofDays(1))), Optional.empty());
    for (IdTime.Span span : List.of(EVER, lastDay)) {
      report.search.count(app.realm(), Optional.empty(), span);
      for (Status status : Status.values()) {
        report.search.count(app.realm(), Optional.of(status), span);
      }
    }
    var today = LocalDate.now(ZoneOffset.UTC);
    var days = Days.until(today, Days.MOST, ZoneId.of("Asia/Kathmandu"));
    report.figures.listSums(app.realm(), days);
    report.figures.byDay(app.realm(), days, Currency.get("usd"));
    report.figures.breakDown(app.realm(), days, Currency.get("usd"));
    report.figures.countCustomers(app.realm(), days);
    assertThat(app.get("/v2/events?type=payment.created").status()).isEqualTo(200);
    try (var support = DashboardClient.of(app, Role.SUPPORT)) {
      assertThat(support.get("/dashboard/payments?brand=amex").body())
          .contains("Searched 20,000 payments, up to", "Search further");
      assertThat(support.get("/dashboard/payments?attention=capture_within_24h").body())
          .contains("No matching payments");
      assertThat(support.get("/dashboard/payments").body())
          .contains("Succeeded <span class=\"count\">19k</span>")
          .contains("To capture <span class=\"count\">0</span>");
      for (String filter :
          List.of(
              "status=succeeded",
              "status=failed",
              "status=processing",
              "currency=isk",
              "brand=amex",
              "q=0077",
              "q=shop%40example.com",
              "date=today")) {
        assertThat(support.get("/dashboard/payments/total?" + filter).body()).contains(" payments");
        assertThat(support.get("/dashboard/payments?sort=-amount&" + filter).status())
            .isEqualTo(200);
      }
      UUID told =
          UUID.fromString(
              app.query("SELECT id FROM event WHERE body <> '{}' ORDER BY id LIMIT 1").getFirst());
      assertThat(support.get("/dashboard/events/" + new EventId(told)).body()).contains("HTTP 200");
    }
    try (var owner = DashboardClient.of(app, Role.OWNER)) {
      LocalDate day = today.minusDays(400);
      assertThat(owner.get("/dashboard/audit?from=%s&until=%s".formatted(day, day)).body())
          .contains("test.");
    }
    report.figures.byHour(app.realm(), today, days.zone(), Currency.get("usd"));
    requests(app, RequestFilter.ALL);
    requests(app, only("status", StatusClass.SUCCESS));
    requests(app, only("status", StatusClass.SERVER_ERROR));
    requests(app, only("code", 503));
    requests(app, only("method", "DELETE"));
    requests(app, only("route", "/v2/rare"));
    requests(app, only("key", new KeyId(RARE_KEY)));
    requests(app, RequestFilter.ofObject("pay_77"));
    requests(app, RequestFilter.ofMark(new UUID(0, 7)));
    for (IdTime.Span span : List.of(EVER, lastDay)) {
      report.requests.count(app.realm(), Optional.empty(), span);
      for (StatusClass status : StatusClass.values()) {
        report.requests.count(app.realm(), Optional.of(status), span);
      }
    }
  }

  /**
   * Without an index for a filter, the search reads a limited number of rows, and the page says so.
   * A second search continues where the first one stopped.
   */
  private static void sift(TestApp app, PageRequest first) {
    for (Optional<Status> status : List.of(Optional.<Status>empty(), Optional.of(Status.FAILED))) {
      PaymentTraits amex =
          new PaymentTraits(
              Optional.of("amex"),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              false,
              Optional.empty());
      Findings<Payment> found = sift(app, status, amex, first);
      assertThat(found.page().data()).isEmpty();
      assertThat(found.stop()).isPresent();
      found
          .next(first, payment -> payment.id().uuid())
          .map(from ->
              first.isBackwards()
                  ? new PageRequest(10, Optional.empty(), Optional.of(from))
                  : new PageRequest(10, Optional.of(from), Optional.empty()))
          .ifPresent(rest -> assertThat(sift(app, status, amex, rest).page().data()).isEmpty());
      PaymentTraits visa =
          new PaymentTraits(
              Optional.of("visa"),
              Optional.empty(),
              Optional.of("simulator"),
              Optional.empty(),
              false,
              Optional.empty());
      if (status.isEmpty()
          || !first.isBackwards()) { // the oldest failed payments have no such payments among them
        assertThat(sift(app, status, visa, first).page().data()).hasSize(10);
      }
    }
    PaymentTraits disputed =
        new PaymentTraits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true,
            Optional.empty());
    assertThat(sift(app, Optional.empty(), disputed, first).page().data()).isEmpty();
  }

  private static Findings<Payment> sift(
      TestApp app, Optional<Status> status, PaymentTraits traits, PageRequest page) {
    var filter =
        new PaymentFilter(
            Optional.empty(),
            status,
            Optional.empty(),
            Optional.empty(),
            Bounds.NONE,
            EVER,
            Map.of());
    var sought = new Sought(SearchTerm.parse(""), List.of(filter), traits);
    return app.app().report().search.look(app.realm(), sought, page);
  }

  private static RequestFilter only(String what, Object value) {
    return Records.with(RequestFilter.ALL, what, Optional.of(value));
  }

  private static void requests(TestApp app, RequestFilter filter) {
    app.app().report().requests.list(app.realm(), filter, FIRST);
  }
}
