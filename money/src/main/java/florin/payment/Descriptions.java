package florin.payment;

import florin.core.ErrorCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.MetadataChange;
import florin.core.Problem;
import florin.core.Realm;
import florin.customer.CustomerStore;
import florin.customer.Customers;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.payment.execution.Announcements;
import florin.payment.execution.OperationEvents;
import florin.payment.machine.Move;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.RefundMove;
import florin.payment.machine.Transition;
import florin.payment.store.PaymentStore;
import florin.payment.store.RefundStore;
import florin.payment.store.Stores;
import florin.payment.view.PaymentViews;
import florin.payment.view.RefundView;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Changes to the descriptive fields of payments and refunds, in any status. */
public final class Descriptions {
  private final Stores stores;
  private final CustomerStore customers;
  private final IdempotentCommand once;
  private final OperationEvents events;
  private final PaymentViews views;
  private final InstantSource clock;

  public Descriptions(
      Stores stores,
      CustomerStore customers,
      IdempotentCommand once,
      OperationEvents events,
      PaymentViews views,
      InstantSource clock) {
    this.stores = stores;
    this.customers = customers;
    this.once = once;
    this.events = events;
    this.views = views;
    this.clock = clock;
  }

  public Result<Payment> update(Realm realm, PaymentId id, Origin origin, PaymentChange change) {
    Result<Payment> result =
        once.run(
            realm,
            origin,
            () -> {
              Payment before = stores.payments().find(realm, id).orElseThrow(id::notFound);
              requireUnassigned(before, change);
              PaymentTerms terms = change.applyTo(before.terms());
              if (terms.equals(before.terms())) {
                return Decision.untold(id.uuid(), before, List.of(), views::of);
              }
              Move move = PaymentMachine.described(before, terms);
              var writes = new ArrayList<Write>();
              writes.add(PaymentStore.describe(move.payment()));
              if (!terms.customer().equals(before.terms().customer())) {
                writes.add(use(realm, terms.customer().orElseThrow()));
              }
              Announcements told =
                  events.of(Transition.of(move), Optional.of(origin.cause()), clock.instant());
              writes.addAll(told.writes());
              return new Decision.Change<>(
                  id.uuid(), move.payment(), writes, _ -> views.kept(move.payment(), told.event()));
            });
    return views.completed(realm, id, result);
  }

  public Result<Refund> update(Realm realm, RefundId id, Origin origin, MetadataChange change) {
    return once.run(
        realm,
        origin,
        () -> {
          Refund before = stores.refunds().find(realm, id).orElseThrow(id::notFound);
          Map<String, String> metadata = change.applyTo(before.metadata());
          if (metadata.equals(before.metadata())) {
            return Decision.untold(id.uuid(), before, List.of(), RefundView::of);
          }
          RefundMove move = RefundMachine.described(before, metadata);
          var writes = new ArrayList<Write>();
          writes.add(RefundStore.update(move.refund()));
          Announcements told = events.of(move, Optional.of(origin.cause()), clock.instant());
          writes.addAll(told.writes());
          return new Decision.Change<>(
              id.uuid(), move.refund(), writes, _ -> views.kept(move.refund(), told.event()));
        });
  }

  private Write use(Realm realm, CustomerId customer) {
    if (customers.find(realm, customer).isEmpty()) {
      throw Customers.noCustomer();
    }
    return CustomerStore.use(realm, customer);
  }

  /** Rejects another customer for a payment that already has one. */
  private static void requireUnassigned(Payment payment, PaymentChange change) {
    Optional<CustomerId> before = payment.terms().customer();
    if (before.isPresent() && !change.customer().applyTo(before).equals(before)) {
      throw Problem.BadParameters.of(
              "customer",
              ErrorCode.PARAMETER_NOT_UPDATABLE,
              "customer can't be changed, because the payment already belongs to a customer. Nothing was changed.")
          .refusal();
    }
  }
}
