package florin.connector.stripe;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.error;
import static florin.connector.stripe.StripeJson.expired;
import static florin.connector.stripe.StripeJson.held;
import static florin.connector.stripe.StripeJson.intent;
import static florin.connector.stripe.StripeJson.open;
import static florin.connector.stripe.StripeJson.paid;
import static florin.connector.stripe.StripeJson.refund;
import static florin.connector.stripe.StripeJson.session;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Exchanges;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.ProviderDetails.PaidCard;
import florin.connector.ProviderDetails.Payer;
import florin.connector.ProviderListing;
import florin.connector.ProviderObject;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.RiskLevel;
import florin.connector.instance.ExchangeStore;
import florin.connector.stripe.StripeStandIn.Answer;
import florin.core.Currency;
import florin.core.DeclineCode;
import florin.core.ErrorCode;
import florin.core.Id.AttemptId;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the connector makes of Stripe's documented answers, and of those that never come. */
@TestInstance(Lifecycle.PER_CLASS)
class StripeConnectorTest {
  private static final String CREATE = "POST /v1/checkout/sessions";
  private static final String LOOK = "GET /v1/checkout/sessions/cs_test_a1";
  private static final String EXPIRE = "POST /v1/checkout/sessions/cs_test_a1/expire";
  private static final String CAPTURE = "POST /v1/payment_intents/pi_1/capture";
  private static final String CANCEL = "POST /v1/payment_intents/pi_1/cancel";
  private static final String INTENT = "GET /v1/payment_intents/pi_1";
  private static final String REFUND = "POST /v1/refunds";
  private static final String REFUNDS = "GET /v1/refunds";

  private final StripeStandIn stripe = new StripeStandIn();
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final Db db;
  private final GroupCommit commits;
  private final ConnectorId id = new ConnectorId(UUID.randomUUID());
  private final Exchanges exchanges;
  private final StripeKind kind =
      new StripeKind(new StripeClient(stripe.address(), List.of()), false, now::get);
  private final Connector connector;

