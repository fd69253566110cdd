package florin.bench.provider;

import emulator.mollie.FailureReason;
import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.mollie.Pace;
import emulator.mollie.Payers;
import emulator.mollie.Status;
import emulator.provider.Emulator;
import emulator.provider.Options;
import emulator.stripe.Card;
import emulator.stripe.StripeEmulator;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/** A provider with a payment page: its emulator, as drills see it. */
public sealed interface HostedProvider extends AutoCloseable {
  /** The providers, by the names of Florin's kinds of connectors. */
  enum Kind {
    STRIPE,
    MOLLIE;

    public HostedProvider start(Options options) throws IOException {
      return switch (this) {
        case STRIPE -> new OfStripe(StripeEmulator.start(options), List.of("*"));
        case MOLLIE -> new OfMollie(MollieEmulator.start(options, OfMollie.PACE), false);
      };
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  Kind kind();

  Emulator emulator();

  /** Returns the name of Florin's setting for the emulator's address. */
  default String setting() {
    return "FLORIN_" + kind().name() + "_URL";
  }

  /** Returns the credentials of a connector, as JSON. */
  String credentials();

  /** Sends webhooks to this address. */
  void listen(URI webhooks);

  /**
   * Decides the charges of bank accounts that are still being collected: some fail. Does nothing if
   * the provider decides each charge immediately.
   */
  void collect();

  /** Returns a pattern that finds the id of a page in its URL. */
  Pattern page();

  /**
   * Pays on the page, and returns the address that the payer goes to.
   *
   * @throws IllegalStateException if the page can no longer be paid
   */
  Optional<URI> pay(String page, SplittableRandom random);

  /** Tries to pay with a card that the issuer declines. */
  Optional<URI> decline(String page);

  /**
   * Captures in the provider's dashboard.
   *
   * @param part the amount; empty for all
   */
  void capture(String payment, Optional<Long> part);

  /** Refunds a part in the provider's dashboard. */
  void refund(String payment, long part);

  /** Returns the number of captures in the provider's dashboard. */
  int captures();

  /** Returns the number of refunds in the provider's dashboard. */
  int refunds();

  @Override
  default void close() throws IOException {
    emulator().close();
  }

  /** Stripe. A declined payer can try again. */
  record OfStripe(StripeEmulator emulator, List<String> events) implements HostedProvider {
    /** A secret in the format of Stripe's secrets. */
    private static final String WEBHOOK_SECRET = "whsec_" + "Double".repeat(5) + "ab";

    public static final Pattern PAGE = Pattern.compile("cs_test_[0-9A-Za-z]+");

    /**
     * Describes a running emulator.
     *
     * @param events the types of the webhooks that it sends; `*` for all
     */
    public OfStripe {
      events = List.copyOf(events);
    }

    @Override
    public Kind kind() {
      return Kind.STRIPE;
    }

    @Override
    public String credentials() {
      return "{\"secret_key\":\"%s\",\"webhook_secret\":\"%s\"}"
          .formatted(StripeEmulator.TEST_KEY, WEBHOOK_SECRET);
    }

    @Override
    public void listen(URI webhooks) {
      emulator.listen(webhooks, WEBHOOK_SECRET, events);
    }

    @Override
    public void collect() {}

    @Override
    public Pattern page() {
      return PAGE;
    }

    @Override
    public Optional<URI> pay(String page, SplittableRandom random) {
      return emulator.payers().pay(page, random.nextInt(5) == 0 ? Card.CHALLENGED : Card.VISA);
    }

    @Override
    public Optional<URI> decline(String page) {
      return emulator.payers().pay(page, Card.INSUFFICIENT_FUNDS);
    }

    @Override
    public void capture(String payment, Optional<Long> part) {
      emulator.staff().capture(payment, part);
    }

    @Override
    public void refund(String payment, long part) {
      emulator.staff().refund(payment, Optional.of(part));
    }

    @Override
    public int captures() {
      return emulator.staff().captures();
    }

    @Override
    public int refunds() {
      return emulator.staff().refunds();
    }
  }

  /**
   * Mollie. A declined payment has failed.
   *
   * @param isSettling whether the connector has the token with which Florin reads the balance
   */
  record OfMollie(MollieEmulator emulator, boolean isSettling) implements HostedProvider {
    /** The times that captures, releases and refunds take, which a drill can wait for. */
    public static final Pace PACE =
        new Pace(
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            Duration.ofMillis(500),
            Duration.ofMillis(500));

    /** The methods whose outcome is known when the payer has acted. */
    private static final Set<Method> QUICK =
        EnumSet.of(Method.IDEAL, Method.CREDITCARD, Method.BANCONTACT, Method.PAYPAL);

    public static final Pattern PAGE = Pattern.compile("(?<=/checkout/)tr_[0-9A-Za-z]+");

    @Override
    public Kind kind() {
      return Kind.MOLLIE;
    }

    @Override
    public String credentials() {
      return isSettling
          ? "{\"api_key\":\"%s\",\"organization_token\":\"%s\"}"
              .formatted(MollieEmulator.TEST_KEY, MollieEmulator.ACCESS_TOKEN)
          : "{\"api_key\":\"%s\"}".formatted(MollieEmulator.TEST_KEY);
    }

    @Override
    public void listen(URI webhooks) {
      emulator.listen(webhooks);
    }

    @Override
    public void collect() {
      emulator.payers().payments().stream()
          .filter(visit -> visit.status() == Status.PENDING)
          .map(Payers.Visit::payment)
          .forEach(this::collect);
    }

    private void collect(String payment) {
      try {
        emulator.payers().resolve(payment, payment.hashCode() % 4 != 0);
      } catch (IllegalStateException canceled) {
        // Florin canceled it first.
      }
    }

    @Override
    public Pattern page() {
      return PAGE;
    }

    @Override
    public Optional<URI> pay(String page, SplittableRandom random) {
      List<Method> quick =
          emulator.payers().visit(page).methods().stream().filter(QUICK::contains).toList();
      return emulator.payers().pay(page, quick.get(random.nextInt(quick.size())));
    }

    @Override
    public Optional<URI> decline(String page) {
      return emulator.payers().fail(page, FailureReason.INSUFFICIENT_FUNDS);
    }

    @Override
    public void capture(String payment, Optional<Long> part) {
      emulator.staff().capture(payment, part.map(OfMollie::euros));
    }

    @Override
    public void refund(String payment, long part) {
      emulator.staff().refund(payment, Optional.of(euros(part)));
    }

    private static String euros(long cents) {
      return "%d.%02d".formatted(cents / 100, cents % 100);
    }

    @Override
    public int captures() {
      return emulator.staff().captures();
    }

    @Override
    public int refunds() {
      return emulator.staff().refunds();
    }
  }
}
