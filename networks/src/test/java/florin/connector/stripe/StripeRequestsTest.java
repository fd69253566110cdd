package florin.connector.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.Stripe;
import com.stripe.net.ApiRequestParams;
import com.stripe.net.FormEncoder;
import com.stripe.param.BalanceTransactionListParams;
import com.stripe.param.DisputeListParams;
import com.stripe.param.PaymentIntentCaptureParams;
import com.stripe.param.PayoutListParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.RefundListParams;
import com.stripe.param.WebhookEndpointCreateParams;
import com.stripe.param.WebhookEndpointCreateParams.EnabledEvent;
import com.stripe.param.checkout.SessionCreateParams;
import com.stripe.param.checkout.SessionCreateParams.LineItem;
import com.stripe.param.checkout.SessionCreateParams.PaymentIntentData;
import com.stripe.param.checkout.SessionCreateParams.SetupIntentData;
import com.stripe.param.checkout.SessionListParams;
import com.stripe.param.checkout.SessionRetrieveParams;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.AuthorizeRequest.PageContent.PageLine;
import florin.connector.Credential;
import florin.connector.DisputeResponse.Evidence;
import florin.connector.DisputeResponse.EvidenceUpload;
import florin.connector.OperationRef;
import florin.connector.Requests;
import florin.connector.remote.RemoteRequest;
import florin.connector.stripe.StripeRequests.PageEnd;
import florin.connector.stripe.StripeRequests.StripeItem;
import florin.connector.stripe.StripeRequests.StripePage;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Money;
import florin.testing.Drills;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks every request of the connector against Stripe's published OpenAPI document and the
 * parameters of Stripe's own library.
 */
class StripeRequestsTest {
  private static final OperationRef REFERENCE =
      new OperationRef(new AttemptId(UUID.fromString("01990000-0000-7000-8000-000000000001")));
  private static final URI BACK = URI.create("https://pay.shop.example/return/abc?x=1");

  /**
   * Names that are missing in the available OpenAPI documents because Stripe added them later.
   * Stripe's library has them.
   */
  private static final Set<String> NEWER =
      Set.of(
          "adaptive_pricing",
          "created",
          "paypal",
          "refund.created",
          "refund.updated",
          "refund.failed");

  /** The only request with a multipart body, which the validator of forms can't read. */
  private static final String FILE = "file";

  private static final SequencedMap<String, RemoteRequest> SHAPES = shapes();

