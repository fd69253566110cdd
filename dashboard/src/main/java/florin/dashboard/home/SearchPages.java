package florin.dashboard.home;

import florin.checkout.CheckoutSessions;
import florin.checkout.PaymentLinks;
import florin.core.Id;
import florin.core.Id.CheckoutSessionId;
import florin.core.Id.CustomerId;
import florin.core.Id.EventId;
import florin.core.Id.PaymentLinkId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Id.WebhookEndpointId;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.customers.CustomerListPages;
import florin.dashboard.list.FilterBar;
import florin.dashboard.list.ListForm;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.LocalPath;
import florin.dashboard.parts.MethodText;
import florin.dashboard.parts.ObjectPath;
import florin.dashboard.parts.Response;
import florin.dashboard.payments.DeclineText;
import florin.dashboard.payments.PaymentDetail;
import florin.dashboard.payments.PaymentListPages;
import florin.dashboard.payments.PaymentStatus;
import florin.event.EventLog;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import florin.payment.store.PaymentFilter;
import florin.report.PaymentSearch;
import florin.report.RequestLog;
import florin.report.SearchTerm;
import florin.team.Permission;
import florin.webhook.WebhookEndpoints;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * `/dashboard/search`: one search over all objects and pages. The result is a page, or a part of
 * one for the search dialog. Every query uses an index.
 */
public final class SearchPages {
  /** The maximum length of a query. Longer ones are cut. */
  static final int MAX_LENGTH = 200;

  /** The maximum number of results of each kind. */
  static final int MAX_HITS = 8;

  private static final PageRequest FIRST = PageRequest.first(MAX_HITS);

  private final PaymentSearch payments;
  private final Customers customers;
  private final EventLog events;
  private final RequestLog requests;
  private final CheckoutSessions sessions;
  private final PaymentLinks links;
  private final WebhookEndpoints endpoints;

  public SearchPages(
      PaymentSearch payments,
      Customers customers,
      EventLog events,
      RequestLog requests,
      CheckoutSessions sessions,
      PaymentLinks links,
      WebhookEndpoints endpoints) {
    this.payments = payments;
    this.customers = customers;
    this.events = events;
    this.requests = requests;
    this.sessions = sessions;
    this.links = links;
    this.endpoints = endpoints;
  }

  /**
   * A result.
   *
   * @param kind its kind, if its group doesn't name it
   * @param status empty if the object has none
   * @param method the payment method; empty if the object is no payment
   * @param at the creation time, if it helps to tell the results apart
   */
  public record Hit(
      String kind,
      String what,
      String about,
      String status,
      String path,
      Optional<MethodText> method,
      Optional<Instant> at) {
    static Hit of(String kind, String what, String about, String path) {
      return new Hit(kind, what, about, "", path, Optional.empty(), Optional.empty());
    }
  }

  /**
   * The results of one kind.
   *
   * @param all the address of the complete list; empty if the group is complete
   */
  public record HitGroup(String title, List<Hit> hits, Optional<String> all) {
    public HitGroup {
      hits = List.copyOf(hits);
    }
  }

  public record View(String asked, List<HitGroup> groups) {
    public View {
      groups = List.copyOf(groups);
    }

    /** Returns what was searched for, cut if it is long. */
    public String quoted() {
      return FilterBar.shortened(asked);
    }

    /** Returns whether the label of a page or an action contains the query, ignoring case. */
    public boolean names(String label) {
      return label.toLowerCase(Locale.ROOT).contains(asked.toLowerCase(Locale.ROOT));
    }
  }

  public Response show(DashboardRequest visit) {
    String typed = visit.query().value("q").orElse("").strip();
    String asked = typed.substring(0, Math.min(typed.length(), MAX_LENGTH));
    var view = new View(asked, asked.isEmpty() ? List.of() : find(visit, asked));
    return Response.Page.of(
        ListForm.isFragment(visit) ? "search-results" : "search", "Search", view);
  }

  private List<HitGroup> find(DashboardRequest visit, String asked) {
    var groups = new ArrayList<HitGroup>();
    byId(visit, asked).ifPresent(hit -> groups.add(group("ID match", List.of(hit), "")));
    Optional<HitGroup> paid =
        visit.may(Permission.VIEW_PAYMENTS) ? payments(visit.realm(), asked) : Optional.empty();
    Optional<HitGroup> known =
        visit.may(Permission.VIEW_CUSTOMERS) ? customers(visit.realm(), asked) : Optional.empty();
    // An e-mail address means a search for a person.
    (asked.contains("@") ? Stream.of(known, paid) : Stream.of(paid, known))
        .flatMap(Optional::stream)
        .forEach(groups::add);
    return groups;
  }

