package florin.paymentmethod;

import florin.connector.Credential;
import florin.connector.Credential.PlainCard;
import florin.core.CardCode;
import florin.core.Id.CustomerId;
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
  private final IdSource ids;
  private final Duration retention;

  /**
   * A payment method in the form that a connector charges.
   *
   * @param credential a card includes its code only if it is available
   * @param challengedBefore whether the payer has passed a challenge with this payment method
   */
  public record Chargeable(Credential credential, boolean challengedBefore) {}

  /**
   * Creates the service.
   *
   * @param retention how long the number of an unattached method is kept after its payment is final
   */
  public CardsOnFile(
      PaymentMethodStore store, Vault vault, CodeMemory codes, IdSource ids, Duration retention) {
    this.store = store;
    this.vault = vault;
    this.codes = codes;
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
   * Returns the changes to the method for the changeset that approves a payment, guarded by the
   * method's version.
   *
   * @param attachTo the customer for whom the method is saved
   * @param challenged whether the payer has passed a challenge for this payment
   */
  public List<Write> approved(
      Realm realm,
      PaymentMethodId id,
      Optional<CustomerId> attachTo,
      boolean challenged,
      Optional<Cause> cause,
      Instant now) {
    if (attachTo.isEmpty() && !challenged) {
      return List.of();
    }
    PaymentMethod method =
        store
            .find(realm, id)
            .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
    boolean attaches = attachTo.isPresent() && !method.isAttached() && method.isChargeable();
    PaymentMethod after =
        challenged && !method.state().challenged() ? method.afterChallenge() : method;
    var writes = new ArrayList<Write>();
    if (attaches) {
      after = method.attachedTo(attachTo.get(), after.state().challenged());
      writes.add(EventLog.append(events.of(after, EventType.PAYMENT_METHOD_ATTACHED, cause, now)));
    }
    if (!after.equals(method)) {
      writes.addFirst(PaymentMethodStore.update(after));
    }
    return writes;
  }
}
