package florin.checkout;

import florin.core.Id.CheckoutSessionId;
import florin.core.Id.ConnectorId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentLinkId;
import florin.core.Realm;
import florin.payment.machine.Payment;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * An amount that one payer can pay once on a page of Florin.
 *
 * @param link the payment link that created it; empty if the merchant created it
 */
public record CheckoutSession(
    Realm realm,
    CheckoutSessionId id,
    Cart cart,
    PageSettings settings,
    Optional<PaymentLinkId> link,
    State state,
    Instant created,
    Instant expires) {
  /** The most payments that are tried for one session. */
  public static final int MAX_TRIES = 20;

  public static final Duration SHORTEST = Duration.ofMinutes(30);
  public static final Duration LONGEST = Duration.ofDays(7);
  public static final Duration USUAL = Duration.ofHours(24);

  /**
   * The page's settings.
   *
   * @param customerEmail the address that the page suggests for the receipt
   * @param connectors those that the page offers, in order; empty for all enabled ones
   * @param saving set if the payment or setup saves the payment method
   */
  public record PageSettings(
      Optional<CustomerId> customer,
      Optional<String> customerEmail,
      Optional<URI> successUrl,
      Optional<URI> cancelUrl,
      Optional<Language> language,
      List<String> methods,
      List<ConnectorId> connectors,
      Optional<Saving> saving) {
    public PageSettings {
      methods = List.copyOf(methods);
      connectors = List.copyOf(connectors);
    }

    /** Creates the settings of a page that saves no payment method. */
    public PageSettings(
        Optional<CustomerId> customer,
        Optional<String> customerEmail,
        Optional<URI> successUrl,
        Optional<URI> cancelUrl,
        Optional<Language> language,
        List<String> methods) {
      this(
          customer,
          customerEmail,
          successUrl,
          cancelUrl,
          language,
          methods,
          List.of(),
          Optional.empty());
    }

    /** Returns the text to which the payer agrees. */
    Optional<String> mandate() {
      return saving.flatMap(Saving::mandate);
    }

    /** Returns whether a payment method is offered: all are, if none is named. */
    boolean offers(String method) {
      return methods.isEmpty() || methods.contains(method);
    }
  }

  /**
   * The saving of the payment method for the customer.
   *
   * @param mandate the text above the button, to which the payer agrees
   */
  public record Saving(Optional<String> mandate) {}

  /** The status of a session. */
  public enum Status {
    /** It can be paid, unless it has expired. */
    OPEN,
    COMPLETE,
    EXPIRED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    static Status of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * The mutable state.
   *
   * @param version raised by every update, which requires the version that was read
   * @param sequence the number of its events
   * @param tries the number of payments that were begun
   * @param payment the payment of the last try
   * @param language the language of the page on which the last try began
   * @param due the time of the next expiry check of it or its try, while it is open
   */
  public record State(
      int version,
      int sequence,
      Status status,
      int tries,
      Optional<PaymentId> payment,
      Optional<Language> language,
      Optional<Instant> due) {}

  /**
   * Returns the id of the session on which the payer can pay a failed payment. It is the payment's
   * with the last bit flipped, so that the payment's recovery URL needs no query.
   */
  public static CheckoutSessionId recoveryOf(PaymentId payment) {
    return new CheckoutSessionId(flipped(payment.uuid()));
  }

  /**
   * Returns the id of the payment that this session recovers. Every other session with an amount
   * has a link, or a page of the merchant to return to.
   */
  Optional<PaymentId> recovered() {
    return !isSetup() && link.isEmpty() && settings.successUrl().isEmpty()
        ? Optional.of(new PaymentId(flipped(id.uuid())))
        : Optional.empty();
  }

  private static UUID flipped(UUID id) {
    return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ 1);
  }

  /** Returns the session on which the payer can pay a failed payment. */
  static CheckoutSession recovering(Payment payment, Instant now) {
    Payment.PaymentTerms terms = payment.terms();
    Instant expires = now.plus(LONGEST);
    return new CheckoutSession(
        payment.realm(),
        recoveryOf(payment.id()),
        new Cart(
            terms.amount(),
            terms.description(),
            List.of(),
            terms.captureMethod(),
            terms.metadata()),
        new PageSettings(
            terms.customer(),
            terms.receiptEmail(),
            Optional.empty(),
            Optional.empty(),
            terms.locale().map(Language::of),
            List.of()),
        Optional.empty(),
        new State(1, 0, Status.OPEN, 0, Optional.empty(), Optional.empty(), Optional.of(expires)),
        now,
        expires);
  }

  public Status status() {
    return state.status();
  }

  /** Returns whether it saves a payment method and charges nothing. */
  public boolean isSetup() {
    return cart.amount().isZero();
  }

  public Optional<PaymentId> payment() {
    return state.payment();
  }

  /** Returns whether it is open and not expired. */
  boolean isInTime(Instant now) {
    return status() == Status.OPEN && now.isBefore(expires);
  }

  /**
   * Returns the session after another try with this payment.
   *
   * @param language the language of the payer's page
   * @param due the time of the next expiry check
   */
  CheckoutSession tried(PaymentId payment, Language language, Instant due) {
    return with(
        new State(
            state.version + 1,
            state.sequence,
            state.status,
            state.tries + 1,
            Optional.of(payment),
            Optional.of(language),
            Optional.of(due)));
  }

  /**
   * Returns the session of a declined charge, open again from now.
   *
   * @param repeated the charge that repeats the declined one, which is another try
   */
  CheckoutSession reopened(Optional<PaymentId> repeated, Instant now) {
    Instant until = now.plus(LONGEST);
    var next =
        new State(
            state.version + 1,
            state.sequence,
            Status.OPEN,
            state.tries + (repeated.isPresent() ? 1 : 0),
            repeated.or(state::payment),
            state.language,
            Optional.of(until));
    return new CheckoutSession(realm, id, cart, settings, link, next, created, until);
  }

  /** Returns the session after it ended, with one more event. */
  CheckoutSession ended(Status status) {
    return with(
        new State(
            state.version + 1,
            state.sequence + 1,
            status,
            state.tries,
            state.payment,
            state.language,
            Optional.empty()));
  }

  private CheckoutSession with(State next) {
    return new CheckoutSession(realm, id, cart, settings, link, next, created, expires);
  }
}
