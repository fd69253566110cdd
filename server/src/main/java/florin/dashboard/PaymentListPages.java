package florin.dashboard;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.Response.Done;
import florin.dashboard.Response.Raw;
import florin.db.IdTime;
import florin.http.Form;
import florin.page.AmountText;
import florin.payment.machine.Payment;
import florin.payment.machine.Refund;
import florin.payment.machine.Status;
import florin.payment.refund.Refunds;
import florin.report.PaymentSearch;
import florin.team.Act;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The lists of payments and of refunds, and payments as a file. */
public final class PaymentListPages {
  static final String PATH = "/dashboard/payments";
  static final String CSV_PATH = "/dashboard/payments.csv";
  static final String REFUNDS_PATH = "/dashboard/payments/refunds";

  private static final String TITLE = "Payments";
  private static final List<SelectOption> STATUSES =
      Arrays.stream(Status.values())
          .map(status -> new SelectOption(status.text(), Pill.of(status.text()).words()))
          .toList();

  private final PaymentSearch search;
  private final Refunds refunds;
  private final PaymentExport export;

  public PaymentListPages(PaymentSearch search, Refunds refunds) {
    this.search = search;
    this.refunds = refunds;
    this.export = new PaymentExport(search, PaymentExport.MAX_DURATION);
  }

  /**
   * @param export where the same is as a file; empty for whom it is not for
   * @param isAll nothing was asked for, so an empty list means that there is nothing at all
   */
  public record View(
      Form form,
      List<SelectOption> statuses,
      List<PaymentRow> rows,
      Pager pager,
      Optional<String> export,
      boolean isAll) {
    public View {
      rows = List.copyOf(rows);
    }
  }

  Response show(Visit visit) {
    PaymentQuery query = PaymentQuery.read(visit.query());
    if (!query.form().isGood()) {
      return Response.Page.again("payments", TITLE, view(visit, query, List.of(), Pager.NONE));
    }
    PageRequest request = paging(visit).request(PaymentId.KIND);
    Page<Payment> page = search.list(visit.realm(), query.term(), query.filter(), request);
    return Response.Page.of(
        "payments",
        TITLE,
        view(visit, query, page.data(), paging(visit).pager(request, page, Payment::id)));
  }

  /** The same, as a file and without pages. */
  Response export(Visit visit) {
    PaymentQuery query = PaymentQuery.read(visit.query());
    String list = paging(visit).whole(PATH);
    visit.note(query.words());
    if (!query.form().isGood()) {
      return Done.to(list);
    }
    return export.isBusy()
        ? Done.to(list).warning("Other exports are under way. Try again in a few minutes.")
        : new Raw(export.of(visit.realm(), query));
  }

  private static View view(Visit visit, PaymentQuery query, List<Payment> found, Pager pager) {
    return new View(
        query.form(),
        STATUSES,
        found.stream().map(PaymentRow::of).toList(),
        pager,
        Optional.of(paging(visit).whole(CSV_PATH))
            .filter(_ -> visit.may(Act.EXPORT_PAYMENTS) && !found.isEmpty()),
        !query.isAny());
  }

  private static Paging paging(Visit visit) {
    return new Paging(PATH, visit.query(), PaymentQuery.FIELDS);
  }

  public record RefundsView(List<RefundRow> rows, Pager pager) {
    public RefundsView {
      rows = List.copyOf(rows);
    }
  }

  /** A refund as a line of the list; it leads to its payment. */
  public record RefundRow(
      String id, String path, String amount, String status, String reason, Instant created) {
    static RefundRow of(Refund refund) {
      return new RefundRow(
          refund.id().text(),
          PaymentDetail.path(refund.payment()),
          AmountText.of(refund.amount()),
          refund.status().text(),
          refund.reason().map(CodeText::of).orElse(""),
          refund.created());
    }
  }

  Response showRefunds(Visit visit) {
    var paging = new Paging(REFUNDS_PATH, visit.query(), List.of());
    PageRequest request = paging.request(RefundId.KIND);
    Page<Refund> page =
        refunds.list(
            visit.realm(), Optional.empty(), Optional.empty(), IdTime.Span.ALWAYS, request);
    return Response.Page.of(
        "refunds",
        "Refunds",
        new RefundsView(
            page.data().stream().map(RefundRow::of).toList(),
            paging.pager(request, page, Refund::id)));
  }
}
