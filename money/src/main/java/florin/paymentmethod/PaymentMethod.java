package florin.paymentmethod;

import florin.connector.Credential;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
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
 * A payment method, such as a card. It can be used once, or repeatedly while it is attached to a
 * customer.
 *
 * @param billing the payer's details
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
    // Sorted, so that equal metadata always has the same bytes.
    metadata = Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
  }

  /**
   * The mutable state.
   *
   * @param version raised by every update, which requires the version that was read
   * @param sequence the number of its events
   * @param customer the customer to whom it is attached
   * @param consumedBy the one payment that used it while it was unattached
   * @param detached when it was detached; it is never attached again
   * @param challenged whether its holder was authenticated with it, since the latest mandate
   * @param secret the encrypted number; empty if its check digit was wrong, or it was erased
   * @param eraseAt when the number may be erased; only for an unattached method
   * @param mandate the latest mandate for charges while the payer is absent
   * @param provider the credential that a provider keeps, in place of a secret
   * @param revokeAt when the provider is asked next to delete its credential
   */
  public record State(
      int version,
      int sequence,
      Optional<CustomerId> customer,
      Optional<PaymentId> consumedBy,
      Optional<Instant> detached,
      boolean challenged,
      Optional<SealedPan> secret,
      Optional<Instant> eraseAt,
      Optional<MandateId> mandate,
      Optional<Credential.Saved> provider,
      Optional<Instant> revokeAt) {
    /** Creates the state of a method without a provider's credential. */
    public State(
        int version,
        int sequence,
        Optional<CustomerId> customer,
        Optional<PaymentId> consumedBy,
        Optional<Instant> detached,
        boolean challenged,
        Optional<SealedPan> secret,
        Optional<Instant> eraseAt,
        Optional<MandateId> mandate) {
      this(
          version,
          sequence,
          customer,
          consumedBy,
          detached,
          challenged,
          secret,
          eraseAt,
          mandate,
          Optional.empty(),
          Optional.empty());
    }

    /** Returns whether Florin or a provider keeps what a later charge needs. */
    boolean isKept() {
      return secret.isPresent() || provider.isPresent();
    }
  }

  /**
   * Returns a new, unattached method.
   *
   * @param consumedBy the payment that includes it; empty if it is saved for later
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
        new State(
            1,
            0,
            Optional.empty(),
            consumedBy,
            Optional.empty(),
            false,
            secret,
            eraseAt,
            Optional.empty());
    return new PaymentMethod(realm, id, instrument, billing, Map.of(), now, state);
  }

  public Optional<CustomerId> customer() {
    return state.customer();
  }

  public boolean isAttached() {
    return state.customer().isPresent();
  }

  /** Returns whether it can be charged at all: its secret is present, and it was not detached. */
  boolean isChargeable() {
    boolean isWhole = state.isKept() || !instrument.hasSecret();
    return isWhole && state.detached().isEmpty();
  }

  /** Returns the method with the instrument that its payer used on a provider's page. */
  PaymentMethod savedAs(Instrument used, Credential.Saved credential) {
    var saved =
        new State(
            state.version(),
            state.sequence(),
            state.customer(),
            state.consumedBy(),
            state.detached(),
            state.challenged(),
            state.secret(),
            state.eraseAt(),
            state.mandate(),
            Optional.of(credential),
            state.revokeAt());
    return new PaymentMethod(realm, id, used, billing, metadata, created, saved);
  }

  PaymentMethod attachedTo(CustomerId customer) {
    return used(Optional.of(customer), false, Optional.empty());
  }

  /**
   * Returns the method after an approved payment; the same if nothing changes.
   *
   * @param attachTo the customer to whom it is attached now
   * @param challenged whether its holder was authenticated for the payment
   * @param given the mandate that its holder gave with the payment
   */
  PaymentMethod used(Optional<CustomerId> attachTo, boolean challenged, Optional<MandateId> given) {
    boolean isChallenged = challenged || (given.isEmpty() && state.challenged());
    if (attachTo.isEmpty() && given.isEmpty() && isChallenged == state.challenged()) {
      return this;
    }
    boolean attaches = attachTo.isPresent();
    return with(
        new State(
            state.version() + 1,
            attaches ? state.sequence() + 1 : state.sequence(),
            attachTo.or(state::customer),
            state.consumedBy(),
            state.detached(),
            isChallenged,
            state.secret(),
            attaches ? Optional.empty() : state.eraseAt(),
            given.or(state::mandate),
            state.provider(),
            state.revokeAt()));
  }

  /**
   * Returns the detached method; its number stays until the job finds that no open payment needs
   * it.
   */
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
            state.secret().map(_ -> now),
            state.mandate(),
            state.provider(),
            state.provider().map(_ -> now)));
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
            state.eraseAt(),
            state.mandate(),
            state.provider(),
            state.revokeAt()));
  }

  /**
   * Returns the method after its customer was deleted: without number, billing details and
   * metadata.
   */
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
            Optional.empty(),
            state.mandate(),
            state.provider(),
            state.provider().map(_ -> now));
    return new PaymentMethod(realm, id, instrument, BillingDetails.NONE, Map.of(), created, erased);
  }

  /** Returns the method with its initial metadata. */
  PaymentMethod with(Map<String, String> more) {
    return new PaymentMethod(realm, id, instrument, billing, more, created, state);
  }

  /** Returns the method with other details, a change that has an event. */
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
                state.eraseAt(),
                state.mandate(),
                state.provider(),
                state.revokeAt()));
  }

  private PaymentMethod with(State next) {
    return new PaymentMethod(realm, id, instrument, billing, metadata, created, next);
  }
}
