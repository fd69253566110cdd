package florin.mandate;

import florin.connector.ThreeDSecure;
import florin.connector.ThreeDSecureResult.TransStatus;
import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.EventId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Db;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.idempotency.Decision;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.Mandate.State;
import florin.mandate.Mandate.Status;
import florin.mandate.MandateUse.Consent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The mandates of payment methods. A payment method has at most one mandate that is not revoked;
 * its row names the latest one. The methods that return writes commit nothing themselves, so that a
 * mandate changes in the commit of the payment or payment method that it belongs to.
 */
public final class Mandates {
  private final MandateStore store;
  private final IdSource ids;

  public Mandates(Db db, IdSource ids) {
    this.store = new MandateStore(db);
    this.ids = ids;
  }

  public Optional<Mandate> find(Realm realm, MandateId id) {
    return store.find(realm, id);
  }

  /** Returns a page of a payment method's mandates, newest first. */
  public Page<Mandate> list(Realm realm, PaymentMethodId method, PageRequest page) {
    return store.list(realm, method, page);
  }

  /** Returns the decision to revoke a mandate. Revoking it again is no change. */
  public Decision<Mandate> revoking(Realm realm, MandateId id, Cause cause, Instant now) {
    Mandate before = store.find(realm, id).orElseThrow(id::notFound);
    if (before.state().revocation().isPresent()) {
      return Decision.untold(id.uuid(), before, List.of(), mandate -> MandateView.of(mandate, now));
    }
    Mandate after = before.revoked(RevocationReason.REQUESTED, now);
    return Decision.told(
        after,
        event(after, EventType.MANDATE_REVOKED, Optional.of(cause), now),
        List.of(MandateStore.update(after)));
  }

  /**
   * Returns the mandate under which a payment method can be charged while its payer is absent.
   *
   * @param latest the latest mandate of the payment method
   * @throws Refusal if there is none, or it isn't active
   */
  public Mandate getActive(Realm realm, Optional<MandateId> latest, Instant now) {
    Mandate mandate =
        latest
            .flatMap(id -> store.find(realm, id))
            .orElseThrow(() ->
                refused(
                    "has no mandate: the payer has not agreed to charges while absent. Charge it once with the payer present, and send mandate."));
    return switch (mandate.status(now)) {
      case ACTIVE -> mandate;
      case REVOKED ->
          throw refused(
              "has a revoked mandate (%s). Charge it once with the payer present, and send mandate."
                  .formatted(mandate.id()));
      case EXPIRED ->
          throw refused(
              "has an expired mandate (%s). Charge it once with the payer present, and send mandate."
                  .formatted(mandate.id()));
    };
  }

  private static Refusal refused(String fact) {
    return Problem.BadParameters.of(
            "payment_method", ErrorCode.MANDATE_REQUIRED, "payment_method " + fact)
        .refusal();
  }

  /**
   * Returns a guard for the changeset of a charge: the mandate is not revoked before its commit.
   */
  public static Write use(Mandate mandate) {
    return MandateStore.use(mandate);
  }

  /**
   * The evidence of a payment that was just approved with the payer present.
   *
   * @param isSetup whether it was a setup, from whose id that of the mandate follows
   */
  public record Evidence(
      PaymentId payment,
      boolean isSetup,
      Optional<ThreeDSecure> authentication,
      Optional<String> networkTransactionId) {
    /**
     * Returns whether the issuer authenticated the payer. The proof of an attempt is evidence too,
     * but the issuer has not seen the payer.
     */
    public boolean isAuthenticated() {
      return authentication.filter(it -> it.transStatus() == TransStatus.Y).isPresent();
    }
  }

  /** Returns a new mandate. */
  public Mandate create(
      Realm realm,
      PaymentMethodId method,
      CustomerId customer,
      Consent consent,
      Evidence evidence,
      Instant now) {
    return new Mandate(
        realm,
        evidence.isSetup() ? MandateId.ofSetup(evidence.payment()) : new MandateId(ids.next()),
        method,
        customer,
        evidence.payment(),
        consent,
        now,
        new State(
            1,
            1,
            evidence.authentication(),
            evidence.networkTransactionId(),
            Optional.empty(),
            Optional.empty()));
  }

  /** Returns the writes of a new mandate, which replaces the payment method's latest one. */
  public List<Write> replace(
      Optional<MandateId> latest, Mandate created, Optional<Cause> cause, Instant now) {
    var writes =
        new ArrayList<>(revoke(created.realm(), latest, RevocationReason.REPLACED, cause, now));
    writes.add(MandateStore.insert(created));
    writes.add(EventLog.append(event(created, EventType.MANDATE_CREATED, cause, now)));
    return writes;
  }

  /**
   * Returns the writes that renew the latest mandate, if it is active and the payer was
   * authenticated.
   */
  public List<Write> renew(
      Realm realm,
      Optional<MandateId> latest,
      Evidence evidence,
      Optional<Cause> cause,
      Instant now) {
    return latest
        .filter(_ -> evidence.isAuthenticated())
        .flatMap(id -> store.find(realm, id))
        .filter(mandate -> mandate.status(now) == Status.ACTIVE)
        .map(mandate ->
            mandate.renewed(evidence.authentication().get(), evidence.networkTransactionId(), now))
        .map(after -> changing(after, EventType.MANDATE_UPDATED, cause, now))
        .orElseGet(List::of);
  }

  /** Returns the writes that revoke the mandate, if it is not revoked. */
  public List<Write> revoke(
      Realm realm,
      Optional<MandateId> latest,
      RevocationReason reason,
      Optional<Cause> cause,
      Instant now) {
    return latest
        .flatMap(id -> store.find(realm, id))
        .filter(mandate -> mandate.state().revocation().isEmpty())
        .map(mandate -> mandate.revoked(reason, now))
        .map(after -> changing(after, EventType.MANDATE_REVOKED, cause, now))
        .orElseGet(List::of);
  }

  private List<Write> changing(Mandate after, EventType type, Optional<Cause> cause, Instant now) {
    return List.of(MandateStore.update(after), EventLog.append(event(after, type, cause, now)));
  }

  private Event event(Mandate after, EventType type, Optional<Cause> cause, Instant now) {
    return new Event(
        after.realm(),
        new EventId(ids.next()),
        type,
        after.id().uuid(),
        after.state().sequence(),
        MandateView.text(after, now),
        cause,
        now);
  }
}
