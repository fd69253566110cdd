package florin.report;

import florin.core.Count;
import florin.core.Id.CustomerId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.db.IdTime;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import florin.payment.refund.Refunds;
import florin.payment.store.PaymentFilter;
import florin.payment.store.SearchCriterion;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The search for payments: the list of the interface, with one thing more that must match. Where
 * that may be one of several things (four digits are a card's or an amount), each is a list of its
 * own, walked by an index of its own, and the pages are put together.
 */
public final class PaymentSearch {
  /**
   * Of the customers that share one e-mail address, the payments of so many, the newest, are found.
   */
  static final int MAX_CUSTOMERS = 20;

  private final Payments payments;
  private final Refunds refunds;
  private final Customers customers;

  PaymentSearch(Payments payments, Refunds refunds, Customers customers) {
    this.payments = payments;
    this.refunds = refunds;
    this.customers = customers;
  }

  /**
   * A page of payments, newest first. A term that is an id finds its payment whatever the filter
   * says.
   */
  public Page<Payment> list(Realm realm, SearchTerm term, PaymentFilter filter, PageRequest page) {
    return switch (term) {
      case SearchTerm.Everything() -> payments.list(realm, filter, page);
      case SearchTerm.OfPayment(var id) -> one(payments.find(realm, id));
      case SearchTerm.OfRefund(var id) ->
          one(refunds.find(realm, id).map(Refund::payment).flatMap(p -> payments.find(realm, p)));
      case SearchTerm.Email(String address) -> any(realm, soughtBy(realm, address), filter, page);
      case SearchTerm.Matching(List<SearchCriterion> any) -> any(realm, any, filter, page);
      case SearchTerm.Unreadable() -> new Page<>(List.of(), false);
    };
  }

  /**
   * A page of those that pass any of the filters, which differ in little: each is a list of its
   * own.
   */
  public Page<Payment> list(
      Realm realm, SearchTerm term, List<PaymentFilter> filters, PageRequest page) {
    return filters.size() == 1
        ? list(realm, term, filters.getFirst(), page)
        : merged(page, filters.stream().map(filter -> list(realm, term, filter, page)).toList());
  }

  /** How many there are of a status, or of all: {@link Count}. */
  public Count count(Realm realm, Optional<Status> status, IdTime.Span created) {
    return payments.count(realm, status, created);
  }

  private List<SearchCriterion> soughtBy(Realm realm, String address) {
    String lower = address.toLowerCase(Locale.ROOT);
    Stream<CustomerId> owners =
        Stream.of(address, lower)
            .distinct()
            .flatMap(email -> customersOf(realm, email).stream())
            .distinct()
            .limit(MAX_CUSTOMERS);
    return Stream.concat(
            Stream.<SearchCriterion>of(new SearchCriterion.ReceiptEmail(lower)),
            owners.map(SearchCriterion.OfCustomer::new))
        .toList();
  }

  private List<CustomerId> customersOf(Realm realm, String email) {
    var everAndAlways = new IdTime.Span(Optional.empty(), Optional.empty());
    var newest = PageRequest.first(MAX_CUSTOMERS);
    return customers.list(realm, Optional.of(email), everAndAlways, newest).data().stream()
        .map(Customer::id)
        .toList();
  }

  private Page<Payment> any(
      Realm realm, List<SearchCriterion> any, PaymentFilter filter, PageRequest page) {
    return merged(
        page, any.stream().map(sought -> payments.list(realm, filter, sought, page)).toList());
  }

  /** The pages of several lists with the same cursor, as one page of all of them. */
  static Page<Payment> merged(PageRequest request, List<Page<Payment>> pages) {
    Map<UUID, Payment> all = new HashMap<>();
    pages.forEach(page -> page.data().forEach(payment -> all.put(payment.id().uuid(), payment)));
    Comparator<Payment> oldestFirst = Comparator.comparing(payment -> payment.id().text());
    List<Payment> nearestFirst =
        all.values().stream()
            .sorted(request.isBackwards() ? oldestFirst : oldestFirst.reversed())
            .toList();
    boolean hasMore =
        nearestFirst.size() > request.limit() || pages.stream().anyMatch(Page::hasMore);
    List<Payment> nearest = nearestFirst.subList(0, Math.min(request.limit(), nearestFirst.size()));
    return new Page<>(request.isBackwards() ? nearest.reversed() : nearest, hasMore);
  }

  private static Page<Payment> one(Optional<Payment> payment) {
    return new Page<>(payment.stream().toList(), false);
  }
}