  StripeConnectorTest() {
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    exchanges = new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id);
    var secrets = new ProviderSecrets(Map.of("secret_key", "sk_test_12345678"));
    connector = kind.open(new ConnectorSetup(Requests.REALM, id, Map.of(), secrets), exchanges);
  }

  @AfterAll
  void close() {
    kind.close();
    stripe.close();
    commits.close();
    db.close();
  }

  @BeforeEach
  void forget() {
    stripe.on(CREATE, open());
    stripe.on(LOOK, open());
    stripe.forget();
  }

  private static AuthorizeRequest request(Capture capture) {
    return new AuthorizeRequest(
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
  }

  private AuthorizeRequest waiting(Capture capture) {
    AuthorizeRequest request = request(capture);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.RequiresAction.class);
    stripe.forget();
    return request;
  }

  private Outcome returned(AuthorizeRequest request) {
    return connector.resume(
        new ResumeRequest(request, ChallengeResult.RETURNED, Map.of("made", "up")), soon());
  }

  private AuthorizeRequest approved(Capture capture) {
    AuthorizeRequest request = waiting(capture);
    stripe.on(LOOK, capture == Capture.MANUAL ? held() : paid());
    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    stripe.forget();
    return request;
  }

  private Outcome cancel(AuthorizeRequest request) {
    return connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
  }

  @Test
  void what_is_there_under_references_of_ours_is_listed_sessions_and_then_refunds() {
    String ours = Requests.reference().toString();
    String sessions =
        "{\"object\": \"list\", \"has_more\": %s, \"data\": [%s, %s]}"
            .formatted(
                true, listed("cs_1", "order-17", "complete"), listed("cs_2", ours, "complete"));
    stripe.on("GET /v1/checkout/sessions", sessions);
    stripe.on(REFUNDS, "{\"data\": [" + refund("succeeded", ours) + "]}");
    Instant since = Instant.ofEpochSecond(1_790_000_000);

    var first = (ProviderListing.Page) connector.list(since, Optional.empty(), soon());

    assertThat(stripe.last().form()).isEqualTo("created%5Bgte%5D=1790000000&limit=100");
    assertThat(first.next()).hasValue("sessions:cs_2");
    assertThat(first.objects())
        .containsExactly(
            new ProviderObject(
                "cs_2",
                new OperationRef(AttemptId.KIND.parse(ours).orElseThrow()),
                Optional.of(eur(1000)),
                "page complete paid",
                since,
                Optional.of(URI.create("https://dashboard.stripe.com/test/payments/pi_1"))));

    stripe.on("GET /v1/checkout/sessions", sessions.replace("true", "false"));
    var second = (ProviderListing.Page) connector.list(since, first.next(), soon());
    assertThat(stripe.last().form()).endsWith("&starting_after=cs_2");
    var third = (ProviderListing.Page) connector.list(since, second.next(), soon());
    assertThat(third.objects())
        .extracting(ProviderObject::status)
        .containsExactly("refund succeeded");
    assertThat(third.next()).isEmpty();
    assertThat(stripe.calls()).allMatch(call -> call.startsWith("GET "));

    stripe.on(REFUNDS, 500, "{}");
    assertThat(connector.list(since, second.next(), soon()))
        .isInstanceOf(ProviderListing.Unanswered.class);
  }

  private static String listed(String id, String reference, String status) {
    return """
    {"id": "%s", "object": "checkout.session", "livemode": false, "status": "%s", "payment_status": "paid", "created": 1790000000,
     "client_reference_id": "%s", "amount_total": 1000, "currency": "eur", "payment_intent": "pi_1"}\
    """
        .formatted(id, status, reference);
  }

  @Test
  void a_payer_is_sent_to_a_page_once_that_is_written_down() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);

    Outcome outcome = connector.authorize(request, soon());

    assertThat(outcome)
        .isEqualTo(
            new Outcome.RequiresAction(
                "cs_test_a1",
                new PayerAction.Redirect(
                    URI.create("https://checkout.stripe.com/c/pay/cs_test_a1#x"),
                    Instant.ofEpochSecond(1_790_000_000))));
    assertThat(exchanges.list(request.reference()))
        .extracting(Exchanges.ExchangeStep::step)
        .containsExactly("create", "page");
    assertThat(stripe.last().key()).isEqualTo(request.reference() + ":create");
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    assertThat(returned(request)).isEqualTo(outcome);
    assertThat(connector.authorize(request, soon())).isEqualTo(outcome);
    assertThat(stripe.calls()).containsOnlyOnce(CREATE);
  }

  @Test
  void a_payment_that_was_closed_sends_nothing() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());

    assertThat(connector.authorize(request, soon())).isEqualTo(StripeAccount.TAKEN);

    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void an_unknown_answer_to_the_creation_is_harmless_and_stays_so() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    stripe.on(CREATE, StripeStandIn.LOST);

    assertThat(connector.authorize(request, soon())).isEqualTo(new Outcome.NotSent());

    assertThat(stripe.calls()).containsExactly(CREATE, CREATE);
    stripe.on(CREATE, open());
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Declined.class);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void a_page_that_was_made_just_before_a_crash_is_handed_to_nobody() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    exchanges.sending(request.reference(), OperationKind.AUTHORIZE, 0, "create");
    exchanges.answered(request.reference(), 0, Optional.of("cs_test_a1"), Map.of());

    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());

    assertThat(connector.authorize(request, soon())).isEqualTo(StripeAccount.TAKEN);
    assertThat(returned(request)).isEqualTo(new Outcome.NotSent());
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void what_stripe_refuses_is_known_after_a_crash() {
    AuthorizeRequest request = request(Capture.AUTOMATIC);
    stripe.on(CREATE, 400, error("invalid_request_error", "amount_too_small"));

    Outcome refused = connector.authorize(request, soon());

    assertThat(refused).isEqualTo(Outcome.Declined.byProvider(ErrorCode.AMOUNT_BELOW_MINIMUM));
    stripe.forget();
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(refused));
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_currency_that_stripe_does_not_write_is_refused_before_anything_is_sent() {
    var dinar =
        new AuthorizeRequest(
            Requests.reference(),
            Requests.REALM,
            new Money(1234, Currency.get("kwd")),
            Capture.AUTOMATIC,
            new Credential.Page(List.of()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);

    assertThat(connector.authorize(dinar, soon()))
        .isEqualTo(Outcome.Declined.byProvider(ErrorCode.CURRENCY_NOT_ENABLED));
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_key_that_is_not_taken_and_a_page_for_another_amount_send_nobody_anywhere() {
    stripe.on(CREATE, 401, error("invalid_request_error", "api_key_expired"));
    assertThat(connector.authorize(request(Capture.AUTOMATIC), soon()))
        .isEqualTo(new Outcome.NotSent());

    stripe.on(CREATE, session("open", "null", 1001, "eur"));
    assertThat(connector.authorize(request(Capture.AUTOMATIC), soon()))
        .isEqualTo(new Outcome.NotSent());
  }

  @Test
  void an_answer_of_the_other_mode_is_not_believed() {
    stripe.on(CREATE, open().replace("\"livemode\": false", "\"livemode\": true"));
    assertThat(connector.authorize(request(Capture.AUTOMATIC), soon()))
        .isEqualTo(new Outcome.NotSent());

    stripe.on(CREATE, open());
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid().replace("\"livemode\": false", "\"livemode\": true"));
    assertThat(returned(request)).isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);
  }

  @Test
  void what_was_paid_on_the_page_is_told_with_all_that_stripe_tells() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid());

    Outcome outcome = returned(request);

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class,
            approved -> {
              assertThat(approved.connectorReference()).isEqualTo("pi_1");
              assertThat(approved.amount()).isEqualTo(eur(1000));
              assertThat(approved.networkTransactionId()).contains("MCC123");
              assertThat(approved.checks())
                  .isEqualTo(new Checks(Check.PASS, Check.UNCHECKED, Check.FAIL));
              assertThat(approved.riskLevel()).isEqualTo(RiskLevel.ELEVATED);
              var provider = approved.provider().orElseThrow();
              assertThat(provider.ids())
                  .isEqualTo(
                      Map.of(
                          "checkout_session", "cs_test_a1",
                          "payment_intent", "pi_1",
                          "charge", "ch_1"));
              assertThat(provider.page())
                  .contains(URI.create("https://dashboard.stripe.com/test/payments/pi_1"));
              assertThat(provider.card()).contains(new PaidCard("visa", "4242", 8, 2034, "credit"));
              assertThat(provider.payer())
                  .contains(
                      new Payer(
                          Optional.of("Ada Lovelace"),
                          Optional.of("ada@example.com"),
                          Optional.of("GB"),
                          Optional.of("W1")));
              assertThat(provider.dispute()).isEmpty();
            });
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
    assertThat(exchanges.findExternalId(request.reference())).contains("pi_1");
  }

  @Test
  void a_dispute_is_told_with_its_reason_until_it_is_over() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, paid().replace("\"disputed\": false", "\"disputed\": true"));
    stripe.on(
        "GET /v1/disputes", disputes("won", "needs_response"), disputes("won", "warning_closed"));

    assertThat(dispute(returned(request))).contains("fraudulent");
    assertThat(dispute(returned(request))).isEmpty();
    stripe.on("GET /v1/disputes", 500, "{}");
    assertThat(dispute(returned(request))).contains("unknown");
  }

  private static Optional<String> dispute(Outcome approved) {
    return ((Outcome.Approved) approved).provider().orElseThrow().dispute();
  }

  private static Answer disputes(String one, String other) {
    return new Answer(
        200,
        """
        {"object": "list", "data": [{"id": "dp_2", "status": "%s", "reason": "general"},
          {"id": "dp_1", "status": "%s", "reason": "fraudulent"}]}\
        """
            .formatted(one, other));
  }

  @ParameterizedTest
  @CsvSource({
    "open, , RequiresAction",
    "open, requires_payment_method, RequiresAction",
    "open, requires_action, RequiresAction",
    "complete, succeeded, Approved",
    "complete, requires_capture, Approved",
    "complete, processing, Pending",
    "complete, requires_action, Pending",
    "complete, requires_payment_method, Declined",
    "open, succeeded, Approved",
    "expired, , Absent",
    "expired, requires_payment_method, Absent",
    "complete, canceled, Absent",
    "complete, a_state_of_tomorrow, Unreachable",
    "tomorrow, , Unreachable",
  })
  void the_intent_decides_and_else_the_page(
      String status, @org.jspecify.annotations.Nullable String intent, String expected) {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    String method = "requires_capture".equals(intent) ? "manual" : "automatic";
    stripe.on(LOOK, session(status, intent == null ? "null" : intent(intent, method, 1000, 1000)));

    Inquiry inquiry = connector.inquire(about(request), soon());

    Object said = inquiry instanceof Inquiry.Found(Outcome outcome) ? outcome : inquiry;
    assertThat(said.getClass().getSimpleName()).isEqualTo(expected);
  }

  @Test
  void a_payment_that_is_processing_is_waited_for_however_long_it_takes() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, session("complete", intent("processing", "automatic", 0, 0)));
    now.updateAndGet(before -> before.plus(Duration.ofDays(5)));

    assertThat(connector.inquire(about(request), soon()))
        .isEqualTo(new Inquiry.Found(new Outcome.Pending()));
  }

  @Test
  void another_amount_is_told_as_it_is_and_another_currency_not_believed() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, session("complete", intent("succeeded", "automatic", 900, 0)));
    assertThat(returned(request).ofAsked(eur(1000))).isInstanceOf(Outcome.OtherAmount.class);

    stripe.on(
        LOOK,
        session(
            "complete", intent("succeeded", "automatic", 1000, 0, "usd", StripeJson.CHARGE, "")));
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.Unreachable.class);
  }

  @Test
  void to_cancel_an_open_page_is_to_expire_it_and_nothing_else() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(EXPIRE, expired());
    FollowUp cancel = followUp(request, eur(1000));

    Outcome outcome = connector.followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(0)));
    assertThat(stripe.calls()).containsExactly(LOOK, EXPIRE);
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon())).isEqualTo(outcome);
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(stripe.calls()).hasSize(2);
  }

  @Test
  void a_payer_who_was_faster_than_a_cancel_has_paid() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(LOOK, new Answer(200, open()), new Answer(200, paid()));
    stripe.on(EXPIRE, 400, error("invalid_request_error", "resource_missing"));
    FollowUp cancel = followUp(request, eur(1000));

    Outcome outcome = connector.followUp(OperationKind.CANCEL, cancel, soon());

    assertThat(outcome).isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).containsExactly(LOOK, EXPIRE, LOOK);
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
    assertThat(cancel(request)).isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).doesNotContain(REFUND, CANCEL);
  }

  @Test
  void what_is_held_is_let_go_but_not_before_the_payment_has_heard_of_it() {
    AuthorizeRequest request = waiting(Capture.MANUAL);
    stripe.on(LOOK, held());
    assertThat(cancel(request)).isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).containsExactly(LOOK);

    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    stripe.on(CANCEL, intent("canceled", "manual", 0, 0));

    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(1000)));
    stripe.on(LOOK, session("complete", intent("canceled", "manual", 0, 0)));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
  }

  @Test
  void a_cancel_whose_answer_was_lost_is_not_given_up_too_soon() {
    AuthorizeRequest request = waiting(Capture.AUTOMATIC);
    stripe.on(EXPIRE, StripeStandIn.LOST);
    FollowUp cancel = followUp(request, eur(1000));
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(StripeAccount.MAY_STILL_ARRIVE)));
    now.updateAndGet(before -> before.plus(Duration.ofSeconds(91)));
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Unclear());
    stripe.on(LOOK, expired());
    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isInstanceOf(Outcome.Approved.class);
  }

  @Test
  void a_capture_takes_a_part_and_says_whose_it_was() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    stripe.on(CAPTURE, intent("succeeded", "manual", 400, 0));
    FollowUp capture = followUp(request, eur(400));

    Outcome outcome = connector.followUp(OperationKind.CAPTURE, capture, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class, it -> assertThat(it.amount()).isEqualTo(eur(400)));
    assertThat(stripe.last().form())
        .isEqualTo("amount_to_capture=400&metadata%5Bflorin_capture%5D=" + capture.reference());
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isEqualTo(new Inquiry.Found(outcome));
    assertThat(stripe.calls()).containsExactly(CAPTURE);
    // What was authorised is what it was, though a part was taken of it.
    stripe.on(LOOK, session("complete", intent("succeeded", "manual", 400, 0)));
    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found ->
                assertThat(found.outcome().ofAsked(eur(1000)))
                    .isInstanceOf(Outcome.Approved.class));
  }

  @Test
  void a_capture_whose_answer_was_lost_is_found_by_its_own_name_only() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    stripe.on(CAPTURE, StripeStandIn.LOST);
    FollowUp capture = followUp(request, eur(1000));
    assertThat(connector.followUp(OperationKind.CAPTURE, capture, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    stripe.on(INTENT, intent("requires_capture", "manual", 0, 1000));
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(StripeAccount.MAY_STILL_ARRIVE)));
    stripe.on(INTENT, captured("att_other"));
    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Declined.class));

    stripe.on(INTENT, captured(capture.reference().toString()));

    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
  }

  @Test
  void what_somebody_has_captured_in_the_providers_dashboard_counts_as_captured() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    FollowUp capture = followUp(request, eur(1000));
    stripe.on(CAPTURE, 500, "{}");
    connector.followUp(OperationKind.CAPTURE, capture, soon());

    stripe.on(INTENT, intent("succeeded", "manual", 1000, 0));

    assertThat(connector.inquire(about(OperationKind.CAPTURE, capture), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));
  }

  private static String captured(String by) {
    return intent(
        "succeeded", "manual", 1000, 0, "eur", "\"ch_1\"", "\"florin_capture\": \"" + by + "\"");
  }

  @Test
  void what_cannot_be_captured_or_refunded_is_not_asked_for() {
    AuthorizeRequest request = approved(Capture.MANUAL);
    var dollars = new Money(100, Currency.get("usd"));

    for (FollowUp wrong : List.of(followUp(request, eur(0)), followUp(request, dollars))) {
      assertThat(connector.followUp(OperationKind.CAPTURE, wrong, soon()))
          .isInstanceOf(Outcome.Declined.class);
    }
    assertThat(
            connector.followUp(
                OperationKind.REFUND, followUp(request(Capture.AUTOMATIC), eur(100)), soon()))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(stripe.calls()).isEmpty();
  }

  @Test
  void a_refund_is_pending_then_succeeds_and_may_fail_late() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, refund("pending", refund.reference().toString()));

    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isEqualTo(new Outcome.Pending());

    assertThat(stripe.last().form())
        .isEqualTo("payment_intent=pi_1&amount=300&metadata%5Bflorin%5D=" + refund.reference());
    stripe.on("GET /v1/refunds/re_1", refund("succeeded", ""));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(((Outcome.Approved) found.outcome()).amount()).isEqualTo(eur(300)));
    stripe.on("GET /v1/refunds/re_1", refund("failed", ""));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found ->
                assertThat(((Outcome.Declined) found.outcome()).declineCode())
                    .contains(DeclineCode.LOST_CARD));
  }

  @Test
  void a_refund_whose_answer_was_lost_is_looked_for_among_all_of_the_payment() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, StripeStandIn.LOST);
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    stripe.on(REFUNDS, list(true, "att_other"), list(false, refund.reference().toString()));

    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));

    assertThat(stripe.last().form()).contains("starting_after=re_1");
    FollowUp never = followUp(request, eur(100));
    assertThat(connector.followUp(OperationKind.REFUND, never, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    stripe.on(REFUNDS, list(false, "att_other"));
    assertThat(connector.inquire(about(OperationKind.REFUND, never), soon()))
        .isEqualTo(new Inquiry.NotYet(now.get().plus(StripeAccount.MAY_STILL_ARRIVE)));
    now.updateAndGet(before -> before.plus(Duration.ofSeconds(91)));
    assertThat(connector.inquire(about(OperationKind.REFUND, never), soon()))
        .isEqualTo(new Inquiry.Unclear());
  }

  private static Answer list(boolean more, String reference) {
    return new Answer(
        200,
        "{\"object\": \"list\", \"has_more\": %s, \"data\": [%s]}"
            .formatted(more, refund("succeeded", reference)));
  }

  @Test
  void what_may_have_arrived_is_not_taken_for_not_sent_when_it_is_sent_again() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    Answer busy = new Answer(429, error("invalid_request_error", "lock_timeout"));
    stripe.on(REFUND, StripeStandIn.LOST, StripeStandIn.LOST, busy);
    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    assertThat(connector.followUp(OperationKind.REFUND, refund, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.followUp(OperationKind.REFUND, followUp(request, eur(300)), soon()))
        .isEqualTo(new Outcome.NotSent());
    assertThat(stripe.heard())
        .filteredOn(it -> it.call().equals(REFUND))
        .extracting(StripeStandIn.Heard::key)
        .startsWith(
            refund.reference() + ":refund",
            refund.reference() + ":refund",
            refund.reference() + ":refund");
  }

  @Test
  void a_refusal_of_a_refund_is_known_after_a_crash_and_a_reference_is_one_operation_s() {
    AuthorizeRequest request = approved(Capture.AUTOMATIC);
    FollowUp refund = followUp(request, eur(300));
    stripe.on(REFUND, 400, error("invalid_request_error", "charge_already_refunded"));

    Outcome refused = connector.followUp(OperationKind.REFUND, refund, soon());

    assertThat(refused).isEqualTo(Outcome.Declined.byProvider(ErrorCode.PROVIDER_REFUSED));
    assertThat(connector.inquire(about(OperationKind.REFUND, refund), soon()))
        .isEqualTo(new Inquiry.Found(refused));
    assertThat(connector.followUp(OperationKind.CAPTURE, refund, soon()))
        .isEqualTo(StripeAccount.TAKEN);
    assertThat(stripe.calls()).containsExactly(REFUND);
  }

  @Test
  void nothing_of_a_payer_s_card_or_of_a_message_is_written_down() {
    approved(Capture.AUTOMATIC);

    assertThat(db.list("SELECT e::text FROM connector_exchange e", row -> row.getString(1)))
        .isNotEmpty()
        .noneMatch(row -> row.contains("4242") || row.contains("Lovelace"));
  }
}
