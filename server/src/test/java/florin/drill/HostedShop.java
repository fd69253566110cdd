package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.app.App.Networks;
import florin.connector.ConnectorKind;
import florin.connector.instance.Instance;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.ProviderInstances;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * A shop with one payment on the page of a provider's emulator, and its payer, across all lives.
 */
final class HostedShop implements AutoCloseable {
  /** The lease at this connector: its deadline and the commit afterwards. */
  static final Duration LEASE = Duration.ofSeconds(32);

  private static final long AMOUNT = 1000;
  private static final String KEY = "deed-1";

  /** A payment in a currency that no provider supports. */
  private static final String UNSUPPORTED =
      """
      {"amount": 1001, "currency": "kwd", "payment_method": {"type": "hosted"}}\
      """;

  /** The shop's name for the payment. */
  private static final String NAME = "The one";

  /** The shop's name for the earlier payment, on whose page the payer saved a payment method. */
  private static final String EARLIER = "The earlier one";

  /** Makes the attempts due that wait for a connector's pause, but not those with a lease. */
  private static final String HURRY =
      """
      UPDATE attempt
         SET due_at = now(),
             version = version + 1
       WHERE status IN ('pending', 'unknown', 'reversing')
         AND due_at > now()
         AND due_at < now() + interval '6 seconds'
      """;

  private static final String RESTLESS =
      """
      SELECT id::text
        FROM attempt
       WHERE status IN ('begun', 'pending', 'unknown', 'reversing')
       UNION ALL
      SELECT id::text
        FROM payment
       WHERE status = 'processing'
          OR pending_operation IS NOT NULL
          OR amount_refund_pending > 0
      """;

  private final HostedEmulator provider;
  private final ConnectorKind kind;
  private final Fuse fuse = new Fuse();
  private final Networks networks;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  private String webhookPath = "";

  /** The saved payment method that is charged without the payer. */
  private final AtomicReference<String> saved = new AtomicReference<>("");

  /** The customer for whom a card is saved without a payment. */
  private final AtomicReference<String> customer = new AtomicReference<>("");

  /** The address to which the payer returns. */
  private final AtomicReference<String> way = new AtomicReference<>("");

  /** An operation at the provider, with the payment's status after it, and without it. */
  enum Deed {
    BEGIN("automatic", "succeeded", "failed"),
    RETURN("automatic", "succeeded", "succeeded"),
    CAPTURE("manual", "succeeded", "requires_capture"),
    CANCEL_PAGE("automatic", "canceled", "requires_action"),
    CANCEL_HOLD("manual", "canceled", "requires_capture"),
    REFUND("automatic", "succeeded", "succeeded"),
    /** Charges a saved payment method without the payer. */
    CHARGE("automatic", "succeeded", "failed"),
    /** Saves a card on the page, without a payment. */
    SET_UP("automatic", "succeeded", "failed"),
    /** The payer has saved a card on the page, and returns. */
    RETURN_SAVED("automatic", "succeeded", "succeeded");

    private final String captureMethod;
    private final String done;
    private final String otherwise;

    Deed(String captureMethod, String done, String otherwise) {
      this.captureMethod = captureMethod;
      this.done = done;
      this.otherwise = otherwise;
    }

    String done() {
      return done;
    }

    String otherwise() {
      return otherwise;
    }

    boolean isOfSetup() {
      return this == SET_UP || this == RETURN_SAVED;
    }

    /** Returns whether the operation leads the payer to a page. */
    boolean leadsToPage() {
      return this == BEGIN || this == SET_UP;
    }

    boolean isReturn() {
      return this == RETURN || this == RETURN_SAVED;
    }

    private boolean isOfPaid() {
      return this == CAPTURE || this == CANCEL_HOLD || this == REFUND;
    }
  }

  HostedShop() throws IOException {
    this(new HostedEmulator.OfStripe());
  }

  HostedShop(HostedEmulator provider) {
    this.provider = provider;
    this.kind = provider.kind(() -> Instant.now().plus(ahead.get()));
    this.networks = new Networks(UnaryOperator.identity(), List.of(fuse.around(kind)));
  }

  Fuse fuse() {
    return fuse;
  }

