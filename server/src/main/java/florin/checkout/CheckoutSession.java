package florin.checkout;

import florin.core.Id.CheckoutSessionId;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentLinkId;
import florin.core.Realm;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One amount that one payer is to pay on a page of ours, once.
 *
 * @param link by which it was made; empty where the merchant has made it
 */
public record CheckoutSession(
    Realm realm,
    CheckoutSessionId id,
    Cart cart,
    Surroundings around,
    Optional<PaymentLinkId> link,
    State state,
    Instant created,
    Instant expires) {
  /** Payments that are begun for one session. */
  public static final int MAX_TRIES = 20;

  public static final Duration SHORTEST = Duration.ofMinutes(30);
  public static final Duration LONGEST = Duration.ofDays(7);
  public static final Duration USUAL = Duration.ofHours(24);

  /**
   * What is offered, to whom, and where it leads.
   *
   * @param customerEmail the address that the page suggests for the receipt
   */
  public record Surroundings(
      Optional<CustomerId> customer,
      Optional<String> customerEmail,
      Optional<URI> successUrl,
      Optional<URI> cancelUrl,
      Optional<Language> language,
      List<String> methods) {
    public static final int MAX_METHODS = 10;

    public Surroundings {
      methods = List.copyOf(methods);
    }

    /** Whether a way to pay is among those that are offered: all, where none is named. */
    boolean offers(String method) {
      return methods.isEmpty() || methods.contains(method);
    }
  }

  /** Where a session stands. */
  public enum Status {
    /** It can be paid, unless its time is over. */
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
   * What changes.
   *
   * @param version raised by every update, which holds only if nobody else has raised it meanwhile
   * @param sequence how many events there are of it
   * @param tries how many payments were begun
   * @param payment that of the last try
   * @param due when it, or its try, is looked at to be ended; while it is open
   */
  public record State(
      int version,
      int sequence,
      Status status,
      int tries,
      Optional<PaymentId> payment,
      Optional<Instant> due) {}

  public Status status() {
    return state.status();
  }

  public Optional<PaymentId> payment() {
    return state.payment();
  }

  /** Whether a payment may begin, as far as its time goes. */
  boolean isInTime(Instant now) {
    return status() == Status.OPEN && now.isBefore(expires);
  }

  /**
   * Another try, by this payment.
   *
   * @param due when the session is looked at next
   */
  CheckoutSession tried(PaymentId payment, Instant due) {
    return with(
        new State(
            state.version + 1,
            state.sequence,
            state.status,
            state.tries + 1,
            Optional.of(payment),
            Optional.of(due)));
  }

  /** It is over, and an event tells so. */
  CheckoutSession ended(Status status) {
    return with(
        new State(
            state.version + 1,
            state.sequence + 1,
            status,
            state.tries,
            state.payment,
            Optional.empty()));
  }

  private CheckoutSession with(State next) {
    return new CheckoutSession(realm, id, cart, around, link, next, created, expires);
  }
}
