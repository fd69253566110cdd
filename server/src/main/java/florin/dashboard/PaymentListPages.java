package florin.dashboard;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.Response.Done;
import florin.dashboard.Response.Raw;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.report.PaymentSearch;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The list of payments, and payments as a file. */
public final class PaymentListPages {
  static final String PATH = ListKind.PAYMENTS.path();
  static final String CSV_PATH = "/dashboard/payments.csv";

  private static final String TITLE = "Payments";

  /** What is looked for most stands first. */
  private static final List<Status> TABS =
      List.of(
          Status.SUCCEEDED,
          Status.REQUIRES_CAPTURE,
          Status.REQUIRES_ACTION,
          Status.PROCESSING,
          Status.FAILED,
          Status.CANCELED);

  private static final List<SelectOption> STATUSES =
      TABS.stream()
          .map(status -> new SelectOption(status.text(), Pill.of(status.text()).words()))
          .toList();

  private static final List<String> KEPT =
      Stream.concat(PaymentQuery.FIELDS.stream(), Stream.of(Paging.ORDER)).toList();

  private final PaymentSearch search;
  private final Customers customers;
  private final ListPages lists;
  private final CsvExport exports;
  private final InstantSource clock;

  public PaymentListPages(
      PaymentSearch search,
      Customers customers,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.search = search;
    this.customers = customers;
    this.lists = lists;
    this.exports = exports;
    this.clock = clock;
  }

  /**
   * @param news the events that tell of what is new in this very list; empty where that cannot be
   *     told
   * @param filters of the bar over the list
   */
  public record View(
      FilterBar filters,
      List<SelectOption> statuses,
      List<ListTab> tabs,
      List<PaymentListRow> rows,
      Pager pager,
      ListTools tools,
      String news) {
    public View {
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  Response show(Visit visit) {
    PaymentQuery query = query(visit);
    if (!query.form().isGood()) {
      Object view = view(visit, query, new Page<>(List.of(), false), Pager.NONE);
      return ListForm.isFragment(visit)
          ? Response.Page.of("payments", TITLE, view)
          : Response.Page.again("payments", TITLE, view);
    }
    Paging paging = paging(visit);
    PageRequest request = paging.request(PaymentId.KIND);
    Page<Payment> page = search.list(visit.realm(), query.term(), query.filters(), request);
    return Response.Page.of(
        "payments", TITLE, view(visit, query, page, paging.pager(request, page, Payment::id)));
  }

  /** The same, as a file and without pages. */
  Response export(Visit visit) {
    PaymentQuery query = query(visit);
    Paging paging = paging(visit);
    visit.note(query.words());
    if (!query.form().isGood()) {
      return Done.to(paging.whole(PATH));
    }
    return exports.isBusy()
        ? Done.to(paging.whole(PATH)).warning(CsvExport.BUSY)
        : new Raw(
            exports.of(PaymentSheet.of(search, visit.realm(), query), paging.isOldestFirst()));
  }

  private PaymentQuery query(Visit visit) {
    return PaymentQuery.read(visit.query(), TimeText.zone(), clock.instant());
  }

  private View view(Visit visit, PaymentQuery query, Page<Payment> found, Pager pager) {
    Paging paging = paging(visit);
    Map<CustomerId, Customer> known =
        customers.findAll(
            visit.realm(),
            found.data().stream().flatMap(payment -> payment.order().customer().stream()).toList());
    return new View(
        FilterBar.of(query.form(), query.chips(), paging),
        STATUSES,
        tabs(visit, query, paging),
        paging.shown(found).stream().map(row -> PaymentListRow.of(row, known)).toList(),
        pager,
        lists.tools(
            visit,
            ListKind.PAYMENTS,
            paging,
            Optional.of(paging.whole(CSV_PATH)).filter(_ -> !found.data().isEmpty())),
        news(query, paging, pager));
  }

  private List<ListTab> tabs(Visit visit, PaymentQuery query, Paging paging) {
    boolean counts = query.isCountable() && query.form().isGood();
    String chosen = query.form().text(PaymentQuery.STATUS);
    var tabs = new ArrayList<ListTab>();
    tabs.add(tab(visit, query, paging, Optional.empty(), counts, chosen.isEmpty()));
    for (Status status : TABS) {
      tabs.add(
          tab(visit, query, paging, Optional.of(status), counts, chosen.equals(status.text())));
    }
    tabs.add(new ListTab(RefundListPages.PATH, "Refunds", Optional.empty(), false));
    return tabs;
  }

  private ListTab tab(
      Visit visit,
      PaymentQuery query,
      Paging paging,
      Optional<Status> status,
      boolean counts,
      boolean current) {
    String text = status.map(Status::text).orElse("");
    return new ListTab(
        paging.with(PaymentQuery.STATUS, text),
        status.isEmpty() ? "All" : Pill.of(text).words(),
        counts
            ? Optional.of(search.count(visit.realm(), status, query.created().span()))
            : Optional.empty(),
        current);
  }

  /** A payment that comes is in a list of a status only from the event of that status on. */
  private static String news(PaymentQuery query, Paging paging, Pager pager) {
    if (!query.isWholeStatus() || paging.isOldestFirst() || !pager.isFirst()) {
      return "";
    }
    return switch (query.form().text(PaymentQuery.STATUS)) {
      case "" -> "payment.created";
      case "succeeded" -> "payment.succeeded";
      case "failed" -> "payment.failed";
      case "requires_capture" -> "payment.amount_capturable_updated";
      case "requires_action" -> "payment.requires_action";
      default -> "";
    };
  }

  private static Paging paging(Visit visit) {
    return new Paging(PATH, visit.query(), KEPT);
  }
}
