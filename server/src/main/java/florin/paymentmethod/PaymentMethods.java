package florin.paymentmethod;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.Refusal;
import florin.customer.CustomerStore;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.event.EventType;
import florin.idempotency.Given;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.idempotency.Once.Change;
import florin.idempotency.Once.NotDone;
import florin.idempotency.Origin;
import florin.paymentmethod.Tender.NewCard;
import florin.vault.CardCheck;
import florin.vault.CardFault;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What merchants do with payment methods. No network hears of it: a card is right as far as can be
 * told without one.
 *
 * <p>A method that is attached to a customer can be charged again and again. One that is not can
 * be, once; and one that was detached never again.
 */
public final class PaymentMethods {
  private final PaymentMethodStore store;
  private final CardsOnFile cards;
  private final CustomerStore customers;
  private final Once once;
  private final Idempotency idempotency;
  private final PaymentMethodEvents events;
  private final Predicate<Realm> takesCards;
  private final InstantSource clock;

  /**
   * @param takesCards whether there is anything for a realm that could charge a card: a number that
   *     nobody can charge is not kept
   */
  public PaymentMethods(
      PaymentMethodStore store,
      CardsOnFile cards,
      CustomerStore customers,
      Once once,
      Idempotency idempotency,
      IdSource ids,
      Predicate<Realm> takesCards,
      InstantSource clock) {
    this.store = store;
    this.cards = cards;
    this.customers = customers;
    this.once = once;
    this.idempotency = idempotency;
    this.events = new PaymentMethodEvents(ids);
    this.takesCards = takesCards;
    this.clock = clock;
  }

  /**
   * What is wrong with the card, in which case nothing is kept of it. Refuses every card where none
   * could be charged.
   */
  public Optional<CardFault> check(Realm realm, NewCard tender) {
    if (!takesCards.test(realm)) {
      throw MethodRefusals.noConnector();
    }
    return CardCheck.check(tender.card(), clock.instant());
  }

  /**
   * Keeps a card that is right, to pay with it later; its code is held in memory.
   *
   * @param shown how the answer shows it
   */
  public Given create(
      Realm realm,
      Origin origin,
      NewCard tender,
      Map<String, String> metadata,
      Function<PaymentMethod, Idempotency.Answer> shown) {
    PaymentMethod method =
        cards.keep(realm, tender, Optional.empty(), clock.instant()).with(metadata);
    Given given =
        once.run(
            idempotency.claim(realm, origin),
            () ->
                new Change(
                    method.id().uuid(),
                    List.of(PaymentMethodStore.insert(method)),
                    shown.apply(method)));
    if (!given.replayed()) {
      cards.hold(realm, method.id(), tender.card().code());
    }
    return given;
  }

  public Optional<PaymentMethod> find(Realm realm, PaymentMethodId id) {
    return store.find(realm, id);
  }

  public boolean hasCustomer(Realm realm, CustomerId customer) {
    return customers.find(realm, customer).isPresent();
  }

  /** A page of the methods that are attached to the customer, newest first. */
  public Page<PaymentMethod> list(Realm realm, CustomerId customer, PageRequest page) {
    return store.list(realm, customer, page);
  }

  /**
   * To a customer that it is attached to already is no change.
   *
   * @param missing what to refuse with when there is no such method
   */
  public Given attach(
      Realm realm,
      PaymentMethodId id,
      CustomerId customer,
      Origin origin,
      Supplier<Refusal> missing) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          PaymentMethod before = store.find(realm, id).orElseThrow(missing);
          if (customers.find(realm, customer).isEmpty()) {
            throw MethodRefusals.noCustomer();
          }
          if (before.customer().equals(Optional.of(customer))) {
            return new Change(id.uuid(), List.of(), PaymentMethodView.answer(before));
          }
          MethodRefusals.requireAttachable(before);
          PaymentMethod after = before.attachedTo(customer, before.state().challenged());
          return new Change(
              id.uuid(),
              List.of(
                  CustomerStore.use(realm, customer),
                  PaymentMethodStore.update(after),
                  event(after, EventType.PAYMENT_METHOD_ATTACHED, origin.cause(), clock.instant())),
              PaymentMethodView.answer(after));
        });
  }

  /**
   * Keeps a card up to date whose number stays: a new expiry date, another address.
   *
   * @param missing what to refuse with when there is no such method
   * @param wrong the answer when the card as the change would leave it cannot be right; nothing is
   *     kept then
   */
  public Given update(
      Realm realm,
      PaymentMethodId id,
      MethodChange change,
      Origin origin,
      Supplier<Refusal> missing,
      Function<CardFault, Idempotency.Answer> wrong) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          PaymentMethod before = store.find(realm, id).orElseThrow(missing);
          Optional<CardFault> fault = fault(before, change);
          if (fault.isPresent()) {
            return new NotDone(wrong.apply(fault.get()));
          }
          MethodRefusals.requireUpdatable(before);
          PaymentMethod after = change.applyTo(before);
          List<Write> writes =
              after.equals(before)
                  ? List.of()
                  : List.of(
                      PaymentMethodStore.update(after),
                      event(
                          after,
                          EventType.PAYMENT_METHOD_UPDATED,
                          origin.cause(),
                          clock.instant()));
          return new Change(id.uuid(), writes, PaymentMethodView.answer(after));
        });
  }

  /**
   * For good: it can neither be used nor attached again, and its number is erased soon.
   *
   * @param missing what to refuse with when there is no such method
   */
  public Given detach(Realm realm, PaymentMethodId id, Origin origin, Supplier<Refusal> missing) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          PaymentMethod before = store.find(realm, id).orElseThrow(missing);
          MethodRefusals.requireAttached(before);
          Instant now = clock.instant();
          PaymentMethod after = before.detached(now);
          return new Change(
              id.uuid(),
              List.of(
                  PaymentMethodStore.update(after),
                  event(after, EventType.PAYMENT_METHOD_DETACHED, origin.cause(), now)),
              PaymentMethodView.answer(after));
        });
  }

  private Optional<CardFault> fault(PaymentMethod before, MethodChange change) {
    if (!change.renewsCard()) {
      return Optional.empty();
    }
    CardSummary card = change.applyTo(before.card());
    return CardCheck.checkExpiry(card.expMonth(), card.expYear(), clock.instant());
  }

  private Write event(PaymentMethod after, EventType type, Cause cause, Instant now) {
    return events.write(after, type, Optional.of(cause), now);
  }
}