  /** Starts the first life, with a connector that accepts payments. */
  TestApp open() {
    TestApp florin = TestApp.open(fuse.probe(), networks);
    Instance connector =
        ProviderInstances.add(
            florin,
            florin.realm(),
            new Instance.Provider(kind.kind(), "Provider", Map.of()),
            provider.secrets());
    webhookPath = "/connectors/" + connector.webhookToken() + "/webhooks";
    // Once a connector is enabled, Florin rejects a currency with three decimals without a request.
    Drill.within(Drill.PATIENCE)
        .until(() ->
            !florin
                .post("/v2/payments", UNSUPPORTED)
                .text("/error/code")
                .equals("payment_method_unavailable"));
    return florin;
  }

  private static String payment(long amount, String captureMethod, String description) {
    return """
    {"amount": %d, "currency": "eur", "capture_method": "%s", "description": "%s", "payment_method": {"type": "hosted"}}\
    """
        .formatted(amount, captureMethod, description);
  }

  /** Makes the requests that precede the operation. */
  void prepare(TestApp florin, Deed deed) {
    if (deed == Deed.BEGIN) {
      return;
    }
    if (deed == Deed.CHARGE) {
      save(florin);
      return;
    }
    if (deed.isOfSetup()) {
      customer.set(florin.post("/v2/customers", "{}").text("/id"));
      if (deed == Deed.RETURN_SAVED) {
        Reply made = setUp(florin);
        assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
        pay(florin);
      }
      return;
    }
    Reply made = florin.post("/v2/payments", payment(AMOUNT, deed.captureMethod, NAME));
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    if (deed.isOfPaid()) {
      payAndReturn(florin);
      Drill.within(Drill.PATIENCE)
          .until(() -> List.of("succeeded", "requires_capture").contains(status(florin)));
    } else if (deed == Deed.RETURN) {
      pay(florin);
    }
  }

  private void save(TestApp florin) {
    String customer = florin.post("/v2/customers", "{}").text("/id");
    Reply made =
        florin.post(
            "/v2/payments",
            """
            {"amount": %d, "currency": "eur", "description": "%s", "payment_method": {"type": "hosted"},
             "customer": "%s", "save_payment_method": true, "mandate": {"text": "Each month."}}\
            """
                .formatted(AMOUNT, EARLIER, customer));
    assertThat(made.text("/status")).as(made.body()).isEqualTo("requires_action");
    pay(florin, EARLIER);
    comeBack(florin);
    Drill.within(Drill.PATIENCE).until(() -> status(florin, EARLIER).equals("succeeded"));
    saved.set(made.text("/payment_method/id"));
  }

  private Reply setUp(TestApp florin) {
    return florin.post(
        "/v2/setups",
        """
        {"customer": "%s", "payment_method": {"type": "hosted"}, "mandate": {"text": "Each month."}}\
        """
            .formatted(customer.get()),
        KEY);
  }

  private Reply charge(TestApp florin) {
    return florin.post(
        "/v2/payments",
        """
        {"amount": %d, "currency": "eur", "description": "%s", "payment_method": "%s",
         "off_session": true, "reason": "recurring"}\
        """
            .formatted(AMOUNT, NAME, saved.get()),
        KEY);
  }

  /** Makes the next request of an operation fail. */
  void fail(Deed deed, boolean isExecuted) {
    provider.fail(deed, isExecuted);
  }

  /** Makes the request during which the first life ends, and which a client may repeat. */
  Reply ask(TestApp florin, Deed deed) {
    return switch (deed) {
      case BEGIN -> florin.post("/v2/payments", payment(AMOUNT, deed.captureMethod, NAME), KEY);
      case SET_UP -> setUp(florin);
      case RETURN, RETURN_SAVED -> comeBack(florin);
      case CAPTURE -> florin.post(path(florin) + "/capture", "{\"amount\": 400}", KEY);
      case CANCEL_PAGE, CANCEL_HOLD -> florin.post(path(florin) + "/cancel", "{}", KEY);
      case CHARGE -> charge(florin);
      case REFUND ->
          florin.post(
              "/v2/refunds", "{\"payment\": \"%s\", \"amount\": 300}".formatted(id(florin)), KEY);
    };
  }

  /** Pays on the page to which the shop has sent the payer. */
  private void pay(TestApp florin) {
    pay(florin, NAME);
  }

  private void pay(TestApp florin, String name) {
    URI back = provider.pay(page(florin, name));
    way.set(back.getRawPath() + (back.getRawQuery() == null ? "" : "?" + back.getRawQuery()));
  }

