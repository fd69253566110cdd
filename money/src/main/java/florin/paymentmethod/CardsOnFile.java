package florin.paymentmethod;

import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Pan;
import florin.core.Realm;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.instrument.Instrument;
import florin.mandate.Mandate;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.MandateUse.Consent;
import florin.mandate.Mandates;
import florin.mandate.Mandates.Evidence;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import florin.vault.CodeMemory;
import florin.vault.SealedPan;
import florin.vault.Vault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Stores cards and releases them for charges: the payment methods for payments.
 *
 * <p>A security code is released once. If its authorization is not final, because the payer must
 * pass a challenge first, it may be {@link #hold held} again until then.
 */
public final class CardsOnFile {
  private final PaymentMethodStore store;
  private final Vault vault;
  private final CodeMemory codes;
  private final PaymentMethodEvents events;
  private final Mandates mandates;
  private final IdSource ids;
  private final Duration retention;

  /**
   * A payment method in the form that a connector charges.
   *
   * @param credential a card includes its code only if it is available
   * @param challengedBefore whether the payer was authenticated with this payment method
   */
  public record Chargeable(Credential credential, boolean challengedBefore) {}

  /**
   * Creates the service.
   *
   * @param retention how long the number of an unattached method is kept after its payment is final
   */
  public CardsOnFile(
      PaymentMethodStore store,
      Vault vault,
      CodeMemory codes,
      Mandates mandates,
      IdSource ids,
      Duration retention) {
    this.store = store;
    this.vault = vault;
    this.codes = codes;
    this.mandates = mandates;
    this.events = new PaymentMethodEvents(ids);
    this.ids = ids;
    this.retention = retention;
  }

  /**
   * Returns the method to store, with an encrypted number unless it has none. It writes nothing
   * yet.
   *
   * @param consumedBy the payment that includes it; empty if it is saved for later
   */
  public PaymentMethod keep(
      Realm realm, NewMethod methodData, Optional<PaymentId> consumedBy, Instant now) {
    var id = new PaymentMethodId(ids.next());
    Optional<SealedPan> sealed = seal(realm, id, methodData.credential());
    return PaymentMethod.fresh(
        realm,
        id,
        Instrument.of(methodData.credential(), realm, vault),
        methodData.billing(),
        now,
        consumedBy,
        sealed,
        sealed.map(_ -> now.plus(retention)));
  }

  private Optional<SealedPan> seal(Realm realm, PaymentMethodId id, Credential credential) {
    return credential instanceof PlainCard card && card.pan().isValid()
        ? Optional.of(vault.seal(realm, id, card.pan()))
        : Optional.empty();
  }

  /**
   * Returns a method that can be charged now, or throws the reason why it can't.
   *
   * @param customer the customer of the payment, if the request names one
   */
  public PaymentMethod get(Realm realm, PaymentMethodId id, Optional<CustomerId> customer) {
    PaymentMethod method = store.find(realm, id).orElseThrow(MethodRefusals::missing);
    MethodRefusals.requireUsable(method, customer);
    return method;
  }

  /** Returns a guard for the changeset that begins a payment with the method. */
  public Write use(PaymentMethod method, PaymentId payment) {
    return method
        .customer()
        .map(customer -> PaymentMethodStore.use(method, customer))
        .orElseGet(() -> PaymentMethodStore.update(method.consumedBy(payment)));
  }

  /** Returns the credential, a card without its code; empty if the number is erased. */
  public Optional<Credential> open(PaymentMethod method) {
    return open(method, Optional.empty());
  }

  private Optional<Credential> open(PaymentMethod method, Optional<CardCode> code) {
    if (method.state().provider().isPresent()) {
      return method.state().provider().map(Credential.class::cast);
    }
    Optional<Pan> number =
        method.state().secret().map(sealed -> vault.open(method.realm(), method.id(), sealed));
    return method.instrument().credential(number, code);
  }

  /**
   * Returns a method to charge now: the number from the vault, and the code if this node still
   * holds it, which it then drops. Empty if the number is erased.
   */
  public Optional<Chargeable> charge(Realm realm, PaymentMethodId id) {
    return store.find(realm, id).flatMap(this::charge);
  }

  /** Returns a method that was just read, to charge it now. */
  public Optional<Chargeable> charge(PaymentMethod method) {
    return open(method, codes.take(method.realm(), method.id()))
        .map(credential -> new Chargeable(credential, method.state().challenged()));
  }

  /** Holds a card's code in memory until the card is charged, at most 15 minutes. */
  public void hold(Realm realm, PaymentMethodId id, Credential credential) {
    if (credential instanceof PlainCard card) {
      card.code().ifPresent(code -> codes.put(realm, id, code));
    }
  }

  /** Drops the code that is held for a method, if any: no authorization will follow. */
  public void forget(Realm realm, PaymentMethodId id) {
    codes.drop(realm, id);
  }

  /**
   * Returns the mandate under which the method may be charged while its payer is absent.
   *
   * @throws florin.core.Refusal if the method has no active mandate
   */
  public Mandate getMandate(PaymentMethod method, Instant now) {
    return mandates.getActive(method.realm(), method.state().mandate(), now);
  }

  /** Returns the mandate of a charge that began while it was active. */
  public Optional<Mandate> findMandate(Realm realm, MandateId id) {
    return mandates.find(realm, id);
  }

  /** Returns whether the method is saved for a customer, or can be. A detached one can't. */
  public boolean canBeSaved(Realm realm, PaymentMethodId id) {
    return store.find(realm, id).filter(it -> it.isAttached() || it.isChargeable()).isPresent();
  }

  /**
   * The approval of a payment, as far as it concerns the payment method.
   *
   * @param attachTo the customer for whom the method is saved
   * @param consent the payer's consent to later charges
   * @param saved the payment method that the provider saved with this payment
   */
  public record Approval(
      Optional<CustomerId> attachTo,
      Optional<Consent> consent,
      Evidence evidence,
      Optional<SavedAtProvider> saved) {
    /**
     * A payment method that its payer used on a provider's page, and its credential there.
     *
     * @param instrument the card, or the method that the payer chose
     */
    public record SavedAtProvider(Credential.Saved credential, Instrument instrument) {}

    private boolean changesNothing() {
      return attachTo.isEmpty() && consent.isEmpty() && !evidence.isAuthenticated();
    }
  }

  /**
   * Returns the changes to the method and its mandate for the changeset that approves a payment,
   * guarded by their versions.
   */
  public List<Write> approved(
      Realm realm, PaymentMethodId id, Approval approval, Optional<Cause> cause, Instant now) {
    if (approval.changesNothing()) {
      return List.of();
    }
    PaymentMethod found =
        store
            .find(realm, id)
            .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
    boolean mayAttach = !found.isAttached() && found.isChargeable();
    PaymentMethod method =
        approval
            .saved()
            .filter(_ -> mayAttach && approval.attachTo().isPresent())
            .map(saved -> found.savedAs(saved.instrument(), saved.credential()))
            .orElse(found);
    Optional<CustomerId> attachTo =
        approval.attachTo().filter(_ -> mayAttach && method.state().isKept());
    Optional<Mandate> given = given(method, attachTo.or(method::customer), approval, now);
    PaymentMethod after =
        method.used(attachTo, approval.evidence().isAuthenticated(), given.map(Mandate::id));
    var writes = new ArrayList<Write>();
    if (!after.equals(method)) {
      writes.add(PaymentMethodStore.update(after));
    }
    if (attachTo.isPresent()) {
      writes.add(EventLog.append(events.of(after, EventType.PAYMENT_METHOD_ATTACHED, cause, now)));
    }
    Optional<MandateId> before = method.state().mandate();
    writes.addAll(
        given
            .map(mandate -> mandates.replace(before, mandate, cause, now))
            .orElseGet(() -> mandates.renew(realm, before, approval.evidence(), cause, now)));
    return writes;
  }

  /** Returns the mandate that the payer gave with the payment, if the method has a customer. */
  private Optional<Mandate> given(
      PaymentMethod method, Optional<CustomerId> customer, Approval approval, Instant now) {
    return approval
        .consent()
        .flatMap(consent ->
            customer.map(whose ->
                mandates.create(
                    method.realm(), method.id(), whose, consent, approval.evidence(), now)));
  }

  /** Returns the writes that revoke a mandate, because the payer revoked it at the issuer. */
  public List<Write> revokedByIssuer(
      Realm realm, MandateId mandate, Optional<Cause> cause, Instant now) {
    return mandates.revoke(realm, Optional.of(mandate), RevocationReason.ISSUER, cause, now);
  }
}
