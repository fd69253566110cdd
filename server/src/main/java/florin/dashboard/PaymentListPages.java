package florin.dashboard;

import florin.core.Id;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.dashboard.Result.Done;
import florin.dashboard.Result.Raw;
import florin.db.IdTime;
import florin.http.Form;
import florin.page.AmountText;
import florin.payment.Payment;
import florin.payment.Payments;
import florin.payment.Refund;
import florin.payment.Refunds;
import florin.payment.Status;
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

  private static final List<Choice> STATUSES =
      Arrays.stream(Status.values())
          .map(status -> new Choice(status.text(), Pill.of(status.text()).words()))
          .toList();

  private final Payments payments;
  private final Refunds refunds;
  private final PaymentExport export;

  public PaymentListPages(Payments payments, Refunds refunds) {
    this.payments = payments;
    this.refunds = refunds;
    this.export = new PaymentExport(payments, PaymentExport.MAX_DURATION);
  }

  /**
   * @param export where the same is as a file; empty for whom it is not for
   * @param isAll nothing was asked for, so an empty list means that there is nothing at all
   */
  public record View(
      Form form,
      List<Choice> statuses,
      List<PaymentRow> rows,
      Pager pager,
      Optional<String> export,
      boolean isAll) {
    public View {
      rows = List.copyOf(rows);
    }
  }

  Result show(Visit visit) {
    PaymentQuery query = PaymentQuery.read(visit.query());
    if (!query.form().isGood()) {
      return Result.Page.again("payments", "Payments", view(visit, query, List.of(), Pager.NONE));
    }
    PageRequest request = ListPath.page(visit.query(), PaymentId.KIND);
    Page<Payment> page =
        query.one().isPresent()
            ? new Page<>(payments.find(visit.realm(), query.one().get()).stream().toList(), false)
            : payments.list(visit.realm(), query.filter(), request);
    return Result.Page.of(
        "payments",
        "Payments",
        view(
            visit,
            query,
            page.data(),
            query.path(PATH).pager(request, page, PaymentListPages::id)));
  }

  /** The same, as a file and without pages. */
  Result export(Visit visit) {
    PaymentQuery query = PaymentQuery.read(visit.query());
    if (!query.form().isGood() || query.one().isPresent()) {
      return Done.to(query.path(PATH).text());
    }
    return export.isBusy()
        ? Done.to(query.path(PATH).text())
            .warning("Other exports are under way. Try again in a few minutes.")
        : new Raw(export.of(visit.realm(), query.filter()));
  }

  private static View view(Visit visit, PaymentQuery query, List<Payment> found, Pager pager) {
    return new View(
        query.form(),
        STATUSES,
        found.stream().map(PaymentRow::of).toList(),
        pager,
        Optional.of(query.path(CSV_PATH).text())
            .filter(_ -> visit.may(Act.EXPORT_PAYMENTS) && !found.isEmpty()),
        !query.isAny());
  }

  private static Id id(Payment payment) {
    return payment.id();
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

  Result showRefunds(Visit visit) {
    PageRequest request = ListPath.page(visit.query(), RefundId.KIND);
    Page<Refund> page = refunds.list(visit.realm(), Optional.empty(), IdTime.Span.ALWAYS, request);
    return Result.Page.of(
        "refunds",
        "Refunds",
        new RefundsView(
            page.data().stream().map(RefundRow::of).toList(),
            new ListPath(REFUNDS_PATH).pager(request, page, Refund::id)));
  }
}
