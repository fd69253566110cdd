package florin.dashboard.payments;

import static florin.dashboard.list.ListColumn.Style.LINE;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Page.Findings;
import florin.core.Realm;
import florin.dashboard.list.Cell;
import florin.dashboard.list.CsvExport;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListPage;
import florin.dashboard.list.ListPage.CsvFile;
import florin.dashboard.list.ListPage.ListInquiry;
import florin.dashboard.list.ListPages;
import florin.dashboard.list.ListRequest;
import florin.dashboard.list.ListSpec;
import florin.dashboard.parts.AmountFormat;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.TabLink;
import florin.db.IdTime;
import florin.page.AmountText;
import florin.payment.machine.Refund;
import florin.payment.refund.Refunds;
import florin.report.Figures;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The list of refunds, and its CSV export. */
public final class RefundListPages {
  private static final ListField<Refund.Status> STATUS =
      ListField.choice(
          "status", "Status", "Any", List.of(Refund.Status.values()), Refund.Status::text);
  private static final ListField<PaymentId> PAYMENT =
      ListField.id("payment", "Payment ID", PaymentId.KIND, "a payment's", "");

  public static final ListSpec<Refund> LIST =
      ListSpec.<Refund>of(
              "refunds",
              "/dashboard/payments/refunds",
              "Refunds",
              refund -> PaymentDetail.path(refund.payment()),
              List.of(STATUS.alone(), DateFilter.FILTER, PAYMENT.alone("Payment")))
          .amount(RefundListPages::amount)
          .usual("status", "Status", LINE, "status", RefundListPages::status)
          .usual("reason", "Reason", LINE, "main", RefundListPages::reason)
          .usual("id", "Refund", LINE, refund -> Cell.code(refund.id().text()))
          .optional("payment", "Payment", LINE, refund -> Cell.code(refund.payment().text()))
          .created("Created", "when", Refund::created);

  public static final String PATH = LIST.path();

  private static final CsvExport.Columns<Refund> FILE =
      new CsvExport.Columns<Refund>()
          .column("id", refund -> refund.id().text())
          .created(refund -> refund.created())
          .column("status", refund -> refund.status().text())
          .column("amount", refund -> AmountFormat.text(refund.amount()))
          .column("currency", refund -> refund.amount().currency().code())
          .column("payment", refund -> refund.payment().text())
          .optional("reason", refund -> refund.reason().map(Refund.Reason::text))
          .optional(
              "failure_reason", refund -> refund.state().failure().map(Refund.FailureReason::text));

  private final Refunds refunds;
  private final Figures figures;
  private final ListPage<Refund, Refund> page;
  private final InstantSource clock;

  public RefundListPages(
      Refunds refunds, Figures figures, ListPages lists, CsvExport exports, InstantSource clock) {
    this.refunds = refunds;
    this.figures = figures;
    this.page =
        new ListPage<>(
            LIST, RefundId.KIND, Refund::id, lists, Optional.of(new CsvFile<>(exports, FILE)));
    this.clock = clock;
  }

  private static Cell amount(Refund refund) {
    return new Cell.Link(
        PaymentDetail.path(refund.payment()), AmountText.of(refund.amount()), false, "");
  }

  private static Cell status(Refund refund) {
    return Cell.status(
        refund.status().text(), refund.state().failure().map(CodeText::of).orElse(""));
  }

  private static Cell reason(Refund refund) {
    return new Cell.Text(refund.reason().map(CodeText::of).orElse(""), false, refund.id().text());
  }

  public Response show(DashboardRequest visit) {
    var request = ListRequest.of(visit, LIST);
    ListInquiry<Refund> inquiry = inquiry(visit, request);
    return page.show(visit, inquiry, tabs(visit, request), lines -> lines);
  }

  public Response export(DashboardRequest visit) {
    return page.export(visit, inquiry(visit, ListRequest.of(visit, LIST)));
  }

  /** Shows the number and the sum of the filtered refunds. */
  public Response total(DashboardRequest visit) {
    return page.total(visit, inquiry(visit, ListRequest.of(visit, LIST)));
  }

  private ListInquiry<Refund> inquiry(DashboardRequest visit, ListRequest request) {
    Realm realm = visit.realm();
    Optional<Refund.Status> status = request.get(STATUS);
    Optional<PaymentId> payment = request.get(PAYMENT);
    IdTime.Span created = DateFilter.of(request, clock.instant()).span();
    return new ListInquiry<Refund>(
            request,
            asked -> Findings.of(refunds.list(realm, payment, status, created, asked)),
            request.hasOnly() ? "refund.created" : "")
        .summed(
            () -> refunds.sum(realm, payment, status, created),
            (order, asked) -> refunds.listByAmount(realm, payment, status, created, order, asked));
  }

  private List<TabLink> tabs(DashboardRequest visit, ListRequest request) {
    IdTime.Span created = DateFilter.of(request, clock.instant()).span();
    var counts = new EstimatedCounts(figures, visit.realm(), created);
    return page.tabs(
        visit,
        request,
        STATUS,
        List.of(Refund.Status.values()),
        Refund.Status::text,
        status ->
            counts.text(
                refunds.count(visit.realm(), status, created),
                totals ->
                    status.filter(of -> of != Refund.Status.SUCCEEDED).isPresent()
                        ? 0
                        : totals.refunds()));
  }
}
