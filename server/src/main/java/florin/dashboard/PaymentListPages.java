package florin.dashboard;

import florin.alert.AlertKind;
import florin.alert.AlertStore;
import florin.connector.instance.Instances;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.ListPage.CsvFile;
import florin.dashboard.ListPage.ListInquiry;
import florin.payment.Payments;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.report.PaymentSearch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The list of payments, and its CSV export. */
public final class PaymentListPages {
  static final String PATH = ListKind.PAYMENTS.path();
  static final String CSV_PATH = "/dashboard/payments.csv";

  private final PaymentSearch search;
  private final Customers customers;
  private final Needs needs;
  private final Instances connectors;
  private final ListPage<Payment> page;
  private final InstantSource clock;

  /** The sources of the payments that need a person. */
  public record Needs(Payments payments, AlertStore alerts) {
    /** The maximum number of alerts; more than {@link Attention} shows. */
    private static final int MOST_ALERTS = 200;

    private PaymentQuery of(PaymentQuery query, Realm realm, Instant now) {
      return query
          .need()
          .map(need ->
              switch (need) {
                case CAPTURE_WITHIN_24H -> query.among(ending(realm, now, Duration.ofDays(1)));
                case CAPTURE_WITHIN_48H -> query.among(ending(realm, now, Duration.ofDays(2)));
                case DISPUTED -> query.disputed();
                case OVERDUE -> query.among(overdue(realm));
              })
          .orElse(query);
    }

    private Set<UUID> ending(Realm realm, Instant now, Duration within) {
      return payments.listEnding(realm, now.plus(within)).stream()
          .map(one -> one.payment().uuid())
          .collect(Collectors.toSet());
    }

    private Set<UUID> overdue(Realm realm) {
      return alerts.list(realm, MOST_ALERTS).stream()
          .filter(alert -> alert.kind() == AlertKind.PAYMENT_OVERDUE)
          .flatMap(alert -> PaymentId.KIND.parse(alert.subject()).stream())
          .map(PaymentId::uuid)
          .collect(Collectors.toSet());
    }
  }

  public PaymentListPages(
      PaymentSearch search,
      Customers customers,
      Needs needs,
      Instances connectors,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.search = search;
    this.customers = customers;
    this.needs = needs;
    this.connectors = connectors;
    this.page =
        new ListPage<>(
            ListKind.PAYMENTS,
            PaymentId.KIND,
            Payment::id,
            PaymentQuery.KEPT,
            lists,
            Optional.of(new CsvFile<>(exports, PaymentSheet.HEAD, PaymentSheet::line)));
    this.clock = clock;
  }

  /**
   * The list.
   *
   * @param isToRefund whether the member is choosing the payment to refund
   */
  public record View(
      ListFrame frame,
      PaymentChoices choices,
      List<ListTab> tabs,
      List<PaymentListRow> rows,
      boolean isToRefund) {
    public View {
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  Response show(Visit visit) {
    PaymentQuery query = query(visit);
    return page.show(
        visit, inquiry(visit, query), (frame, found) -> view(visit, query, frame, found));
  }

  /** Exports the filtered payments as CSV, without pages. */
  Response export(Visit visit) {
    return page.export(visit, inquiry(visit, query(visit)));
  }

  private PaymentQuery query(Visit visit) {
    return PaymentQuery.read(visit.query(), TimeText.zone(), clock.instant());
  }

  private ListInquiry<Payment> inquiry(Visit visit, PaymentQuery query) {
    Realm realm = visit.realm();
    PaymentSearch.Sought sought = needs.of(query, realm, clock.instant()).sought();
    return new ListInquiry<>(
        query.form(), query.chips(), asked -> search.look(realm, sought, asked), news(query));
  }

  private View view(Visit visit, PaymentQuery query, ListFrame frame, List<Payment> found) {
    Map<CustomerId, Customer> known =
        customers.findAll(
            visit.realm(),
            found.stream().flatMap(payment -> payment.order().customer().stream()).toList());
    return new View(
        frame,
        PaymentChoices.of(visit, connectors, query),
        tabs(visit, query),
        found.stream().map(row -> PaymentListRow.of(row, known, query.isToRefund())).toList(),
        query.isToRefund());
  }

  private List<ListTab> tabs(Visit visit, PaymentQuery query) {
    Paging paging = page.paging(visit);
    boolean counts = query.isCountable() && query.form().isGood();
    String chosen = query.form().text(PaymentQuery.STATUS);
    var tabs = new ArrayList<ListTab>();
    tabs.add(tab(visit, query, paging, Optional.empty(), counts, chosen.isEmpty()));
    for (Status status : PaymentChoices.STATUSES) {
      tabs.add(
          tab(visit, query, paging, Optional.of(status), counts, chosen.equals(status.text())));
    }
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

  /**
   * Returns the events that announce new lines. A payment enters the list of a status with the
   * event of that status.
   */
  private static String news(PaymentQuery query) {
    if (!query.isWholeStatus()) {
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
}
