package florin.dashboard.payments;

import static florin.dashboard.list.ListColumn.Style.AMOUNT;
import static florin.dashboard.list.ListColumn.Style.CLIPPED;
import static florin.dashboard.list.ListColumn.Style.LINE;
import static florin.dashboard.list.ListColumn.Style.PROSE;

import florin.alert.AlertKind;
import florin.alert.AlertStore;
import florin.connector.ProviderDispute;
import florin.connector.instance.Instances;
import florin.core.DeclineCode;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Money;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer;
import florin.customer.Customers;
import florin.dashboard.list.Cell;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.ListFrame;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.CsvFile;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.list.NewsStream;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.CustomerText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.MethodText;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.SelectOption;
import florin.dashboard.parts.TimeText;
import florin.db.IdTime;
import florin.instrument.Card;
import florin.page.AmountText;
import florin.payment.Payments;
import florin.payment.machine.Failure;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import florin.payment.store.PaymentTraits;
import florin.report.Figures;
import florin.report.PaymentSearch;
import florin.report.PaymentSearch.Sought;
import florin.team.Permission;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The list of payments, and its CSV export. */
public final class PaymentListPages {
  public static final ListSpec<PaymentLine> LIST =
      ListSpec.<PaymentLine>of(
              "payments",
              "/dashboard/payments",
              "Payments",
              PaymentLine::path,
              PaymentQuery.FILTERS)
          .searchable()
          .amount(PaymentListPages::amount)
          .usual("status", "Status", LINE, "status", PaymentListPages::status)
          .usual("customer", "Customer", CLIPPED, "main", PaymentListPages::payer)
          .usual("description", "Description", PROSE, line -> Cell.text(line.description()))
          .usual("method", "Method", LINE, PaymentListPages::method)
          .created("Created", "when", line -> line.payment.created())
          .optional(
              "captured",
              "Captured",
              AMOUNT,
              line -> sum(line.payment.state().amounts().captured()))
          .optional(
              "refunded",
              "Refunded",
              AMOUNT,
              line -> sum(line.payment.state().amounts().refunded()))
          .optional(
              "metadata",
              "Metadata",
              CLIPPED,
              line -> Cell.foreign(metadata(line.payment, ": ", ", ")))
          .optional(
              "connector", "Connector", LINE, line -> Cell.text(line.payment.connector().kind()))
          .id(line -> line.payment.id().text());

  public static final String PATH = LIST.path();

  /** The list of the payments with an open dispute. */
  public static final String DISPUTED_PATH =
      PATH + "?" + PaymentQuery.STATUS.name() + "=" + PaymentTraits.DISPUTED_STATUS;

  static final CsvExport.Columns<Payment> FILE =
      new CsvExport.Columns<Payment>()
          .column("id", payment -> payment.id().text())
          .created(payment -> payment.created())
          .column("status", payment -> payment.status().text())
          .column("amount", payment -> AmountFormat.text(payment.terms().amount()))
          .column("currency", payment -> payment.terms().amount().currency().code())
          .column("captured", it -> AmountFormat.text(it.state().amounts().captured()))
          .column("refunded", it -> AmountFormat.text(it.state().amounts().refunded()))
          .column("method_type", payment -> payment.method().instrument().type().text())
          .optional("card_brand", payment -> card(payment).map(card -> card.brand().text()))
          .optional("card_last4", payment -> card(payment).map(Card::last4))
          .optional("customer", payment -> payment.terms().customer().map(CustomerId::text))
          .optional("description", payment -> payment.terms().description())
          .optional("receipt_email", payment -> payment.terms().receiptEmail())
          .optional("statement_descriptor", payment -> payment.terms().statementDescriptor())
          .optional("failure_code", it -> it.state().failure().map(of -> of.code().text()))
          .optional(
              "decline_code",
              it -> it.state().failure().flatMap(Failure::declineCode).map(DeclineCode::text))
          .column("metadata", payment -> metadata(payment, "=", "; "))
          .column("connector", payment -> payment.connector().id())
          .column("provider_ids", PaymentListPages::providerIds);