  private static SequencedMap<String, RemoteRequest> shapes() {
    var shapes = new LinkedHashMap<String, RemoteRequest>();
    shapes.put("create: a sale by card", StripeRequests.create(sale(), 1000, List.of("card")));
    shapes.put(
        "create: a hold by several methods",
        StripeRequests.create(hold(), 1000, List.of("klarna", "paypal")));
    shapes.put(
        "create: of a check",
        StripeRequests.create(
            new StripePage(
                "att_check",
                List.of(new StripeItem("Check", 50, 2), new StripeItem("Gift", 0, 1)),
                "jpy",
                List.of("card"),
                Optional.of("de"),
                Optional.of("Order 12"),
                Optional.of("ada@example.com"),
                Optional.empty(),
                Capture.AUTOMATIC,
                true,
                new PageEnd(BACK, Optional.empty()))));
    shapes.put("setUp", StripeRequests.setUp(setup()));
    shapes.put("setupSession", StripeRequests.setupSession("cs_test_1"));
    shapes.put("charge", StripeRequests.charge(sale(), "cus_1", "pm_1", 1000));
    shapes.put(
        "chargesOf", StripeRequests.chargesOf("cus_1", Instant.ofEpochSecond(1_790_000_000)));
    shapes.put("charged", StripeRequests.charged("pi_1"));
    shapes.put("method", StripeRequests.method("pm_1"));
    shapes.put("customer", StripeRequests.customer("cus_1"));
    shapes.put("detach", StripeRequests.detach("pm_1"));
    shapes.put("session", StripeRequests.session("cs_test_1"));
    shapes.put("expire", StripeRequests.expire("cs_test_1", REFERENCE));
    shapes.put("capture", StripeRequests.capture("pi_1", 400, REFERENCE));
    shapes.put("intent", StripeRequests.intent("pi_1"));
    shapes.put("cancel", StripeRequests.cancel("pi_1", REFERENCE));
    shapes.put("refund", StripeRequests.refund("pi_1", 300, REFERENCE));
    shapes.put("refund: that is there", StripeRequests.refund("re_1"));
    shapes.put("refunds", StripeRequests.refunds("pi_1", Optional.empty()));
    shapes.put("refunds: more of them", StripeRequests.refunds("pi_1", Optional.of("re_1")));
    Instant since = Instant.ofEpochSecond(1_790_000_000);
    shapes.put("chargesSince", StripeRequests.chargesSince(since, Optional.of("pi_1")));
    shapes.put("sessionsSince", StripeRequests.sessionsSince(since, Optional.empty()));
    shapes.put("sessionsSince: more", StripeRequests.sessionsSince(since, Optional.of("cs_1")));
    shapes.put("refundsSince", StripeRequests.refundsSince(since, Optional.of("re_1")));
    shapes.put("disputes", StripeDisputes.disputes("pi_1"));
    shapes.put("disputesSince", StripeDisputes.disputesSince(since, 10, Optional.of("dp_1")));
    shapes.put("dispute", StripeDisputes.dispute("dp_1"));
    shapes.put(
        "submit",
        StripeDisputes.submit(
            "dp_1",
            new Evidence(Map.of("customer_name", "Ada"), List.of()),
            Map.of("receipt", "file_1"),
            "dpr_1"));
    shapes.put("mark", StripeDisputes.mark("dp_1", "dpr_1"));
    shapes.put("closeDispute", StripeDisputes.closeDispute("dp_1", "dpr_1"));
    shapes.put(
        FILE,
        StripeDisputes.file(
            new EvidenceUpload("receipt", "receipt.pdf", "application/pdf", new byte[] {1}),
            "dpr_1"));
    shapes.put(
        "transactions",
        StripeBalance.transactions(since, since.plusSeconds(60), 50, Optional.of("txn_1")));
    shapes.put("transactionsOf", StripeBalance.transactionsOf("po_1", 50, Optional.empty()));
    shapes.put("payouts", StripeBalance.payouts(since, 20, Optional.of("po_1")));
    shapes.put("payout", StripeBalance.payout("po_1"));
    shapes.put("account", StripeRequests.account());
    shapes.put("balance", StripeRequests.balance());
    shapes.put("endpoints", StripeRequests.endpoints());
    shapes.put(
        "endpoint",
        StripeRequests.endpoint(
            URI.create("https://pay.shop.example/connectors/t/webhooks"), StripeWebhooks.EVENTS));
    shapes.put("delete", StripeRequests.delete("we_1"));
    return shapes;
  }

  @Test
  void every_request_is_covered_by_this_test() {
    var made =
        Stream.of(StripeRequests.class, StripeBalance.class, StripeDisputes.class)
            .flatMap(requests -> Arrays.stream(requests.getDeclaredMethods()))
            .filter(method -> !Modifier.isPrivate(method.getModifiers()))
            .filter(method -> method.getReturnType() == RemoteRequest.class)
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertThat(SHAPES.keySet().stream().map(name -> name.split(":")[0]).collect(Collectors.toSet()))
        .isEqualTo(made);
  }

  @Test
  void every_request_is_valid_by_stripe_s_openapi() throws Exception {
    Optional<StripeSpec> found = StripeSpec.find();
    if (found.isEmpty()) {
      String said =
          "NOT VALIDATED: 0 of %d shapes of requests. Stripe's OpenAPI is not in target/stripe; ./florin test --drills fetches it."
              .formatted(SHAPES.size());
      System.err.println(said);
      assertThat(Drills.areAsked()).as(said).isFalse();
      Assumptions.abort(said);
    }
    StripeSpec spec = found.get();
    var newer = new TreeSet<String>();
    var forms = new LinkedHashMap<>(SHAPES);
    forms.remove(FILE);
    forms.forEach((name, request) ->
        assertThat(
                spec.problems(request).stream()
                    .filter(problem -> isNewer(request, problem).map(newer::add).isEmpty()))
            .as(name)
            .isEmpty());
    System.err.printf(
        "%d of %d shapes of requests are valid by Stripe's OpenAPI %s in %s; it is too old for %s%n",
        forms.size(), SHAPES.size(), spec.version(), spec.file().getFileName(), newer);
  }

