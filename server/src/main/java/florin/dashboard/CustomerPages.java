package florin.dashboard;

import florin.core.Bounds;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;
import florin.customer.Customers;
import florin.dashboard.Response.Done;
import florin.db.IdTime;
import florin.http.Form;
import florin.idempotency.Origin;
import florin.page.AmountText;
import florin.payment.store.PaymentFilter;
import florin.paymentmethod.PaymentMethod;
import florin.paymentmethod.PaymentMethods;
import florin.report.CustomerFigures;
import florin.report.CustomerTotals;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Customers: the list of them, each with what it has paid, and the cards that are kept. */
public final class CustomerPages {
  static final String PATH = "/dashboard/customers";

  private static final String SEARCH = "q";

  /** Longer ones are not looked at. */
  private static final int MAX_SEARCH = 300;

  private final Customers customers;
  private final CustomerFigures figures;
  private final PaymentMethods methods;
  private final CustomerPage page;

  public CustomerPages(
      Customers customers, CustomerFigures figures, PaymentMethods methods, CustomerPage page) {
    this.customers = customers;
    this.figures = figures;
    this.methods = methods;
    this.page = page;
  }

  public record ListView(Form form, List<Row> rows, Pager pager, boolean isAll) {
    public ListView {
      rows = List.copyOf(rows);
    }
  }

  /**
   * A customer as a line of the list.
   *
   * @param payments how many, `100+` for very many
   * @param spent what was captured and not given back, in the currency that was used most
   */
  public record Row(
      String path,
      String name,
      String email,
      String description,
      String payments,
      String spent,
      Instant created) {
    static Row of(Customer customer, CustomerTotals totals) {
      CustomerProfile profile = customer.profile();
      return new Row(
          pathOf(customer.id()),
          CustomerText.of(customer),
          profile.email().orElse(""),
          profile.description().orElse(""),
          CustomerPages.payments(totals),
          CustomerPages.spent(totals),
          customer.created());
    }
  }

  static String payments(CustomerTotals totals) {
    return "%,d".formatted(totals.payments()) + (totals.isWhole() ? "" : "+");
  }

  private static String spent(CustomerTotals totals) {
    String more = totals.spent().size() > 1 ? " and " + (totals.spent().size() - 1) + " more" : "";
    return totals.spent().stream()
        .findFirst()
        .map(most ->
            AmountText.of(most.minor(), most.currency()) + (totals.isWhole() ? "" : "+") + more)
        .orElse("");
  }

  Response list(Visit visit) {
    String typed = visit.query().value(SEARCH).map(String::strip).orElse("");
    var paging = new Paging(PATH, visit.query(), List.of(SEARCH));
    PageRequest asked = paging.request(CustomerId.KIND);
    Page<Customer> found = find(visit, typed, asked);
    Map<CustomerId, CustomerTotals> totals =
        figures.list(visit.realm(), found.data().stream().map(Customer::id).toList());
    return Response.Page.of(
        "customers",
        "Customers",
        new ListView(
            Form.of(Map.of(SEARCH, typed)),
            found.data().stream()
                .map(each -> Row.of(each, totals.getOrDefault(each.id(), CustomerTotals.NONE)))
                .toList(),
            paging.pager(asked, found, Customer::id),
            typed.isEmpty()));
  }

  /** By an id, by words, or all. */
  private Page<Customer> find(Visit visit, String typed, PageRequest asked) {
    if (typed.isEmpty()) {
      return customers.list(visit.realm(), Optional.empty(), IdTime.Span.ALWAYS, asked);
    }
    if (typed.length() > MAX_SEARCH) {
      return new Page<>(List.of(), false);
    }
    Optional<CustomerId> id = CustomerId.KIND.parse(typed);
    return id.isPresent()
        ? new Page<>(customers.find(visit.realm(), id.get()).stream().toList(), false)
        : customers.search(visit.realm(), typed, asked);
  }

  Response show(Visit visit) {
    return page.show(visit, customer(visit));
  }

  /** For good: the card can neither be charged nor attached again. */
  Response detach(Visit visit) {
    Customer customer = customer(visit);
    PaymentMethod method =
        PaymentMethodId.KIND
            .parse(visit.form().text("payment_method"))
            .flatMap(id -> methods.find(visit.realm(), id))
            .filter(found -> found.customer().equals(Optional.of(customer.id())))
            .orElseThrow(PaymentMethodId.KIND::notFound);
    String card = method.instrument().label();
    visit.note(card + ", " + method.id().text());
    methods.detach(visit.realm(), method.id(), new Origin(visit.request(), Optional.empty()));
    return Done.to(pathOf(customer.id())).saying(card + " was detached.");
  }

  private Customer customer(Visit visit) {
    CustomerId id = visit.id(CustomerId.KIND);
    return customers.find(visit.realm(), id).orElseThrow(id::notFound);
  }

  static PaymentFilter paymentsOf(CustomerId customer) {
    return new PaymentFilter(
        Optional.of(customer),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Bounds.NONE,
        IdTime.Span.ALWAYS,
        Map.of());
  }

  static String pathOf(CustomerId id) {
    return PATH + "/" + id.text();
  }
}