  /** The maximum number of alerts; more than the home page shows. */
  private static final int MOST_ALERTS = 200;

  /** The purpose of the list: `refund` to choose the payment to refund. */
  private static final String PURPOSE = "for";

  private final PaymentSearch search;
  private final Figures figures;
  private final Customers customers;
  private final Payments payments;
  private final AlertStore alerts;
  private final Instances connectors;
  private final ListPage<Payment, PaymentLine> page;
  private final InstantSource clock;

  public PaymentListPages(
      PaymentSearch search,
      Figures figures,
      Customers customers,
      Payments payments,
      AlertStore alerts,
      Instances connectors,
      ListPages lists,
      CsvExport exports,
      InstantSource clock) {
    this.search = search;
    this.figures = figures;
    this.customers = customers;
    this.payments = payments;
    this.alerts = alerts;
    this.connectors = connectors;
    this.page =
        new ListPage<>(
            LIST, PaymentId.KIND, Payment::id, lists, Optional.of(new CsvFile<>(exports, FILE)));
    this.clock = clock;
  }

  /**
   * The list.
   *
   * @param isToRefund whether the member is choosing the payment to refund
   * @param back the address of this page
   * @param once makes an action on selected payments idempotent
   */
  public record View(ListFrame frame, boolean isToRefund, String back, String once) {}

  /**
   * A line of the list.
   *
   * @param customer of the payment, unless it was deleted
   * @param isToRefund whether the line leads to the refund dialog
   */
  record PaymentLine(Payment payment, Optional<Customer> customer, boolean isToRefund) {
    String path() {
      return PaymentDetail.path(payment.id()) + (isToRefund ? "?dialog=" + Dialogs.REFUND : "");
    }

    String description() {
      return payment.terms().description().orElse("");
    }
  }

  private static Cell amount(PaymentLine line) {
    return new Cell.Link(line.path(), AmountText.of(line.payment.terms().amount()), false, "");
  }

  private static Cell status(PaymentLine line) {
    return Cell.status(
        PaymentStatus.of(line.payment),
        line.payment
            .state()
            .failure()
            .map(DeclineText::brief)
            .or(() -> respondBy(line.payment))
            .orElse(""));
  }

  private static Optional<String> respondBy(Payment payment) {
    return payment
        .findDispute()
        .filter(ProviderDispute::mustRespond)
        .flatMap(ProviderDispute::dueBy)
        .map(due -> "Respond by " + TimeText.day(due));
  }

  private static Cell method(PaymentLine line) {
    return new Cell.Method(MethodText.of(line.payment.method().instrument()));
  }

  /** Returns the best known name or email address of the payer. */
  private static Cell payer(PaymentLine line) {
    return new Cell.Text(
        line.customer.map(CustomerText::of).or(() -> CustomerText.guest(line.payment)).orElse(""),
        true,
        line.description().isEmpty() ? line.payment.method().label() : line.description());
  }

  private static Cell sum(Money money) {
    return Cell.text(money.isZero() ? "" : AmountText.of(money));
  }

  private static String metadata(Payment payment, String is, String separator) {
    return payment.terms().metadata().entrySet().stream()
        .map(entry -> entry.getKey() + is + entry.getValue())
        .collect(Collectors.joining(separator));
  }

  private static Optional<Card> card(Payment payment) {
    return payment.method().instrument().findCard();
  }

  private static String providerIds(Payment payment) {
    return payment.state().provider().stream()
        .flatMap(provider -> provider.ids().values().stream())
        .collect(Collectors.joining(" "));
  }

  public Response show(DashboardRequest visit) {
    Realm realm = visit.realm();
    var request = ListRequest.of(visit, LIST);
    PaymentQuery query = PaymentQuery.read(request, clock.instant());
    request.offer(PaymentQuery.CONNECTOR, connectors(visit));
    request.offer(PaymentQuery.CURRENCY, CurrencyChoice.of(payments, realm).lower());
    boolean isToRefund = visit.query().value(PURPOSE).filter("refund"::equals).isPresent();
    return page.show(
        visit,
        inquiry(realm, request, query),
        page.tabs(
            visit,
            request,
            PaymentQuery.STATUS,
            PaymentQuery.STATUSES,
            Function.identity(),
            counts(realm, query.created().span())),
        found -> lines(realm, found, isToRefund),
        frame ->
            new View(frame, isToRefund, visit.exchange().pathAndQuery(), visit.request().text()));
  }

