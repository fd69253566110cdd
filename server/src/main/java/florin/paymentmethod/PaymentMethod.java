package florin.paymentmethod;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.instrument.Instrument;
import florin.vault.SealedPan;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is paid with, a card say: once, or, while it is attached to a customer, again and again.
 *
 * @param billing what the payer has said
 */
public record PaymentMethod(
    Realm realm,
    PaymentMethodId id,
    Instrument instrument,
    BillingDetails billing,
    Map<String, String> metadata,
    Instant created,
    State state) {
  public PaymentMethod {
    // Sorted, so that the same metadata is always the same bytes.
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /**
   * How it stands.
   *
   * @param version raised by every update, which holds only if nobody else has raised it meanwhile
   * @param sequence how many events there are of it
   * @param customer to whom it is attached
   * @param consumedBy the one payment that has used it while nobody's
   * @param detached when it was detached; it is never attached again
   * @param challenged its holder has passed a challenge with it
   * @param secret the sealed number; empty when it failed its check digit, or was erased
   * @param eraseAt when the number may go; only of a number that belongs to nobody
   */
  public record State(
      int version,
      int sequence,
      Optional<CustomerId> customer,
      Optional<PaymentId> consumedBy,
      Optional<Instant> detached,
      boolean challenged,
      Optional<SealedPan> secret,
      Optional<Instant> eraseAt) {}

  /**
   * One that is new and nobody's.
   *
   * @param consumedBy the payment that it comes with; empty when it is kept for later
   */
  public static PaymentMethod fresh(
      Realm realm,
      PaymentMethodId id,
      Instrument instrument,
      BillingDetails billing,
      Instant now,
      Optional<PaymentId> consumedBy,
      Optional<SealedPan> secret,
      Optional<Instant> eraseAt) {
    var state =
        new State(1, 0, Optional.empty(), consumedBy, Optional.empty(), false, secret, eraseAt);
    return new PaymentMethod(realm, id, instrument, billing, Map.of(), now, state);
  }

  public Optional<CustomerId> customer() {
    return state.customer();
  }

  public boolean isAttached() {
    return state.customer().isPresent();
  }

  /** Whether it can be charged at all: what is secret of it is there, and it was not detached. */
  boolean isChargeable() {
    boolean isWhole = state.secret().isPresent() || !instrument.hasSecret();
    return isWhole && state.detached().isEmpty();
  }

  PaymentMethod attachedTo(CustomerId customer, boolean challenged) {
    return with(
        new State(
            state.version() + 1,
            state.sequence() + 1,
            Optional.of(customer),
            state.consumedBy(),
            Optional.empty(),
            challenged,
            state.secret(),
            Optional.empty()));
  }

  /** The number stays until the loop finds that no open payment needs it any more. */
  PaymentMethod detached(Instant now) {
    return with(
        new State(
            state.version() + 1,
            state.sequence() + 1,
            Optional.empty(),
            state.consumedBy(),
            Optional.of(now),
            state.challenged(),
            state.secret(),
            state.secret().map(_ -> now)));
  }

  PaymentMethod consumedBy(PaymentId payment) {
    return with(
        new State(
            state.version() + 1,
            state.sequence(),
            state.customer(),
            Optional.of(payment),
            state.detached(),
            state.challenged(),
            state.secret(),
            state.eraseAt()));
  }

  PaymentMethod afterChallenge() {
    return with(
        new State(
            state.version() + 1,
            state.sequence(),
            state.customer(),
            state.consumedBy(),
            state.detached(),
            true,
            state.secret(),
            state.eraseAt()));
  }

  /** Its customer is deleted: of number, billing details and metadata nothing stays. */
  PaymentMethod detachedAndErased(Instant now) {
    var erased =
        new State(
            state.version() + 1,
            state.sequence() + 1,
            Optional.empty(),
            state.consumedBy(),
            Optional.of(now),
            state.challenged(),
            Optional.empty(),
            Optional.empty());
    return new PaymentMethod(realm, id, instrument, BillingDetails.NONE, Map.of(), created, erased);
  }

  /** The same, with what is said about it from its beginning. */
  PaymentMethod with(Map<String, String> more) {
    return new PaymentMethod(realm, id, instrument, billing, more, created, state);
  }

  /** With something else said about it: a change that an event tells of. */
  PaymentMethod described(Instrument renewed, BillingDetails details, Map<String, String> remarks) {
    var same = new PaymentMethod(realm, id, renewed, details, remarks, created, state);
    return same.equals(this)
        ? this
        : same.with(
            new State(
                state.version() + 1,
                state.sequence() + 1,
                state.customer(),
                state.consumedBy(),
                state.detached(),
                state.challenged(),
                state.secret(),
                state.eraseAt()));
  }

  private PaymentMethod with(State next) {
    return new PaymentMethod(realm, id, instrument, billing, metadata, created, next);
  }
}
