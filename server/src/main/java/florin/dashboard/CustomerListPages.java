package florin.dashboard;

import florin.core.Id.CustomerId;
import florin.core.Page;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customer.CustomerProfile;
import florin.customer.Customers;
import florin.dashboard.ListPage.CsvFile;
import florin.dashboard.ListPage.ListInquiry;
import florin.http.Form;
import florin.page.AmountText;
import florin.report.CustomerFigures;
import florin.report.CustomerFigures.CustomerTotals;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of customers, and its export. */
public final class CustomerListPages {
  static final String PATH = ListKind.CUSTOMERS.path();
  static final String CSV_PATH = "/dashboard/customers.csv";

  private static final String SEARCH = "q";

  /** The longest search. */
  private static final int MAX_SEARCH = 300;

  private static final Map<String, List<String>> CHIPS = Map.of("date", DateFilter.FIELDS);
  private static final List<String> FIELDS =
      Stream.concat(Stream.of(SEARCH), DateFilter.FIELDS.stream()).toList();

  private static final List<String> HEAD =
      List.of("id", "created", "name", "email", "phone", "description", "metadata");

  private final Customers customers;
  private final CustomerFigures figures;
  private final ListPage<Customer> page;
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
            ListKind.CUSTOMERS,
            CustomerId.KIND,
            Customer::id,
            FIELDS,
            lists,
            Optional.of(new CsvFile<>(exports, HEAD, CustomerListPages::line)));
    this.clock = clock;
  }

  public record View(ListFrame frame, List<Row> rows) {
    public View {
      rows = List.copyOf(rows);
    }
  }

  /**
   * A row of the list.
   *
   * @param payments the number, `100+` for very many
   * @param spent the amount captured and not refunded, in the most used currency
   */
  public record Row(
      String id,
      String path,
      String name,
      String email,
      String phone,
      String description,
      String metadata,
      String payments,
      String spent,
      Instant created) {
    static Row of(Customer customer, CustomerTotals totals) {
      CustomerProfile profile = customer.profile();
      return new Row(
          customer.id().text(),
          CustomerListPages.path(customer),
          CustomerText.of(customer),
          profile.email().orElse(""),
          profile.phone().orElse(""),
          profile.description().orElse(""),
          CustomerListPages.metadata(customer),
          CustomerListPages.payments(totals),
          CustomerListPages.spent(totals),
          customer.created());
    }
  }

  Response show(Visit visit) {
    return page.show(
        visit,
        inquiry(visit),
        (frame, found) -> {
          Map<CustomerId, CustomerTotals> totals =
              figures.list(visit.realm(), found.stream().map(Customer::id).toList());
          return new View(
              frame,
              found.stream()
                  .map(one -> Row.of(one, totals.getOrDefault(one.id(), CustomerTotals.NONE)))
                  .toList());
        });
  }

  Response export(Visit visit) {
    return page.export(visit, inquiry(visit));
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

  private static List<String> line(Customer customer) {
    CustomerProfile profile = customer.profile();
    return List.of(
        customer.id().text(),
        customer.created().toString(),
        profile.name().orElse(""),
        profile.email().orElse(""),
        profile.phone().orElse(""),
        profile.description().orElse(""),
        metadata(customer));
  }

  private static String metadata(Customer customer) {
    return customer.profile().metadata().entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .sorted()
        .collect(Collectors.joining("; "));
  }

  private ListInquiry<Customer> inquiry(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    DateFilter created = DateFilter.read(form, TimeText.zone(), clock.instant());
    if (form.text(SEARCH).length() > MAX_SEARCH) {
      form.wrong(SEARCH, "Search with at most " + MAX_SEARCH + " characters.");
    }
    if (!form.text(SEARCH).isEmpty() && !created.words().isEmpty()) {
      form.wrong(
          form.text(DateFilter.PRESET).isEmpty() ? DateFilter.FROM : DateFilter.PRESET,
          "A search covers all dates. Remove this filter.");
    }
    return new ListInquiry<>(
        form,
        FilterChip.of(form, CHIPS, Map.of("date", created.words())),
        page -> Findings.of(find(visit.realm(), form.text(SEARCH), created, page)),
        ListForm.isEmpty(form, FIELDS) ? "customer.created" : "");
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

  static String path(Customer customer) {
    return PATH + "/" + customer.id().text();
  }
}
