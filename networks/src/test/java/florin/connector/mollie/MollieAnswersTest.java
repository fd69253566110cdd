package florin.connector.mollie;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.CheckReport;
import florin.connector.CheckReport.CheckResult;
import florin.connector.CheckReport.CheckStep;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefund;
import florin.connector.ProviderDetails.ProviderMoney.ProviderRefundStatus;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.instance.ExchangeStore;
import florin.connector.remote.RemoteAnswer;
import florin.connector.remote.RemoteClient;
import florin.connector.remote.RemoteLine;
import florin.connector.remote.RemoteObject;
import florin.core.Id.ConnectorId;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcomes of responses that Mollie documents and the emulator doesn't give. */
@TestInstance(Lifecycle.PER_CLASS)
class MollieAnswersTest {
  private static final String CREATE = "POST /v2/payments";
  private static final String LOOK = "GET /v2/payments/tr_1";
  private static final String CAPTURE = "POST /v2/payments/tr_1/captures";
  private static final Credential.Saved SAVED =
      new Credential.Saved("cn_1", Map.of("customer", "cst_1", "mandate", "mdt_1"));
  private static final String REFUND = "POST /v2/payments/tr_1/refunds";
  private static final String RELEASE = "POST /v2/payments/tr_1/release-authorization";
  private static final String KEY = "test_abcdefghijklmnopqrstuvwxyz123456";
  private static final Answer DUPLICATE = error(409, "A duplicate refund has been detected");
  private static final Answer IN_USE = error(409, "A duplicate request is still being processed");

  private final HttpServer server;
  private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private volatile String refunded = "";
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final Db db;
  private final GroupCommit commits;
  private final MollieKind kind;
  private final Connector connector;

  private record Answer(int status, String body) {}

  MollieAnswersTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    var id = new ConnectorId(UUID.randomUUID());
    kind =
        new MollieKind(
            new RemoteClient<>(new MollieApi(), address(), List.of(Duration.ZERO, Duration.ZERO)),
            false,
            now::get);
    connector =
        kind.open(
            new ConnectorSetup(
                Requests.REALM, id, Map.of(), new ProviderSecrets(Map.of("api_key", KEY))),
            new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id));
  }

  @AfterAll
  void close() {
    kind.close();
    server.stop(0);
    commits.close();
    db.close();
  }

  @BeforeEach
  void forget() {
    answers.clear();
    calls.clear();
  }

  @Test
  void an_authorized_payment_with_automatic_capture_is_not_paid_yet() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    on(LOOK, payment("authorized", "'captureMode': 'automatic'"));

    assertThat(returned(request)).isEqualTo(new Outcome.Pending());

    on(LOOK, payment("paid", "'captureMode': 'automatic'"));
    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
  }

  @Test
  void a_key_in_use_is_no_rejection_of_a_refund() {
    AuthorizeRequest request = paid();
    on(REFUND, IN_USE);

    assertThat(refund(request)).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void a_duplicate_refund_is_rejected_unless_an_earlier_try_may_have_arrived() {
    AuthorizeRequest request = paid();
    on(REFUND, IN_USE, DUPLICATE);
    assertThat(refund(request)).isInstanceOf(Outcome.Unknown.class);

    on(REFUND, DUPLICATE);
    assertThat(refund(request)).isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void a_rejected_repetition_of_a_refund_is_declined_once_the_first_can_no_longer_arrive() {
    AuthorizeRequest request = paid();
    var refund = followUp(request, eur(300));
    on(REFUND, new Answer(503, "{}"));
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    on(REFUND, DUPLICATE);
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    now.updateAndGet(it -> it.plusSeconds(91));
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void another_conflict_with_the_word_duplicate_rejects_no_capture() {
    AuthorizeRequest request = held();
    on(CAPTURE, DUPLICATE);

    assertThat(capture(request)).isInstanceOf(Outcome.Unknown.class);
  }

  /** The payer already has the instructions and pays within days. */
  @Test
  void a_chosen_bank_transfer_is_pending_and_its_page_is_given_out_at_first() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    on(LOOK, payment("open", "'method': 'banktransfer'"));

    assertThat(returned(request)).isEqualTo(new Outcome.Pending());

    on(LOOK, payment("open", "'method': 'ideal'"));
    assertThat(returned(request)).isInstanceOf(Outcome.RequiresAction.class);
  }

  @Test
  void a_payment_without_a_mode_is_not_accepted_and_a_profile_needs_none() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    Answer paid = payment("paid", "'captureMode': 'automatic'");
    on(LOOK, new Answer(200, paid.body().replace("\"mode\": \"test\",", "")));
    assertThat(returned(request)).isInstanceOf(Outcome.Unknown.class);
    on(LOOK, new Answer(200, paid.body().replace("\"test\"", "\"live\"")));
    assertThat(returned(request)).isInstanceOf(Outcome.Unknown.class);

    on("GET /v2/profiles/me", json(200, "{'resource': 'profile', 'id': 'pfl_1', 'mode': 'live'}"));
    try (var client = new RemoteClient<>(new MollieApi(), address(), List.of())) {
      assertThat(new RemoteLine<>("cn", client, KEY, false).send(MollieRequests.profile(), soon()))
          .isInstanceOf(RemoteAnswer.Done.class);
    }
  }

  @Test
  void a_rejected_key_after_a_try_that_may_have_arrived_does_not_prove_that_nothing_was_done() {
    AuthorizeRequest request = paid();
    on(REFUND, IN_USE, error(401, "The key is invalid"));

    assertThat(refund(request)).isInstanceOf(Outcome.Unknown.class);
  }

  @Test
  void a_failed_capture_of_florins_does_not_hide_one_in_mollies_dashboard() {
    AuthorizeRequest request = held();
    on(CAPTURE, error(422, "The payment has been captured"));
    String captures =
        "'captureMode': 'manual', 'amountCaptured': {'currency': 'EUR', 'value': '4.00'},"
            + " '_embedded': {'captures': [{'status': '%s', 'metadata': {'florin': 'pa_1'}}]}";
    on(LOOK, payment("paid", captures.formatted("succeeded")));
    assertThat(capture(request)).isInstanceOf(Outcome.Declined.class);

    AuthorizeRequest other = held();
    on(LOOK, payment("paid", captures.formatted("failed")));
    assertThat(capture(other)).isInstanceOf(Outcome.Approved.class);
  }

  @Test
  void a_capture_of_a_part_releases_the_rest_that_mollie_still_holds() {
    AuthorizeRequest request = held();
    on(
        CAPTURE,
        json(201, "{'resource': 'capture', 'id': 'cpt_1', 'mode': 'test', 'status': 'pending'}"));
    var first = followUp(request, eur(400));
    on(LOOK, partly(first.reference(), "pending", "0.00"));
    assertThat(connector.followUp(OperationKind.CAPTURE, first, soon()))
        .isEqualTo(new Outcome.Pending());
    assertThat(calls).doesNotContain(RELEASE);

    AuthorizeRequest other = held();
    var capture = followUp(other, eur(400));
    on(LOOK, partly(capture.reference(), "succeeded", "4.00"));
    on(RELEASE, new Answer(202, ""));
    assertThat(connector.followUp(OperationKind.CAPTURE, capture, soon()))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, done -> assertThat(done.amount()).isEqualTo(eur(400)));
    assertThat(calls).containsOnlyOnce(RELEASE);
  }

  @Test
  void
      the_rest_is_released_by_an_inquiry_if_no_response_came_and_delays_the_capture_only_briefly() {
    AuthorizeRequest request = held();
    var capture = followUp(request, eur(400));
    on(
        CAPTURE,
        json(201, "{'resource': 'capture', 'id': 'cpt_1', 'mode': 'test', 'status': 'pending'}"));
    on(LOOK, partly(capture.reference(), "succeeded", "4.00"));
    on(RELEASE, new Answer(500, "{}"));
    assertThat(connector.followUp(OperationKind.CAPTURE, capture, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOf(Inquiry.Unreachable.class);

    now.updateAndGet(it -> it.plusSeconds(91));
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOf(Inquiry.Found.class);
  }

  @Test
  void a_part_that_is_captured_in_mollies_dashboard_and_a_refund_there_are_reported() {
    AuthorizeRequest request = waiting(Capture.MANUAL);
    on(
        LOOK,
        payment(
            "authorized",
            """
            'captureMode': 'manual', 'amountCaptured': {'currency': 'EUR', 'value': '4.00'},
            'amountRefunded': {'currency': 'EUR', 'value': '1.00'},
            '_embedded': {'refunds': [{'resource': 'refund', 'id': 're_1', 'status': 'pending',
              'amount': {'currency': 'EUR', 'value': '1.00'}, 'metadata': null}]}\
            """));

    assertThat(returned(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class,
            held -> {
              assertThat(held.amount()).isEqualTo(eur(1000));
              assertThat(held.provider().orElseThrow().money())
                  .contains(
                      new ProviderMoney(
                          eur(400),
                          List.of(
                              new ProviderRefund("re_1", eur(100), ProviderRefundStatus.PENDING))));
            });
    assertThat(calls).doesNotContain(RELEASE);
  }

  @Test
  void a_release_that_mollie_has_accepted_is_pending_until_the_bank_releases_the_amount() {
    AuthorizeRequest request = held();
    var cancel = followUp(request, eur(1000));
    on(RELEASE, new Answer(202, ""));

    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isEqualTo(new Outcome.Pending());
    now.updateAndGet(it -> it.plusSeconds(91));
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(new Outcome.Pending()));

    on(LOOK, payment("canceled", "'captureMode': 'manual'"));
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
  }

  @Test
  void a_failed_capture_does_not_prevent_a_cancel() {
    AuthorizeRequest request = held();
    on(
        LOOK,
        payment(
            "authorized",
            "'captureMode': 'manual', '_embedded': {'captures': [{'status': 'failed'}]}"));
    on(RELEASE, new Answer(202, ""));

    assertThat(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()))
        .isEqualTo(new Outcome.Pending());
  }

  @Test
  void a_payment_is_paid_even_if_its_payer_is_gone_at_mollie() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    on(LOOK, payment("paid", "'sequenceType': 'first', 'customerId': 'cst_1'"));

    on("GET /v2/customers/cst_1/mandates", json(503, "{}"));
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);

    on("GET /v2/customers/cst_1/mandates", json(410, "{'status': 410, 'detail': 'gone'}"));
    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found ->
                assertThat(found.outcome())
                    .isInstanceOfSatisfying(
                        Outcome.Approved.class,
                        approved -> assertThat(approved.amount()).isEqualTo(eur(1000))));
  }

  @Test
  void a_page_that_mollie_does_not_cancel_says_so() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);

    on(LOOK, payment("open", "'expiresAt': '2026-03-04T12:00:00+00:00', 'isCancelable': false"));
    assertThat(returned(request))
        .isInstanceOfSatisfying(
            Outcome.RequiresAction.class,
            asked ->
                assertThat(asked.action())
                    .isEqualTo(
                        new PayerAction.Redirect(
                            URI.create("https://www.mollie.com/checkout/1"),
                            Instant.parse("2026-03-04T12:00:00Z"),
                            false)));
  }

  @ParameterizedTest
  @CsvSource({
    "mandateId, 200, pending, 200, false",
    "mandateId, 200, invalid, 200, true",
    "mandateId, 410, -, 200, true",
    "mandateId, 404, -, 404, false",
    "mandateId, 503, -, 200, false",
    "customerId, 404, -, 410, true",
    "customerId, 404, -, 404, false",
    "amount, 200, invalid, 200, false",
  })
  void only_a_mandate_that_this_account_had_counts_as_revoked(
      String field, int status, String mandate, int customer, boolean isRevoked) {
    on(
        "POST /v2/customers/cst_1/payments",
        json(422, "{'status': 422, 'detail': 'rejected', 'field': '%s'}".formatted(field)));
    on(
        "GET /v2/customers/cst_1/mandates/mdt_1",
        json(
            status,
            "{'resource': 'mandate', 'mode': 'test', 'status': %s}"
                .formatted(status == 200 ? "'" + mandate + "'" : status)));
    on(
        "GET /v2/customers/cst_1/mandates",
        json(
            customer,
            "{'status': %d, 'count': 0, '_embedded': {'mandates': []}}".formatted(customer)));

    assertThat(charge())
        .isInstanceOfSatisfying(
            Outcome.Declined.class,
            declined -> assertThat(declined.revokesAuthorizations()).isEqualTo(isRevoked));
    if (status != 200) {
      on("DELETE /v2/customers/cst_1/mandates/mdt_1", error(status, "no mandate"));
      assertThat(connector.revoke(SAVED, soon())).isEqualTo(isRevoked);
    }
  }

  @Test
  void a_charge_that_mollie_has_not_decided_is_pending() {
    on("POST /v2/customers/cst_1/payments", payment("open", "'sequenceType': 'recurring'"));

    assertThat(charge()).isEqualTo(new Outcome.Pending());
  }

  /** Without the charge's id, only its metadata could identify it in a later inquiry. */
  @Test
  void a_charge_that_is_not_listed_is_awaited_and_then_given_up_without_charging() {
    on("POST /v2/customers/cst_1/payments", new Answer(500, "{}"));
    on("GET /v2/customers/cst_1/payments", json(200, "{'_embedded': {'payments': []}}"));
    AuthorizeRequest request = ofSaved();
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.NotYet.class);
    now.updateAndGet(it -> it.plusSeconds(91));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Unclear());
    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, done -> assertThat(done.amount()).isEqualTo(eur(0)));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());

    on("GET /v2/customers/cst_1/payments", error(410, "The customer is no longer available"));
    AuthorizeRequest other = ofSaved();
    connector.authorize(other, soon());
    now.updateAndGet(it -> it.plusSeconds(91));
    assertThat(connector.inquire(about(other), soon())).isInstanceOf(Inquiry.Unreachable.class);
  }

  /** Mollie rejects a second refund of the amount within an hour. */
  @Test
  void what_a_person_has_not_refunded_of_a_late_charge_is_refunded() {
    AuthorizeRequest request = ofSaved();
    on("POST /v2/customers/cst_1/payments", new Answer(500, "{}"));
    connector.authorize(request, soon());
    Answer paid = late(request, "paid", "pending", "4.00");
    on(
        "GET /v2/customers/cst_1/payments",
        json(200, "{'_embedded': {'payments': [%s]}}".formatted(paid.body())));
    on(LOOK, paid);
    on(REFUND, DUPLICATE);
    assertThat(cancel(request)).isInstanceOf(Outcome.Unknown.class);
    assertThat(refunded).contains("\"6.00\"");

    on(LOOK, late(request, "paid", "failed", "10.00"));
    assertThat(cancel(request)).isInstanceOf(Outcome.Unknown.class);
    assertThat(refunded).contains("\"10.00\"");
    on(LOOK, late(request, "paid", "queued", "10.00"));
    calls.clear();
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(calls).doesNotContain(REFUND);
  }

  @Test
  void a_late_charge_that_mollie_still_collects_is_undone_later() {
    AuthorizeRequest request = ofSaved();
    on("POST /v2/customers/cst_1/payments", new Answer(500, "{}"));
    connector.authorize(request, soon());
    Answer pending = late(request, "pending", "failed", "0.00");
    on(
        "GET /v2/customers/cst_1/payments",
        json(200, "{'_embedded': {'payments': [%s]}}".formatted(pending.body())));
    on(LOOK, pending);

    assertThat(cancel(request)).isInstanceOf(Outcome.Unknown.class);
  }

  private static Answer late(
      AuthorizeRequest request, String status, String refund, String refunded) {
    return payment(
        status,
        """
        'sequenceType': 'recurring', 'metadata': {'florin': '%s'},
        '_embedded': {'refunds': [{'resource': 'refund', 'id': 're_1', 'status': '%s',
          'amount': {'currency': 'EUR', 'value': '%s'}}]}\
        """
            .formatted(request.reference(), refund, refunded));
  }

  private Outcome cancel(AuthorizeRequest request) {
    return connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
  }

  private Outcome charge() {
    return connector.authorize(ofSaved(), soon());
  }

  private static AuthorizeRequest ofSaved() {
    return Requests.authorize(
        Requests.reference(),
        Requests.REALM,
        eur(1000),
        Capture.AUTOMATIC,
        SAVED,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.of(URI.create("https://pay.shop.example/return/abc")));
  }

  @Test
  void a_check_fails_if_the_keys_belong_to_different_profiles() {
    on("GET /v2/profiles/me", profile("pfl_1"), profile("pfl_2"));
    on("GET /v2/methods", json(200, "{'_embedded': {'methods': [{'id': 'ideal'}]}}"));
    on(CREATE, payment("open", "'method': null"));
    on(LOOK, payment("open", "'method': null"));
    try (var client = new RemoteClient<>(new MollieApi(), address(), List.of())) {
      String live = KEY.replace("test_", "live_");
      var settings =
          new MollieSettings(
              live, Optional.of(KEY), Optional.empty(), Optional.empty(), List.of(), true);

      CheckReport report = new MollieCheck("cn", client, settings, Optional.empty()).run(soon());

      assertThat(report.hasPassed()).isFalse();
      assertThat(report.steps())
          .filteredOn(step -> step.result() == CheckResult.FAILED)
          .extracting(CheckStep::title, CheckStep::detail)
          .containsExactly(
              tuple(
                  "Live: both keys belong to the same profile",
                  "The test key belongs to the website profile pfl_1, the live key to pfl_2. Use the keys of one profile."));

      on("GET /v2/profiles/me", profile("pfl_1"));
      assertThat(new MollieCheck("cn", client, settings, Optional.empty()).run(soon()).hasPassed())
          .isTrue();
    }
  }

  private static Answer profile(String id) {
    return json(200, "{'resource': 'profile', 'id': '%s', 'status': 'verified'}".formatted(id));
  }

  /** Returns a payment with a capture of 4.00 in progress. Mollie still holds the rest. */
  private static Answer partly(OperationRef capture, String status, String captured) {
    return payment(
        "authorized",
        """
        'captureMode': 'manual', 'amountCaptured': {'currency': 'EUR', 'value': '%s'},
        '_embedded': {'captures': [{'resource': 'capture', 'id': 'cpt_1', 'status': '%s',
          'amount': {'currency': 'EUR', 'value': '4.00'}, 'metadata': {'florin': '%s'}}]}\
        """
            .formatted(captured, status, capture));
  }

  @Test
  void the_field_of_an_error_is_short_and_a_path() {
    assertThat(field("amount.currency")).contains("amount.currency");
    assertThat(field("lines[0].vatRate")).contains("lines[0].vatRate");
    assertThat(field("a\nb")).isEmpty();
    assertThat(field("x".repeat(101))).isEmpty();
  }

  private static Optional<String> field(String name) {
    return RemoteObject.parse(RemoteObject.write(Map.of("status", 422, "field", name)))
        .map(MollieError::of)
        .flatMap(MollieError::field);
  }

  private Outcome capture(AuthorizeRequest request) {
    return connector.followUp(OperationKind.CAPTURE, followUp(request, eur(400)), soon());
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private Outcome refund(AuthorizeRequest request) {
    return connector.followUp(OperationKind.REFUND, followUp(request, eur(300)), soon());
  }

  private AuthorizeRequest waiting(Capture capture) {
    AuthorizeRequest request =
        Requests.authorize(
            Requests.reference(),
            Requests.REALM,
            eur(1000),
            capture,
            new Credential.Page(List.of()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.of(URI.create("https://pay.shop.example/return/abc")));
    on(CREATE, payment("open", "'method': null"));
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.RequiresAction.class);
    return request;
  }

  private AuthorizeRequest paid() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    on(LOOK, payment("paid", "'captureMode': 'automatic'"));
    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    return request;
  }

  private AuthorizeRequest held() {
    AuthorizeRequest request = waiting(Capture.MANUAL);
    on(LOOK, payment("authorized", "'captureMode': 'manual'"));
    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    return request;
  }

  private Outcome returned(AuthorizeRequest request) {
    return connector.resume(new ResumeRequest(request, ChallengeResult.RETURNED, Map.of()), soon());
  }

  private static Answer payment(String status, String more) {
    return json(
        200,
        """
        {'resource': 'payment', 'id': 'tr_1', 'mode': 'test', 'status': '%s',
         'amount': {'currency': 'EUR', 'value': '10.00'},
         '_links': {'checkout': {'href': 'https://www.mollie.com/checkout/1'}}, %s}
        """
            .formatted(status, more));
  }

  private static Answer error(int status, String detail) {
    return json(
        status, "{'status': %d, 'title': 'Error', 'detail': '%s'}".formatted(status, detail));
  }

  private static Answer json(int status, String body) {
    return new Answer(status, body.replace('\'', '"'));
  }

  private void on(String call, Answer... said) {
    answers.put(call, new ArrayDeque<>(List.of(said)));
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    if (call.equals(REFUND)) {
      refunded = new String(body, StandardCharsets.UTF_8);
    }
    calls.add(call);
    Deque<Answer> said =
        answers.getOrDefault(call, new ArrayDeque<>(List.of(error(404, "not found"))));
    Answer answer = said.size() > 1 ? said.removeFirst() : said.getFirst();
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
