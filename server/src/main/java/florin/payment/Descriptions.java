package florin.payment;

import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.MetadataChange;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.customer.CustomerStore;
import florin.db.Write;
import florin.idempotency.Given;
import florin.idempotency.Idempotency;
import florin.idempotency.Once;
import florin.idempotency.Once.Change;
import florin.idempotency.Origin;
import florin.payment.Payment.Order;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Changes of what is said about payments and refunds, whatever their state. */
final class Descriptions {
  private final Stores stores;
  private final CustomerStore customers;
  private final Once once;
  private final Idempotency idempotency;
  private final OperationEvents events;
  private final PaymentViews views;
  private final InstantSource clock;

  Descriptions(
      Stores stores,
      CustomerStore customers,
      Once once,
      Idempotency idempotency,
      OperationEvents events,
      PaymentViews views,
      InstantSource clock) {
    this.stores = stores;
    this.customers = customers;
    this.once = once;
    this.idempotency = idempotency;
    this.events = events;
    this.views = views;
    this.clock = clock;
  }

  Given update(
      Realm realm, PaymentId id, Origin origin, PaymentChange change, Supplier<Refusal> missing) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          Payment before = stores.payments().find(realm, id).orElseThrow(missing);
          requireUnassigned(before, change);
          Order order = change.applyTo(before.order());
          if (order.equals(before.order())) {
            return new Change(id.uuid(), List.of(), views.shown(before));
          }
          Move move = PaymentMachine.described(before, order);
          var writes = new ArrayList<Write>();
          writes.add(PaymentStore.describe(move.payment()));
          if (!order.customer().equals(before.order().customer())) {
            writes.add(use(realm, order.customer().orElseThrow()));
          }
          writes.addAll(
              events.of(Transition.of(move), Optional.of(origin.cause()), clock.instant()));
          return new Change(id.uuid(), writes, views.shown(move.payment()));
        });
  }

  Given update(
      Realm realm, RefundId id, Origin origin, MetadataChange change, Supplier<Refusal> missing) {
    return once.run(
        idempotency.claim(realm, origin),
        () -> {
          Refund before = stores.refunds().find(realm, id).orElseThrow(missing);
          Map<String, String> metadata = change.applyTo(before.metadata());
          if (metadata.equals(before.metadata())) {
            return new Change(id.uuid(), List.of(), RefundView.answer(before));
          }
          RefundMove move = RefundMachine.described(before, metadata);
          var writes = new ArrayList<Write>();
          writes.add(RefundStore.update(move.refund()));
          writes.addAll(events.of(move, Optional.of(origin.cause()), clock.instant()));
          return new Change(id.uuid(), writes, RefundView.answer(move.refund()));
        });
  }

  private Write use(Realm realm, CustomerId customer) {
    if (customers.find(realm, customer).isEmpty()) {
      throw noCustomer();
    }
    return CustomerStore.use(realm, customer);
  }

  /** A payment is given a customer once; whose it is then does not change. */
  private static void requireUnassigned(Payment payment, PaymentChange change) {
    Optional<CustomerId> before = payment.order().customer();
    if (before.isPresent() && !change.customer().applyTo(before).equals(before)) {
      throw Problem.BadParameters.of(
              "customer",
              ErrorCode.PARAMETER_NOT_UPDATABLE,
              "customer cannot be changed any more: the payment belongs to a customer.")
          .refusal();
    }
  }

  static Refusal noCustomer() {
    return Problem.BadParameters.of(
            "customer",
            ErrorCode.RESOURCE_MISSING,
            "customer names a customer that does not exist. Was it deleted, or made in another account or mode?")
        .refusal();
  }
}
