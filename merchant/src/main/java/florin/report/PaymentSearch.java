package florin.report;

import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.Page.Findings;
import florin.core.Page.Findings.Stop;
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
import florin.payment.store.PaymentStore.Conditions;
import florin.payment.store.PaymentTraits;
import florin.payment.store.SearchCriterion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The search for payments: the API's list with one more condition. A condition can be ambiguous:
 * four digits may be a card's or an amount. Then each meaning is a list with its own index, and the
 * pages are merged.
 */
public final class PaymentSearch {
  /** The most customers, the newest, with the same e-mail address whose payments are found. */
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
   * The search.
   *
   * @param filters alternatives: a payment matches any of them; each is a list of its own
   */
  public record Sought(SearchTerm term, List<PaymentFilter> filters, PaymentTraits traits) {
    public Sought {
      filters = List.copyOf(filters);
    }
  }

  /**
   * Returns a page of payments, newest first. A term that is an id finds its payment whatever the
   * filter is.
   */
  public Page<Payment> list(Realm realm, SearchTerm term, PaymentFilter filter, PageRequest page) {
    return look(realm, new Sought(term, List.of(filter), PaymentTraits.ANY), page).page();
  }

  /** Returns a page of payments among a bounded number that are read: {@link Payments#look}. */
  public Findings<Payment> look(Realm realm, Sought sought, PageRequest page) {
    return merged(
        page,
        sought.filters().stream()
            .map(filter -> look(realm, sought.term(), filter, sought.traits(), page))
            .toList());
  }

  private Findings<Payment> look(
      Realm realm, SearchTerm term, PaymentFilter filter, PaymentTraits traits, PageRequest page) {
    return switch (term) {
      case SearchTerm.Everything() ->
          payments.look(realm, filter, new SearchCriterion.Anything(), traits, page);
      case SearchTerm.OfPayment(var id) -> one(payments.find(realm, id));
      case SearchTerm.OfRefund(var id) ->
          one(refunds.find(realm, id).map(Refund::payment).flatMap(p -> payments.find(realm, p)));
      case SearchTerm.Email _, SearchTerm.Matching _, SearchTerm.Combined _ ->
          any(
              alternatives(realm, term),
              it -> payments.look(realm, filter, it, traits, page),
              page);
      case SearchTerm.Unreadable() -> Findings.of(new Page<>(List.of(), false));
    };
  }

  /** Returns the sums of the payments; empty if there are too many to read. */
  public Optional<AmountSums> sum(Realm realm, Sought sought) {
    Scope scope = scope(realm, sought);
    return payments.sum(realm, scope.any(), scope.traits());
  }

  /** Returns a page ordered by amount; empty if there are too many payments to sort. */
  public Optional<Page<Payment>> listByAmount(
      Realm realm, Sought sought, AmountOrder order, PageRequest page) {
    Scope scope = scope(realm, sought);
    return payments.listByAmount(realm, scope.any(), scope.traits(), order, page);
  }

  /** All payments of a search: they meet any of the conditions, and the traits. */
  private record Scope(List<Conditions> any, PaymentTraits traits) {
    static Scope of(Sought sought, List<SearchCriterion> any) {
      return new Scope(
          sought.filters().stream()
              .flatMap(filter -> any.stream().map(one -> new Conditions(filter, one)))
              .toList(),
          sought.traits());
    }

    /** Returns one payment, whatever the filter is. */
    static Scope of(PaymentId id) {
      return new Scope(
          List.of(new Conditions(PaymentFilter.ALL, new SearchCriterion.Anything())),
          PaymentTraits.among(Set.of(id.uuid())));
    }
  }

  private Scope scope(Realm realm, Sought sought) {
    return switch (sought.term()) {
      case SearchTerm.Everything() -> Scope.of(sought, List.of(new SearchCriterion.Anything()));
      case SearchTerm.OfPayment(var id) -> Scope.of(id);
      case SearchTerm.OfRefund(var id) ->
          refunds
              .find(realm, id)
              .map(refund -> Scope.of(refund.payment()))
              .orElseGet(() -> Scope.of(sought, List.of()));
      case SearchTerm.Email _,
          SearchTerm.Matching _,
          SearchTerm.Combined _,
          SearchTerm.Unreadable _ ->
          Scope.of(sought, alternatives(realm, sought.term()));
    };
  }

  /** Returns the meanings of a term; a payment must meet one. */
  private List<SearchCriterion> alternatives(Realm realm, SearchTerm term) {
    return switch (term) {
      case SearchTerm.Email(String address) -> soughtBy(realm, address);
      case SearchTerm.Matching(List<SearchCriterion> any) -> any;
      case SearchTerm.Combined(List<SearchTerm> parts) ->
          combined(parts.stream().map(part -> alternatives(realm, part)).toList());
      case SearchTerm.Everything _,
          SearchTerm.OfPayment _,
          SearchTerm.OfRefund _,
          SearchTerm.Unreadable _ ->
          List.of();
    };
  }

  /**
   * Returns the meanings of the leading part, each with the conditions of the other parts. An
   * amount leads only if all parts are amounts, because in some shops most payments have the same.
   */
  private static List<SearchCriterion> combined(List<List<SearchCriterion>> parts) {
    int leads =
        IntStream.range(0, parts.size())
            .filter(i -> !parts.get(i).stream().allMatch(SearchCriterion.Amount.class::isInstance))
            .findFirst()
            .orElse(0);
    var further = new ArrayList<>(parts);
    List<SearchCriterion> leading = further.remove(leads);
    return leading.stream()
        .<SearchCriterion>map(one -> new SearchCriterion.Combined(one, further))
        .toList();
  }

  /** Returns the number of payments with a status, or of all: {@link Count}. */
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

  private static Findings<Payment> any(
      List<SearchCriterion> any,
      Function<SearchCriterion, Findings<Payment>> look,
      PageRequest page) {
    return merged(page, any.stream().map(look).toList());
  }

  /**
   * Merges several lists that start at the same cursor into one page. It ends at the nearest
   * position at which one of them stopped, because later ones may be missing there.
   */
  static Findings<Payment> merged(PageRequest request, List<Findings<Payment>> lists) {
    if (lists.size() == 1) {
      return lists.getFirst();
    }
    Comparator<UUID> upwards = Comparator.comparing(UUID::toString);
    Comparator<UUID> nearer = request.isBackwards() ? upwards : upwards.reversed();
    Optional<Stop> stop =
        lists.stream()
            .flatMap(list -> list.stop().stream())
            .min(Comparator.comparing(Stop::last, nearer));
    Map<UUID, Payment> all = new TreeMap<>(nearer);
    for (Findings<Payment> list : lists) {
      list.page().data().forEach(payment -> all.put(payment.id().uuid(), payment));
    }
    stop.ifPresent(at -> all.keySet().removeIf(id -> nearer.compare(id, at.last()) > 0));
    List<Payment> nearest = all.values().stream().limit(request.limit()).toList();
    boolean hasMore = lists.stream().anyMatch(list -> list.page().hasMore());
    boolean isFull = all.size() > request.limit() || (all.size() == request.limit() && hasMore);
    return new Findings<>(
        new Page<>(
            request.isBackwards() ? nearest.reversed() : nearest,
            isFull || (hasMore && stop.isEmpty())),
        stop.filter(_ -> !isFull));
  }

  private static Findings<Payment> one(Optional<Payment> payment) {
    return Findings.of(new Page<>(payment.stream().toList(), false));
  }
}
