package florin.dashboard.books;

import florin.core.Id;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.parts.CustomerText;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.store.PaymentStore;
import florin.payment.store.RefundStore;
import florin.payment.store.Stores;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What payments and refunds are called in lists: the payer, and what was paid for. */
public final class SourceNames {
  private final PaymentStore payments;
  private final RefundStore refunds;
  private final Customers customers;

  public SourceNames(Stores stores, Customers customers) {
    this.payments = stores.payments();
    this.refunds = stores.refunds();
    this.customers = customers;
  }

  /** Returns the names of those objects that are payments or refunds, with one query of each. */
  Map<Id, String> of(Realm realm, Collection<? extends Id> sources) {
    var paymentOf = new HashMap<Id, PaymentId>();
    list(sources, PaymentId.class).forEach(id -> paymentOf.put(id, id));
    List<RefundId> refunded = list(sources, RefundId.class);
    if (!refunded.isEmpty()) {
      for (Refund refund : refunds.list(realm, refunded)) {
        paymentOf.put(refund.id(), refund.payment());
      }
    }
    if (paymentOf.isEmpty()) {
      return Map.of();
    }
    List<Payment> found = payments.list(realm, paymentOf.values().stream().distinct().toList());
    Map<CustomerId, Customer> known =
        customers.findAll(
            realm, found.stream().flatMap(payment -> payment.terms().customer().stream()).toList());
    Map<PaymentId, String> names =
        found.stream().collect(Collectors.toMap(Payment::id, payment -> name(payment, known)));
    var all = new HashMap<Id, String>();
    paymentOf.forEach((id, payment) ->
        Optional.ofNullable(names.get(payment)).ifPresent(name -> all.put(id, name)));
    return all;
  }

  private static <T extends Id> List<T> list(Collection<? extends Id> all, Class<T> kind) {
    return all.stream().filter(kind::isInstance).map(kind::cast).distinct().toList();
  }

  private static String name(Payment payment, Map<CustomerId, Customer> known) {
    Optional<String> payer =
        payment
            .terms()
            .customer()
            .flatMap(id -> Optional.ofNullable(known.get(id)))
            .map(CustomerText::of)
            .or(() -> CustomerText.guest(payment));
    String what = payment.terms().description().orElseGet(() -> payment.method().label());
    return Stream.concat(payer.stream(), Stream.of(what)).collect(Collectors.joining(" · "));
  }
}