  /** Returns the newer name that explains a problem, if there is one. */
  private static Optional<String> isNewer(RemoteRequest request, String problem) {
    return NEWER.stream()
        .filter(it ->
            problem.equals("/" + it + " is not known")
                || StripeSpec.fields(request).entrySet().stream()
                    .anyMatch(field ->
                        field.getValue().equals(it)
                            && problem.equals(
                                "/"
                                    + field.getKey().replace("]", "").replace("[", "/")
                                    + " is not what it may be")))
        .findFirst();
  }

  @Test
  void an_invalid_request_is_detected() throws Exception {
    Optional<StripeSpec> found = StripeSpec.find();
    Assumptions.assumeTrue(found.isPresent());
    StripeSpec spec = found.get();

    assertThat(spec.problems(StripeForm.post("/v1/refunds", form("amount", "1.5"), "k")))
        .containsExactly("/amount is not what it may be");
    assertThat(spec.problems(StripeForm.post("/v1/refunds", form("metadta[a]", "b"), "k")))
        .containsExactly("/metadta is not known");
    assertThat(spec.problems(StripeForm.post("/v1/checkout/sessions", form("mode", "pay"), "k")))
        .contains("/mode is not what it may be");
    assertThat(spec.problems(StripeForm.get("/v1/refund", StripeForm.EMPTY))).hasSize(1);
    assertThat(spec.problems(StripeForm.get("/v1/refunds", form("limit", "all")))).hasSize(1);
  }

  @Test
  void the_version_is_that_of_stripes_library() {
    assertThat(StripeApi.VERSION).isEqualTo(Stripe.API_VERSION);
  }

  @Test
  void a_session_has_the_fields_of_stripes_library() {
    var params =
        SessionCreateParams.builder()
            .setMode(SessionCreateParams.Mode.PAYMENT)
            .setLocale(SessionCreateParams.Locale.AUTO)
            .setClientReferenceId(REFERENCE.toString())
            .addLineItem(
                LineItem.builder()
                    .setQuantity(1L)
                    .setPriceData(
                        LineItem.PriceData.builder()
                            .setCurrency("eur")
                            .setUnitAmount(1000L)
                            .setProductData(
                                LineItem.PriceData.ProductData.builder()
                                    .setName("SHOP Order 1")
                                    .build())
                            .build())
                    .build())
            .setPaymentIntentData(
                PaymentIntentData.builder()
                    .setCaptureMethod(PaymentIntentData.CaptureMethod.AUTOMATIC)
                    .putMetadata("florin", REFERENCE.toString())
                    .setStatementDescriptorSuffix("SHOP Order 1")
                    .build())
            .putMetadata("florin", REFERENCE.toString())
            .setSuccessUrl(BACK.toString())
            .setCancelUrl(BACK.toString())
            .setExpiresAt(REFERENCE.id().made().plus(Duration.ofMinutes(65)).getEpochSecond())
            .setAdaptivePricing(
                SessionCreateParams.AdaptivePricing.builder().setEnabled(false).build())
            .addPaymentMethodType(SessionCreateParams.PaymentMethodType.CARD)
            .build();

    assertSame("create: a sale by card", params);
  }

  @Test
  void a_session_of_a_setup_has_the_fields_of_stripes_library() {
    assertSame(
        "setUp",
        SessionCreateParams.builder()
            .setMode(SessionCreateParams.Mode.SETUP)
            .setLocale(SessionCreateParams.Locale.DE)
            .setClientReferenceId(REFERENCE.toString())
            .setCustomerEmail("ada@example.com")
            .setCustomerCreation(SessionCreateParams.CustomerCreation.ALWAYS)
            .setSetupIntentData(
                SetupIntentData.builder()
                    .setDescription("Coffee each month")
                    .putMetadata("florin", REFERENCE.toString())
                    .build())
            .putMetadata("florin", REFERENCE.toString())
            .setSuccessUrl(BACK.toString())
            .setCancelUrl(BACK.toString())
            .setExpiresAt(REFERENCE.id().made().plus(Duration.ofMinutes(65)).getEpochSecond())
            .addPaymentMethodType(SessionCreateParams.PaymentMethodType.CARD)
            .build());
    assertSame(
        "setupSession",
        SessionRetrieveParams.builder()
            .addExpand("setup_intent.latest_attempt")
            .addExpand("setup_intent.payment_method")
            .build());
  }

