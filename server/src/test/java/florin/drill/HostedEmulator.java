package florin.drill;

import emulator.mollie.MollieEmulator;
import emulator.mollie.Pace;
import emulator.provider.Fault;
import emulator.provider.Options;
import emulator.provider.WebhookFault;
import emulator.stripe.Card;
import emulator.stripe.Payers.Visit;
import emulator.stripe.StripeEmulator;
import florin.connector.ConnectorKind;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.mollie.MollieKind;
import florin.connector.stripe.StripeKind;
import florin.drill.HostedShop.Deed;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The emulator of a provider with a payment page, as the drills use it. */
interface HostedEmulator extends AutoCloseable {
  /** Returns the kind whose connectors use this double; its caller closes it. */
  ConnectorKind kind(InstantSource clock);

  ProviderSecrets secrets();

  /** Fails the next request of a deed with 500, before or after its execution. */
  void fail(Deed deed, boolean isExecuted);

  /**
   * Pays on the page.
   *
   * @param page the id of the page at the provider
   */
  URI pay(String page);

  /** Sends webhooks to this address, or loses them. */
  void listen(URI webhooks, boolean arrive);

  void resendLost(URI webhooks);

  void captureThere(long amount);

  void refundThere(long amount);

  /** Returns the amount that payers have paid, less refunds, or that is held. */
  long net();

  long refunded();

  /** Returns what is wrong in its ledger, whatever Florin has recorded. */
  List<String> faults();

  /** Returns whether a payer can still pay a page of this amount. */
  boolean isPayable(long amount);

  @Override
  void close() throws IOException;

  /** Stripe's emulator. */
  final class OfStripe implements HostedEmulator {
    private static final String SECRET = "whsec_12345678";
    private static final Map<Deed, String> REQUESTS =
        Map.of(
            Deed.BEGIN, "POST /v1/checkout/sessions",
            Deed.RETURN, "GET /v1/checkout/sessions/",
            Deed.SET_UP, "POST /v1/checkout/sessions",
            Deed.RETURN_SAVED, "GET /v1/checkout/sessions/",
            Deed.CAPTURE, "/capture",
            Deed.CANCEL_PAGE, "/expire",
            Deed.CANCEL_HOLD, "/cancel",
            Deed.REFUND, "POST /v1/refunds",
            Deed.CHARGE, "POST /v1/payment_intents");

    private final StripeEmulator stripe;

    OfStripe() throws IOException {
      this.stripe = StripeEmulator.start(Options.ofTests());
    }

    @Override
    public ConnectorKind kind(InstantSource clock) {
      return new StripeKind(Optional.of(stripe.url()), clock);
    }

    @Override
    public ProviderSecrets secrets() {
      return new ProviderSecrets(
          Map.of("secret_key", StripeEmulator.TEST_KEY, "webhook_secret", SECRET));
    }

    @Override
    public void fail(Deed deed, boolean isExecuted) {
      stripe
          .faults()
          .next(
              REQUESTS.getOrDefault(deed, ""), isExecuted ? Fault.ERROR_AFTER : Fault.ERROR_BEFORE);
    }

    @Override
    public URI pay(String page) {
      return stripe.payers().pay(page, Card.VISA).orElseThrow();
    }

    @Override
    public void listen(URI webhooks, boolean arrive) {
      stripe.webhookFaults().mix(arrive ? Map.of() : Map.of(WebhookFault.NEVER, 1000));
      stripe.listen(webhooks, SECRET);
    }

    @Override
    public void resendLost(URI webhooks) {
      stripe.webhookFaults().clear();
      stripe.webhooks().resendLost(webhooks);
    }

    @Override
    public void captureThere(long amount) {
      stripe.staff().capture(intent(), Optional.of(amount));
    }

    @Override
    public void refundThere(long amount) {
      stripe.staff().refund(intent(), Optional.of(amount));
    }

    private String intent() {
      return stripe.book().standings().getLast().names().payment();
    }

    @Override
    public long net() {
      return stripe.book().standings().stream().mapToLong(one -> one.net() + one.held()).sum();
    }

    @Override
    public long refunded() {
      return stripe.book().standings().stream().mapToLong(one -> one.refunded()).sum();
    }

    @Override
    public List<String> faults() {
      return stripe.book().faults();
    }

    @Override
    public boolean isPayable(long amount) {
      return stripe.payers().sessions().stream()
          .filter(visit -> visit.amount() == amount)
          .map(Visit::status)
          .anyMatch("open"::equals);
    }

    @Override
    public void close() throws IOException {
      stripe.close();
    }
  }

  /** Mollie's emulator. Its captures, releases and refunds take no time. */
  final class OfMollie implements HostedEmulator {
    private static final Map<Deed, String> REQUESTS =
        Map.of(
            Deed.BEGIN, "POST /v2/payments",
            Deed.RETURN, "GET /v2/payments/",
            Deed.SET_UP, "POST /v2/payments",
            Deed.RETURN_SAVED, "GET /v2/payments/",
            Deed.CAPTURE, "/captures",
            Deed.CANCEL_HOLD, "DELETE /v2/payments/",
            Deed.REFUND, "/refunds",
            Deed.CHARGE, "POST /v2/customers/cst_\\w+/payments");

    private final MollieEmulator mollie;

    OfMollie() throws IOException {
      this.mollie =
          MollieEmulator.start(
              Options.ofTests(),
              new Pace(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO));
    }

    @Override
    public ConnectorKind kind(InstantSource clock) {
      return new MollieKind(Optional.of(mollie.url()), clock);
    }

    @Override
    public ProviderSecrets secrets() {
      return new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY));
    }

    @Override
    public void fail(Deed deed, boolean isExecuted) {
      mollie
          .faults()
          .next(
              REQUESTS.getOrDefault(deed, ""), isExecuted ? Fault.ERROR_AFTER : Fault.ERROR_BEFORE);
    }

    @Override
    public URI pay(String page) {
      return mollie.payers().pay(page, emulator.mollie.Card.VISA).orElseThrow();
    }

    /** Florin only inquires: this connector was enabled without a public URL. */
    @Override
    public void listen(URI webhooks, boolean arrive) {}

    @Override
    public void resendLost(URI webhooks) {}

    @Override
    public void captureThere(long amount) {
      mollie.staff().capture(payment(), Optional.of(text(amount)));
    }

    @Override
    public void refundThere(long amount) {
      mollie.staff().refund(payment(), Optional.of(text(amount)));
    }

    private String payment() {
      return mollie.book().standings().getLast().names().payment();
    }

    /** Returns an amount of euros. */
    private static String text(long cents) {
      return "%d.%02d".formatted(cents / 100, cents % 100);
    }

    @Override
    public long net() {
      return mollie.book().standings().stream().mapToLong(one -> one.net() + one.held()).sum();
    }

    @Override
    public long refunded() {
      return mollie.book().standings().stream().mapToLong(one -> one.refunded()).sum();
    }

    @Override
    public List<String> faults() {
      return mollie.book().faults();
    }

    @Override
    public boolean isPayable(long amount) {
      return mollie.payers().payments().stream()
          .filter(visit -> visit.amount().equals(text(amount)))
          .anyMatch(visit -> visit.status().toString().equals("OPEN"));
    }

    @Override
    public void close() throws IOException {
      mollie.close();
    }
  }
}