  private Optional<HitGroup> payments(Realm realm, String asked) {
    SearchTerm term = SearchTerm.parse(asked);
    if (term instanceof SearchTerm.Unreadable) {
      return Optional.empty();
    }
    var page = payments.list(realm, term, PaymentFilter.ALL, FIRST);
    Map<CustomerId, Customer> known =
        customers.findAll(
            realm,
            page.data().stream().flatMap(payment -> payment.terms().customer().stream()).toList());
    return page.data().isEmpty()
        ? Optional.empty()
        : Optional.of(
            group(
                "Payments",
                page.data().stream().map(payment -> hit(payment, known)).toList(),
                page.hasMore() ? PaymentListPages.PATH + "?q=" + encoded(asked) : ""));
  }

  private static Hit hit(Payment payment, Map<CustomerId, Customer> known) {
    return new Hit(
        "",
        AmountText.of(payment.terms().amount()),
        Stream.of(
                payment
                    .terms()
                    .customer()
                    .flatMap(id -> Optional.ofNullable(known.get(id)))
                    .map(CustomerText::of)
                    .or(() -> CustomerText.guest(payment)),
                Optional.of(MethodText.of(payment.method().instrument()).rest()),
                payment.state().failure().map(DeclineText::brief),
                payment.terms().description())
            .flatMap(Optional::stream)
            .collect(Collectors.joining(" · ")),
        PaymentStatus.of(payment),
        PaymentDetail.path(payment.id()),
        Optional.of(MethodText.of(payment.method().instrument())),
        Optional.of(payment.created()));
  }

  private Optional<HitGroup> customers(Realm realm, String asked) {
    var page = customers.search(realm, asked, FIRST);
    return page.data().isEmpty()
        ? Optional.empty()
        : Optional.of(
            group(
                "Customers",
                page.data().stream().map(SearchPages::hit).toList(),
                page.hasMore() ? CustomerListPages.PATH + "?q=" + encoded(asked) : ""));
  }

  private static Hit hit(Customer customer) {
    return Hit.of(
        "",
        CustomerText.of(customer),
        customer.profile().email().orElse(""),
        CustomerListPages.path(customer));
  }

  /** Returns the object with this id. Payments and customers have a search of their own. */
  private Optional<Hit> byId(DashboardRequest visit, String asked) {
    return switch (asked.substring(0, Math.max(0, asked.indexOf('_')))) {
      case "cus" ->
          one(visit, Permission.VIEW_CUSTOMERS, Id.CustomerId.KIND, asked, customers::find)
              .map(SearchPages::hit)
              .map(hit -> Hit.of("Customer", hit.what(), hit.about(), hit.path()));
      case "re" ->
          RefundId.KIND
              .parse(asked)
              .filter(_ -> visit.may(Permission.VIEW_PAYMENTS))
              .flatMap(refund ->
                  payments
                      .list(
                          visit.realm(), new SearchTerm.OfRefund(refund), PaymentFilter.ALL, FIRST)
                      .data()
                      .stream()
                      .findFirst())
              .map(payment -> Hit.of("Refund", asked, "", PaymentDetail.path(payment.id())));
      case "evt" ->
          one(visit, Permission.VIEW_EVENTS, EventId.KIND, asked, events::find)
              .map(event -> found("Event", asked, event.type()));
      case "cs" ->
          one(visit, Permission.VIEW_CHECKOUT, CheckoutSessionId.KIND, asked, sessions::find)
              .map(_ -> found("Checkout", asked, ""));
      case "plink" ->
          one(visit, Permission.VIEW_CHECKOUT, PaymentLinkId.KIND, asked, links::find)
              .map(_ -> found("Payment link", asked, ""));
      case "we" ->
          one(visit, Permission.VIEW_WEBHOOKS, WebhookEndpointId.KIND, asked, endpoints::find)
              .map(_ -> found("Webhook", asked, ""));
      case "req" ->
          one(visit, Permission.VIEW_REQUESTS, RequestId.KIND, asked, requests::find)
              .map(request -> found("Request", asked, request.method() + " " + request.path()));
      default -> Optional.empty();
    };
  }

  private static <T extends Id, R> Optional<R> one(
      DashboardRequest visit,
      Permission permission,
      Id.Kind<T> kind,
      String text,
      DashboardRequest.Finder<T, R> finder) {
    return visit.may(permission)
        ? kind.parse(text).flatMap(id -> finder.find(visit.realm(), id))
        : Optional.empty();
  }

  private static Hit found(String kind, String id, String about) {
    return Hit.of(kind, id, about, ObjectPath.of(id).orElse(LocalPath.HOME));
  }

  private static HitGroup group(String title, List<Hit> hits, String all) {
    return new HitGroup(title, hits, Optional.of(all).filter(path -> !path.isEmpty()));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