  @Test
  void follow_ups_have_the_fields_of_stripes_library() {
    assertSame(
        "session",
        SessionRetrieveParams.builder().addExpand("payment_intent.latest_charge.refunds").build());
    assertSame(
        "capture",
        PaymentIntentCaptureParams.builder()
            .setAmountToCapture(400L)
            .putMetadata("florin_capture", REFERENCE.toString())
            .build());
    assertSame(
        "refund",
        RefundCreateParams.builder()
            .setPaymentIntent("pi_1")
            .setAmount(300L)
            .putMetadata("florin", REFERENCE.toString())
            .build());
    assertSame(
        "refunds: more of them",
        RefundListParams.builder()
            .setPaymentIntent("pi_1")
            .setLimit(100L)
            .setStartingAfter("re_1")
            .build());
    assertSame(
        "sessionsSince: more",
        SessionListParams.builder()
            .setCreated(SessionListParams.Created.builder().setGte(1_790_000_000L).build())
            .setLimit(100L)
            .setStartingAfter("cs_1")
            .build());
    assertSame(
        "transactions",
        BalanceTransactionListParams.builder()
            .setCreated(
                BalanceTransactionListParams.Created.builder()
                    .setGte(1_790_000_000L)
                    .setLt(1_790_000_060L)
                    .build())
            .setLimit(50L)
            .setStartingAfter("txn_1")
            .addAllExpand(
                List.of("data.source", "data.source.charge", "data.source.payment_intent"))
            .build());
    assertSame(
        "payouts",
        PayoutListParams.builder()
            .setCreated(PayoutListParams.Created.builder().setGte(1_790_000_000L).build())
            .setLimit(20L)
            .setStartingAfter("po_1")
            .build());
    assertSame(
        "refundsSince",
        RefundListParams.builder()
            .setCreated(RefundListParams.Created.builder().setGte(1_790_000_000L).build())
            .setLimit(100L)
            .setStartingAfter("re_1")
            .build());
    assertSame(
        "disputes", DisputeListParams.builder().setPaymentIntent("pi_1").setLimit(100L).build());
  }

  @Test
  void every_subscribed_event_is_known_to_stripes_library() {
    var endpoint =
        WebhookEndpointCreateParams.builder()
            .setUrl("https://pay.shop.example/connectors/t/webhooks")
            .setDescription("Florin");
    for (String event : StripeWebhooks.EVENTS) {
      endpoint.addEnabledEvent(
          Arrays.stream(EnabledEvent.values())
              .filter(it -> it.getValue().equals(event))
              .findFirst()
              .orElseThrow(() -> new AssertionError("Stripe has no event " + event)));
    }

    assertSame("endpoint", endpoint.build());
  }

  @Test
  void the_same_request_always_has_the_same_bytes() {
    assertThat(StripeRequests.create(sale(), 1000, List.of("card")))
        .isEqualTo(StripeRequests.create(sale(), 1000, List.of("card")));
  }

  @Test
  void a_statement_descriptor_is_cut_to_stripes_limit() {
    var said = described("Bücher & \"Café\" <Zürich> 0123456789", Capture.AUTOMATIC);

    assertThat(StripeSpec.fields(StripeRequests.create(said, 1, List.of("card"))))
        .containsEntry("payment_intent_data[statement_descriptor_suffix]", "Bcher & Caf Zrich 0123")
        .containsEntry(
            "line_items[0][price_data][product_data][name]",
            "Bücher & \"Café\" <Zürich> 0123456789");
    assertThat(
            StripeSpec.fields(
                StripeRequests.create(described("12345", Capture.AUTOMATIC), 1, List.of("card"))))
        .doesNotContainKey("payment_intent_data[statement_descriptor_suffix]");
  }

