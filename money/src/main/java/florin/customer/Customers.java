package florin.customer;

import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.EventId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.IdTime;
import florin.db.Write;
import florin.event.Event;
import florin.event.Event.Cause;
import florin.event.EventLog;
import florin.event.EventType;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.note.NoteStore;
import florin.vault.CardNumberScan;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The merchants' commands on customers. */
public final class Customers {
  private final CustomerStore store;
  private final IdempotentCommand once;
  private final Belongings belongings;
  private final IdSource ids;
  private final InstantSource clock;

  /** The objects that are deleted with a customer: the payment methods. */
  public interface Belongings {
    /**
     * The deletion of a customer's objects.
     *
     * @param methods the number of the customer's payment methods; the deletion fails if it has
     *     changed at the commit
     * @param writes for the deletion's changeset, so that both happen or neither
     */
    record Removal(int methods, List<Write> writes) {
      public Removal {
        writes = List.copyOf(writes);
      }
    }

    /**
     * Returns the removal. If it exceeds one changeset, earlier commits have already detached the
     * rest.
     */
    Removal takeAlong(Realm realm, CustomerId customer, Cause cause, Instant now);
  }

  public Customers(
      CustomerStore store,
      IdempotentCommand once,
      Belongings belongings,
      IdSource ids,
      InstantSource clock) {
    this.store = store;
    this.once = once;
    this.belongings = belongings;
    this.ids = ids;
    this.clock = clock;
  }

  public Result<Customer> create(Realm realm, Origin origin, ProfileChange profile) {
    return once.run(
        realm,
        origin,
        () -> {
          Instant now = clock.instant();
          var customer =
              new Customer(
                  realm,
                  new CustomerId(ids.next()),
                  1,
                  1,
                  profile.applyTo(ProfileChange.NOTHING),
                  now);
          return Decision.told(
              customer,
              event(customer, EventType.CUSTOMER_CREATED, origin, now),
              List.of(CustomerStore.insert(customer)));
        });
  }

  public Optional<Customer> find(Realm realm, CustomerId id) {
    return store.find(realm, id);
  }

  /** Returns the existing customers with these ids, with one query. */
  public Map<CustomerId, Customer> findAll(Realm realm, Collection<CustomerId> ids) {
    List<CustomerId> distinct = ids.stream().distinct().toList();
    return distinct.isEmpty()
        ? Map.of()
        : store.listOf(realm, distinct).stream()
            .collect(Collectors.toMap(Customer::id, Function.identity()));
  }

  /** Returns the customer as the API shows it, to embed it in another object. */
  public Optional<Object> findView(Realm realm, CustomerId id) {
    return find(realm, id).map(CustomerView::of);
  }

  /** Returns a page of customers, newest first. */
  public Page<Customer> list(
      Realm realm, Optional<String> email, IdTime.Span created, PageRequest page) {
    return store.list(realm, email, created, page);
  }

  /**
   * Returns a page of customers, newest first, that match every search word. A word matches the
   * beginning of a word of the name or the e-mail address, or of the whole address. If very many
   * share a prefix, some are not found, and the prefix must be longer. Card numbers are not
   * searched, because none is stored in the clear.
   */
  public Page<Customer> search(Realm realm, String words, PageRequest page) {
    return CardNumberScan.finds(words)
        ? new Page<>(List.of(), false)
        : store.search(realm, words, page);
  }

  public Result<Customer> update(Realm realm, CustomerId id, Origin origin, ProfileChange profile) {
    return once.run(
        realm,
        origin,
        () -> {
          Customer before = store.find(realm, id).orElseThrow(id::notFound);
          Customer after = before.with(profile.applyTo(before.profile()));
          if (after.profile().equals(before.profile())) {
            return Decision.untold(id.uuid(), before, List.of(), CustomerView::of);
          }
          return Decision.told(
              after,
              event(after, EventType.CUSTOMER_UPDATED, origin, clock.instant()),
              List.of(CustomerStore.update(after)));
        });
  }

  /**
   * Deletes a customer. Payments stay, but personal data goes; payment methods are detached and
   * their card numbers erased. Rejected while a payment is open.
   */
  public Result<Customer> delete(Realm realm, CustomerId id, Origin origin) {
    return once.run(
        realm,
        origin,
        () -> {
          Customer before = store.find(realm, id).orElseThrow(id::notFound);
          if (store.hasOpenPayments(before)) {
            throw hasOpenPayments();
          }
          Instant now = clock.instant();
          Customer after = before.with(before.profile());
          Belongings.Removal removal = belongings.takeAlong(realm, id, origin.cause(), now);
          var writes = new ArrayList<Write>();
          writes.add(CustomerStore.acquire(before));
          writes.add(CustomerStore.delete(before, removal.methods(), now));
          writes.addAll(removal.writes());
          writes.add(NoteStore.forget(realm, id));
          writes.add(EventLog.append(event(after, EventType.CUSTOMER_DELETED, origin, now)));
          return Decision.untold(id.uuid(), before, writes, CustomerView::deleted);
        });
  }

  private Event event(Customer customer, EventType type, Origin origin, Instant now) {
    return new Event(
        customer.realm(),
        new EventId(ids.next()),
        type,
        customer.id().uuid(),
        customer.sequence(),
        CustomerView.text(customer),
        Optional.of(origin.cause()),
        now);
  }

  private static Refusal hasOpenPayments() {
    return new Problem.BadRequest(
            ErrorCode.CUSTOMER_HAS_OPEN_PAYMENTS,
            "The customer has a payment that is processing, requires action or requires capture. Finish or cancel the payment first; the customer was not deleted.")
        .refusal();
  }

  /** Returns the error for a parameter `customer` that names no customer. */
  public static Refusal noCustomer() {
    return Problem.BadParameters.of(
            "customer",
            ErrorCode.RESOURCE_MISSING,
            "customer is the id of no customer of this account and mode. Check the id and the API key; the customer may be deleted.")
        .refusal();
  }
}
