package florin.paymentmethod;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventType;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.Result.Now;
import florin.idempotency.ResultView;
import florin.instrument.Instrument;
import florin.instrument.Instrument.InstrumentFault;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.Mandates;
import florin.paymentmethod.PaymentMethodData.NewMethod;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The merchants' commands on payment methods. They call no network: a card is checked only as far
 * as possible without one.
 *
 * <p>A method that is attached to a customer can be charged repeatedly. An unattached one can be
 * charged once, and a detached one never again.
 */
public final class PaymentMethods {
  private final PaymentMethodStore store;
  private final CardsOnFile cards;
  private final Mandates mandates;
  private final CustomerStore customers;
  private final IdempotentCommand once;
  private final PaymentMethodEvents events;
  private final Connectors connectors;
  private final InstantSource clock;

  /**
   * Creates the service.
   *
   * @param connectors those that could charge a card: a number that none accepts is not stored
   */
  public PaymentMethods(
      PaymentMethodStore store,
      CardsOnFile cards,
      Mandates mandates,
      CustomerStore customers,
      IdempotentCommand once,
      IdSource ids,
      Connectors connectors,
      InstantSource clock) {
    this.store = store;
    this.cards = cards;
    this.mandates = mandates;
    this.customers = customers;
    this.once = once;
    this.events = new PaymentMethodEvents(ids);
    this.connectors = connectors;
    this.clock = clock;
  }

  /**
   * Saves a valid card for later payments; its code is held in memory. Every card is rejected if no
   * connector could charge it.
   */
  public Result<SaveResult> create(
      Realm realm,
      Origin origin,
      NewMethod methodData,
      Map<String, String> metadata,
      Supplier<Optional<BesidesMethod>> besides) {
    Result<SaveResult> result =
        once.run(
            realm,
            origin,
            () -> {
              List<Connector> enabled = connectors.listEnabled(realm);
              if (enabled.isEmpty()) {
                throw MethodRefusals.noConnector();
              }
              if (enabled.stream()
                  .noneMatch(it -> it.capabilities().accepts().takes(methodData.credential()))) {
                throw MethodRefusals.notTaken();
              }
              Instant now = clock.instant();
              Optional<InstrumentFault> fault = Instrument.check(methodData.credential(), now);
              if (fault.isPresent()) {
                return new Decision.Nothing<>(new SaveResult.Wrong(fault.get()));
              }
              return besides
                  .get()
                  .map(writes ->
                      keeping(
                          cards.keep(realm, methodData, Optional.empty(), now).with(metadata),
                          writes,
                          now))
                  .orElseGet(() -> new Decision.Nothing<>(new SaveResult.Blocked()));
            });
    if (result instanceof Now<SaveResult>(SaveResult.Done(PaymentMethod method))) {
      cards.hold(realm, method.id(), methodData.credential());
    }
    return result;
  }

  /** The writes in the commit that stores a new payment method. */
  @FunctionalInterface
  public interface BesidesMethod {
    BesidesMethod NOTHING = (_, _) -> List.of();

    List<Write> of(PaymentMethod method, Instant now);
  }

  private static Decision<SaveResult> keeping(
      PaymentMethod method, BesidesMethod besides, Instant now) {
    var writes = new ArrayList<>(besides.of(method, now));
    writes.add(PaymentMethodStore.insert(method));
    return new Decision.Change<>(
        method.id().uuid(),
        new SaveResult.Done(method),
        writes,
        claim -> ResultView.kept(PaymentMethodView.of(method, claim.kind())));
  }

  /** The result of a creation or an update. */
  public sealed interface SaveResult {
    record Done(PaymentMethod method) implements SaveResult {}

    /** The card, or its change, is invalid; nothing is stored. */
    record Wrong(InstrumentFault fault) implements SaveResult {}

    /** The block list has the address that the card came from; nothing is stored. */
    record Blocked() implements SaveResult {}
  }

  public Optional<PaymentMethod> find(Realm realm, PaymentMethodId id) {
    return store.find(realm, id);
  }

  public boolean hasCustomer(Realm realm, CustomerId customer) {
    return customers.find(realm, customer).isPresent();
  }

  /** Returns a page of the customer's methods, newest first. */
  public Page<PaymentMethod> list(Realm realm, CustomerId customer, PageRequest page) {
    return store.list(realm, customer, page);
  }

  /** Attaches a method; attaching it again to the same customer is no change. */
  public Result<PaymentMethod> attach(
      Realm realm, PaymentMethodId id, CustomerId customer, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          PaymentMethod before = store.find(realm, id).orElseThrow(id::notFound);
          if (customers.find(realm, customer).isEmpty()) {
            throw Customers.noCustomer();
          }
          if (before.customer().equals(Optional.of(customer))) {
            return Decision.untold(id.uuid(), before, List.of(), PaymentMethodView::of);
          }
          MethodRefusals.requireAttachable(before);
          PaymentMethod after = before.attachedTo(customer);
          return Decision.told(
              after,
              event(after, EventType.PAYMENT_METHOD_ATTACHED, origin.cause(), clock.instant()),
              List.of(CustomerStore.use(realm, customer), PaymentMethodStore.update(after)));
        });
  }

  /** Updates a card whose number stays: a new expiry date, another address. */
  public Result<SaveResult> update(
      Realm realm, PaymentMethodId id, MethodChange change, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          PaymentMethod before = store.find(realm, id).orElseThrow(id::notFound);
          Optional<InstrumentFault> fault =
              change.card().check(before.instrument(), clock.instant());
          if (fault.isPresent()) {
            return new Decision.Nothing<>(new SaveResult.Wrong(fault.get()));
          }
          MethodRefusals.requireUpdatable(before);
          PaymentMethod after = change.applyTo(before);
          var updated = new SaveResult.Done(after);
          return after.equals(before)
              ? Decision.untold(id.uuid(), updated, List.of(), _ -> PaymentMethodView.of(after))
              : Decision.told(
                  updated,
                  event(after, EventType.PAYMENT_METHOD_UPDATED, origin.cause(), clock.instant()),
                  List.of(PaymentMethodStore.update(after)));
        });
  }

  /**
   * Detaches a method permanently: it can be neither charged nor attached again, its mandate is
   * revoked, and its number is erased soon.
   */
  public Result<PaymentMethod> detach(Realm realm, PaymentMethodId id, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          PaymentMethod before = store.find(realm, id).orElseThrow(id::notFound);
          MethodRefusals.requireAttached(before);
          Instant now = clock.instant();
          PaymentMethod after = before.detached(now);
          var writes = new ArrayList<Write>();
          writes.add(PaymentMethodStore.update(after));
          writes.addAll(
              mandates.revoke(
                  realm,
                  before.state().mandate(),
                  RevocationReason.PAYMENT_METHOD_DETACHED,
                  Optional.of(origin.cause()),
                  now));
          return Decision.told(
              after, event(after, EventType.PAYMENT_METHOD_DETACHED, origin.cause(), now), writes);
        });
  }

  private Event event(PaymentMethod after, EventType type, Cause cause, Instant now) {
    return events.of(after, type, Optional.of(cause), now);
  }
}