  @Test
  void lines_that_do_not_add_up_to_the_amount_are_sent_as_one() {
    var tea = new PageLine("Tea", new Money(300, Currency.get("eur")), 3);
    var cup = new PageLine(" ", new Money(100, Currency.get("eur")), 1);
    var free = new PageLine("Gift", new Money(0, Currency.get("eur")), 1);
    var foreign = new PageLine("Cup", new Money(100, Currency.get("usd")), 1);

    assertThat(items(List.of(tea, cup, free)))
        .containsExactly("3 x Tea 300", "1 x Payment 100", "1 x Gift 0");
    assertThat(items(List.of(tea, foreign))).containsExactly("1 x Order 12 1000");
    assertThat(items(List.of(tea))).containsExactly("1 x Order 12 1000");
    assertThat(items(List.of(tea, cup, cup))).containsExactly("1 x Order 12 1000");
    assertThat(items(List.of())).containsExactly("1 x Order 12 1000");
    assertThat(
            items(
                Stream.concat(Stream.of(tea, cup), Stream.generate(() -> free).limit(99)).toList()))
        .as("more lines than Stripe accepts")
        .containsExactly("1 x Order 12 1000");
  }

  private static List<String> items(List<PageLine> lines) {
    AuthorizeRequest request =
        with(
            sale(),
            new PageContent(Optional.of("Order 12"), Optional.empty(), Optional.empty(), lines));
    var form = StripeSpec.fields(StripeRequests.create(request, 1000, List.of("card")));
    return IntStream.range(0, form.size())
        .mapToObj(i -> "line_items[" + i + "]")
        .filter(at -> form.containsKey(at + "[quantity]"))
        .map(at ->
            "%s x %s %s"
                .formatted(
                    form.get(at + "[quantity]"),
                    form.get(at + "[price_data][product_data][name]"),
                    form.get(at + "[price_data][unit_amount]")))
        .toList();
  }

  private static AuthorizeRequest with(AuthorizeRequest request, PageContent page) {
    return new AuthorizeRequest(
        request.reference(),
        request.realm(),
        request.amount(),
        request.capture(),
        request.credential(),
        request.billingAddress(),
        request.threeDSecure(),
        request.statementDescriptor(),
        request.challengedBefore(),
        request.merchantInitiated(),
        request.returnUrl(),
        page);
  }

  @Test
  void an_id_that_is_not_stripes_is_never_part_of_a_path() {
    assertThatThrownBy(() -> StripeRequests.session("cs_1/../../v1/payouts"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("payouts");
  }

  private static void assertSame(String shape, ApiRequestParams params) {
    assertThat(StripeSpec.tree(StripeSpec.form(Objects.requireNonNull(SHAPES.get(shape)))))
        .isEqualTo(StripeSpec.tree(FormEncoder.createQueryString(params.toMap())));
  }

  private static StripeForm form(String name, String value) {
    return StripeForm.EMPTY.with(name, value);
  }

  @ParameterizedTest
  @CsvSource({
    "jo.x@example.com, true",
    "jo..x@example.com, false",
    ".jo@example.com, false",
    "jo.@example.com, false",
  })
  void an_email_address_is_sent_only_if_stripe_accepts_it(String email, boolean isSent) {
    AuthorizeRequest request =
        with(
            sale(),
            new PageContent(Optional.empty(), Optional.of(email), Optional.empty(), List.of()));
    var form = StripeSpec.fields(StripeRequests.create(request, 1000, List.of("card")));
    assertThat(form.containsKey("customer_email")).isEqualTo(isSent);
  }

  private static AuthorizeRequest setup() {
    return with(
        described("SHOP Order 1", new Money(0, Currency.get("eur")), Capture.AUTOMATIC),
        new PageContent(
            Optional.of("Coffee each month"),
            Optional.of("ada@example.com"),
            Optional.of("de"),
            List.of(),
            true));
  }

  private static AuthorizeRequest sale() {
    return described("SHOP Order 1", Capture.AUTOMATIC);
  }

  private static AuthorizeRequest hold() {
    return described("SHOP Order 1", Capture.MANUAL);
  }

  private static AuthorizeRequest described(String text, Capture capture) {
    return described(text, new Money(1000, Currency.get("eur")), capture);
  }

  private static AuthorizeRequest described(String text, Money amount, Capture capture) {
    return Requests.authorize(
        REFERENCE,
        Requests.REALM,
        amount,
        capture,
        new Credential.Page(List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(text),
        false,
        Optional.of(BACK));
  }
}
