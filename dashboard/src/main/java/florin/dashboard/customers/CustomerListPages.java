package florin.dashboard.customers;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.CLIPPED;
import static florin.dashboard.list.ListColumn.Style.HEADING;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.PROSE;

import florin.core.Id.CustomerId;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;
import florin.customer.Customers;
import florin.dashboard.list.Cell;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.CsvFile;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.page.AmountText;
import florin.report.CustomerFigures;
import florin.report.CustomerFigures.CustomerTotals;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of customers, and its export. */
public final class CustomerListPages {
  /** The longest search. */
  private static final int MAX_SEARCH = 300;

  public static final ListSpec<CustomerLine> LIST =
      ListSpec.<CustomerLine>of(
              "customers",
              "/dashboard/customers",
              "Customers",
              line -> path(line.customer),
              List.of(DateFilter.FILTER))
          .searchable()
          .always(
              "Customer",
              HEADING,
              "main",
              line -> Cell.named(path(line.customer), CustomerText.of(line.customer)))
          .usual("email", "Email", CLIPPED, "sub", line -> Cell.foreign(line.profile().email()))
          .optional("phone", "Phone", LINE, line -> Cell.foreign(line.profile().phone()))
          .usual("payments", "Payments", AMOUNT, line -> Cell.text(payments(line.totals)))
          .usual("spent", "Paid", AMOUNT, "amount", line -> Cell.text(spent(line.totals)))
          .usual(
              "description", "Description", PROSE, line -> Cell.text(line.profile().description()))
          .optional("metadata", "Metadata", CLIPPED, line -> Cell.foreign(metadata(line.customer)))
          .created("Created", "status", line -> line.customer.created())
          .id(line -> line.customer.id().text());

  public static final String PATH = LIST.path();

  private static final CsvExport.Columns<Customer> FILE =
      new CsvExport.Columns<Customer>()
          .column("id", customer -> customer.id().text())
          .created(customer -> customer.created())
          .optional("name", customer -> customer.profile().name())
          .optional("email", customer -> customer.profile().email())
          .optional("phone", customer -> customer.profile().phone())
          .optional("description", customer -> customer.profile().description())
          .column("metadata", CustomerListPages::metadata);

  private final Customers customers;
  private final CustomerFigures figures;
  private final ListPage<Customer, CustomerLine> page;
  private final InstantSource clock;

  public CustomerListPages(
      Customers customers,
      CustomerFigures figures,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.customers = customers;
    this.figures = figures;
    this.page =
        new ListPage<>(
            LIST, CustomerId.KIND, Customer::id, lists, Optional.of(new CsvFile<>(exports, FILE)));
    this.clock = clock;
  }

  /** A line of the list. */
  record CustomerLine(Customer customer, CustomerTotals totals) {
    private CustomerProfile profile() {
      return customer.profile();
    }
  }

  public Response show(DashboardRequest visit) {
    return page.show(visit, inquiry(visit), List.of(), found -> lines(visit.realm(), found));
  }

  public Response export(DashboardRequest visit) {
    return page.export(visit, inquiry(visit));
  }

  private List<CustomerLine> lines(Realm realm, List<Customer> found) {
    Map<CustomerId, CustomerTotals> totals =
        figures.list(realm, found.stream().map(Customer::id).toList());
    return found.stream()
        .map(customer ->
            new CustomerLine(customer, totals.getOrDefault(customer.id(), CustomerTotals.NONE)))
        .toList();
  }

  private ListInquiry<Customer> inquiry(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    DateFilter created = DateFilter.of(request, clock.instant());
    String search = request.search();
    if (search.length() > MAX_SEARCH) {
      request.wrong("Search with at most " + MAX_SEARCH + " characters.");
    }
    if (!search.isEmpty() && !created.words().isEmpty()) {
      boolean isCustom = request.form().text(DateFilter.PRESET).isEmpty();
      request
          .form()
          .wrong(
              isCustom ? DateFilter.FROM : DateFilter.PRESET,
              "A search covers all dates. Remove this filter.");
    }
    return new ListInquiry<>(
        request,
        asked -> Findings.of(find(visit.realm(), search, created, asked)),
        request.hasOnly() ? "customer.created" : "");
  }

  /** Finds customers by id, by words of name and address, or all of these days. */
  private Page<Customer> find(Realm realm, String search, DateFilter created, PageRequest page) {
    if (search.isEmpty()) {
      return customers.list(realm, Optional.empty(), created.span(), page);
    }
    Optional<CustomerId> id = CustomerId.KIND.parse(search);
    return id.isPresent()
        ? new Page<>(customers.find(realm, id.get()).stream().toList(), false)
        : customers.search(realm, search, page);
  }

  private static String metadata(Customer customer) {
    return customer.profile().metadata().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .sorted()
        .collect(Collectors.joining("; "));
  }

  /** Returns the number of payments, `100+` for very many. */
  static String payments(CustomerTotals totals) {
    return "%,d".formatted(totals.payments()) + (totals.isWhole() ? "" : "+");
  }

  /** Returns the amount captured and not refunded, in the most used currency. */
  private static String spent(CustomerTotals totals) {
    String more = totals.spent().size() > 1 ? " and " + (totals.spent().size() - 1) + " more" : "";
    return totals.spent().stream()
        .findFirst()
        .map(most ->
            AmountText.of(most.minor(), most.currency()) + (totals.isWhole() ? "" : "+") + more)
        .orElse("");
  }

  public static String path(Customer customer) {
    return PATH + "/" + customer.id().text();
  }
}