  /** Exports the filtered payments as CSV, without pages. */
  public Response export(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    PaymentQuery query = PaymentQuery.read(request, clock.instant());
    return page.export(visit, inquiry(visit.realm(), request, query));
  }

  /** Shows the number and the sum of the filtered payments. */
  public Response total(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    PaymentQuery query = PaymentQuery.read(request, clock.instant());
    return page.total(visit, inquiry(visit.realm(), request, query));
  }

  private Function<Optional<String>, String> counts(Realm realm, IdTime.Span span) {
    var counts = new EstimatedCounts(figures, realm, span);
    return asked -> {
      Optional<Status> status = PaymentQuery.status(asked);
      return asked.isPresent() && status.isEmpty()
          ? payments.countDisputed(realm, span).text()
          : count(counts, search.count(realm, status, span), status);
    };
  }

  private static String count(EstimatedCounts counts, Count found, Optional<Status> status) {
    return counts.text(
        found,
        totals ->
            status
                .map(of ->
                    switch (of) {
                      case SUCCEEDED -> totals.succeeded();
                      case FAILED -> totals.failed();
                      case CANCELED -> totals.canceled();
                      case REQUIRES_ACTION, REQUIRES_CAPTURE, PROCESSING -> 0L;
                    })
                .orElse(totals.payments()));
  }

  private ListInquiry<Payment> inquiry(Realm realm, ListRequest request, PaymentQuery query) {
    Sought sought = sought(query, realm);
    return new ListInquiry<Payment>(
            request, asked -> search.look(realm, sought, asked), news(request))
        .summed(
            () -> search.sum(realm, sought),
            (order, asked) -> search.listByAmount(realm, sought, order, asked));
  }

  private Sought sought(PaymentQuery query, Realm realm) {
    Instant now = clock.instant();
    return query
        .need()
        .map(need ->
            switch (need) {
              case CAPTURE_WITHIN_24H -> query.among(ending(realm, now, Duration.ofDays(1)));
              case CAPTURE_WITHIN_48H -> query.among(ending(realm, now, Duration.ofDays(2)));
              case OVERDUE -> query.among(overdue(realm));
            })
        .orElse(query.sought());
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

  private List<PaymentLine> lines(Realm realm, List<Payment> found, boolean isToRefund) {
    Map<CustomerId, Customer> known =
        customers.findAll(
            realm, found.stream().flatMap(payment -> payment.terms().customer().stream()).toList());
    return found.stream()
        .map(payment ->
            new PaymentLine(
                payment,
                payment.terms().customer().flatMap(id -> Optional.ofNullable(known.get(id))),
                isToRefund))
        .toList();
  }

  /**
   * Returns the newest connectors; none if the member may not view them. The address accepts any.
   */
  private List<SelectOption> connectors(DashboardRequest visit) {
    return visit.may(Permission.VIEW_CONNECTORS)
        ? connectors.list(visit.realm(), PageRequest.first(PageRequest.MAX_LIMIT)).data().stream()
            .map(summary -> summary.instance())
            .map(it -> new SelectOption(it.id().text(), it.provider().name()))
            .toList()
        : List.of();
  }

  /**
   * Returns the events that announce new lines. A payment enters the list of a status with the
   * event of that status.
   */
  private static String news(ListRequest request) {
    if (!request.hasOnly(PaymentQuery.STATUS.alone())) {
      return "";
    }
    return switch (request.text(PaymentQuery.STATUS)) {
      case "" -> NewsStream.NEW_PAYMENT;
      case "succeeded" -> "payment.succeeded";
      case "failed" -> "payment.failed";
      case "requires_capture" -> "payment.amount_capturable_updated";
      case "requires_action" -> "payment.requires_action";
      case PaymentTraits.DISPUTED_STATUS -> "payment.disputed";
      default -> "";
    };
  }
}
