package florin.mandate;

import florin.connector.ThreeDSecure;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.mandate.MandateUse.Consent;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * The evidence that a payer allows charges of a saved payment method while absent. A merchant shows
 * it to a card scheme if the payer disputes such a charge.
 *
 * @param payment the payment with which the payer gave it
 */
public record Mandate(
    Realm realm,
    MandateId id,
    PaymentMethodId paymentMethod,
    CustomerId customer,
    PaymentId payment,
    Consent consent,
    Instant created,
    State state) {
  /**
   * The mutable state.
   *
   * @param version raised by every update, which requires the version that was read
   * @param sequence the number of its events
   * @param authentication the latest authentication of the payer with the payment method
   * @param networkTransactionId the card scheme's id of the payment that gave or renewed it
   * @param renewed when the payer last confirmed a payment with the payment method
   * @param revocation set once it is revoked
   */
  public record State(
      int version,
      int sequence,
      Optional<ThreeDSecure> authentication,
      Optional<String> networkTransactionId,
      Optional<Instant> renewed,
      Optional<Revocation> revocation) {}

  /** The revocation of a mandate, which is final. */
  public record Revocation(Instant at, RevocationReason reason) {}

  /** The reasons of a revocation. */
  public enum RevocationReason {
    /** The merchant or the payer asked for it. */
    REQUESTED,
    PAYMENT_METHOD_DETACHED,
    CUSTOMER_DELETED,
    /** The issuer reports that the payer has revoked the authorization (response codes R1, R3). */
    ISSUER,
    /** The payer gave a newer mandate for the same payment method. */
    REPLACED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }

    static RevocationReason of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** The statuses of a mandate. Only an active one allows a charge. */
  public enum Status {
    ACTIVE,
    REVOKED,
    /** The consent had an end, which has passed. */
    EXPIRED;

    private final String text = name().toLowerCase(Locale.ROOT);

    public String text() {
      return text;
    }
  }

  public Status status(Instant now) {
    if (state.revocation().isPresent()) {
      return Status.REVOKED;
    }
    return consent.expires().filter(end -> !end.isAfter(now)).isPresent()
        ? Status.EXPIRED
        : Status.ACTIVE;
  }

  Mandate revoked(RevocationReason reason, Instant now) {
    return with(
        new State(
            state.version() + 1,
            state.sequence() + 1,
            state.authentication(),
            state.networkTransactionId(),
            state.renewed(),
            Optional.of(new Revocation(now, reason))));
  }

  /** Returns the mandate after the payer has authenticated again. */
  Mandate renewed(ThreeDSecure authentication, Optional<String> networkTransactionId, Instant now) {
    return with(
        new State(
            state.version() + 1,
            state.sequence() + 1,
            Optional.of(authentication),
            networkTransactionId.or(state::networkTransactionId),
            Optional.of(now),
            state.revocation()));
  }

  private Mandate with(State next) {
    return new Mandate(realm, id, paymentMethod, customer, payment, consent, created, next);
  }
}
