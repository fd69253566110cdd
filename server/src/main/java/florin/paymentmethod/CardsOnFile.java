package florin.paymentmethod;

import florin.connector.Credential;
import florin.connector.PlainCard;
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
 * Keeps cards and gives them out to be charged: what a payment needs of its payment method.
 *
 * <p>A code is given out once. Where the authorisation it was given out for is not over, because
 * the payer has to pass a challenge first, it may be {@link #hold held} again until then.
 */
public final class CardsOnFile {
  private final PaymentMethodStore store;
  private final Vault vault;
  private final CodeMemory codes;
  private final PaymentMethodEvents events;
  private final IdSource ids;
  private final Duration retention;

  /**
   * @param retention how long the number of a method that belongs to nobody is kept after its
   *     payment is final
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
   * The card as it is kept: its number sealed, unless it is none. Nothing is written yet.
   *
   * @param consumedBy the payment that it comes with; empty when it is kept for later
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
   * A method that can be paid with now, or the refusal that says why it cannot.
   *
   * @param customer whom the payment is for, where the request says so
   */
  public PaymentMethod get(Realm realm, PaymentMethodId id, Optional<CustomerId> customer) {
    PaymentMethod method = store.find(realm, id).orElseThrow(MethodRefusals::missing);
    MethodRefusals.requireUsable(method, customer);
    return method;
  }

  /** For the changeset by which a payment with the method begins: a guard that it can. */
  public Write use(PaymentMethod method, PaymentId payment) {
    return method
        .customer()
        .map(customer -> PaymentMethodStore.use(method, customer))
        .orElseGet(() -> PaymentMethodStore.update(method.consumedBy(payment)));
  }

  /** What it is charged by, a card without its code; empty when the number is erased. */
  public Optional<Credential> open(PaymentMethod method) {
    return open(method, Optional.empty());
  }

  private Optional<Credential> open(PaymentMethod method, Optional<CardCode> code) {
    Optional<Pan> number =
        method.state().secret().map(sealed -> vault.open(method.realm(), method.id(), sealed));
    return method.instrument().credential(number, code);
  }

  /**
   * A method, to be charged now: the number from the vault, the code if this node still holds it,
   * which then is forgotten. Empty when the number is erased.
   */
  public Optional<Chargeable> charge(Realm realm, PaymentMethodId id) {
    return store.find(realm, id).flatMap(this::charge);
  }

  /** The same, of a method that was just read. */
  public Optional<Chargeable> charge(PaymentMethod method) {
    return open(method, codes.take(method.realm(), method.id()))
        .map(credential -> new Chargeable(credential, method.state().challenged()));
  }

  /** Holds a card's code, in memory, until the card is charged; 15 minutes at most. */
  public void hold(Realm realm, PaymentMethodId id, Credential credential) {
    if (credential instanceof PlainCard card) {
      card.code().ifPresent(code -> codes.put(realm, id, code));
    }
  }

  /** Drops the code that is held for a method, if there is one: no authorisation will follow. */
  public void forget(Realm realm, PaymentMethodId id) {
    codes.drop(realm, id);
  }

  /**
   * For the changeset by which a payment is approved: what that changes about its method. The
   * writes are guarded by the method's version.
   *
   * @param attachTo the customer for whom the method is to be saved
   * @param challenged the payer has passed a challenge for this payment
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