  void payAndReturn(TestApp florin) {
    pay(florin);
    comeBack(florin);
  }

  private Reply comeBack(TestApp florin) {
    return florin.client().send(florin.client().request(way.get()).build());
  }

  private URI webhooksOf(TestApp florin) {
    return florin.client().request(webhookPath).build().uri();
  }

  /** Sends webhooks to this life, or loses them. */
  void listen(TestApp florin, boolean arrives) {
    provider.listen(webhooksOf(florin), arrives);
  }

  void resendLost(TestApp florin) {
    provider.resendLost(webhooksOf(florin));
  }

  /** Captures a part in the provider's dashboard, where the whole is held. */
  void captureThere(long amount) {
    provider.captureThere(amount);
  }

  void refundThere(long amount) {
    provider.refundThere(amount);
  }

  /** Advances the clock until no earlier request can still arrive. */
  void passTime() {
    ahead.set(Duration.ofSeconds(91));
  }

  /** Skips the pauses between inquiries and the waits for clients. */
  void hurry(TestApp florin) {
    florin.update(HURRY);
    Drill.passRepetition(florin.database());
  }

  void resolve(TestApp florin) {
    Drill.within(Drill.PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> {
          hurry(florin);
          return florin.query(RESTLESS).isEmpty();
        });
  }

  long payments(TestApp florin) {
    return florin
        .query("SELECT id::text FROM payment WHERE description = ? OR amount = 0", NAME)
        .size();
  }

  String status(TestApp florin) {
    return status(florin, NAME);
  }

  private static String status(TestApp florin, String name) {
    return florin
        .query("SELECT status FROM payment WHERE description = ? OR amount = 0", name)
        .stream()
        .findFirst()
        .orElse("none");
  }

  private String id(TestApp florin) {
    return florin.get("/v2/payments?status=" + status(florin)).texts("/data", "id").getFirst();
  }

  private String path(TestApp florin) {
    return "/v2/payments/" + id(florin);
  }

  /** Returns the provider's ID of the page. */
  private static String page(TestApp florin, String name) {
    return florin
        .query(
            "SELECT x.external_id FROM connector_exchange x JOIN attempt a ON a.id = x.attempt_id JOIN payment p ON p.id = a.payment_id WHERE (p.description = ? OR p.amount = 0) AND a.operation = 'authorize' AND x.number = 0 ORDER BY a.id DESC",
            name)
        .getFirst();
  }

  /** Returns the amount that payers have paid or authorized, according to the emulator's ledger. */
  long net() {
    return provider.net();
  }

  void assertBooksAgree(TestApp florin) {
    assertThat(payments(florin)).isLessThanOrEqualTo(1);
    assertThat(provider.faults()).isEmpty();
    assertThat(
            florin.query(
                "SELECT coalesce(sum(amount_captured + amount_capturable - amount_refunded), 0)::text FROM payment"))
        .containsExactly(Long.toString(net()));
    assertThat(florin.query("SELECT coalesce(sum(amount_refunded), 0)::text FROM payment"))
        .containsExactly(Long.toString(provider.refunded()));
    assertNobodyCanPayWhatIsOver(florin);
    assertSetupsSaveOnce(florin);
  }

  /** Asserts that each successful setup has saved a card with a mandate, and no other setup has. */
  private static void assertSetupsSaveOnce(TestApp florin) {
    List<String> succeeded =
        florin.query(
            "SELECT payment_method_id::text FROM payment WHERE amount = 0 AND status = 'succeeded'");
    assertThat(
            florin.query(
                "SELECT m.payment_method_id::text FROM mandate m JOIN payment p ON p.id = m.payment_id JOIN payment_method pm ON pm.id = m.payment_method_id WHERE p.amount = 0 AND pm.provider IS NOT NULL AND pm.customer_id = m.customer_id"))
        .isEqualTo(succeeded);
  }

  private void assertNobodyCanPayWhatIsOver(TestApp florin) {
    if (status(florin).equals("canceled")) {
      assertThat(provider.isPayable(AMOUNT)).isFalse();
    }
  }

  @Override
  public void close() throws IOException {
    if (kind instanceof AutoCloseable open) {
      try {
        open.close();
      } catch (Exception failed) {
        throw new IOException(failed);
      }
    }
    provider.close();
  }
}
