package florin.dashboard;

import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Page.Findings;
import florin.core.Realm;
import florin.dashboard.ListPage.CsvFile;
import florin.dashboard.ListPage.ListInquiry;
import florin.http.Form;
import florin.http.Format;
import florin.page.AmountText;
import florin.payment.machine.Refund;
import florin.payment.refund.Refunds;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The list of refunds, and its CSV export. */
public final class RefundListPages {
  static final String PATH = ListKind.REFUNDS.path();
  static final String CSV_PATH = "/dashboard/payments/refunds.csv";

  private static final String STATUS = "status";
  private static final String PAYMENT = "payment";

  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put(STATUS, List.of(STATUS));
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put(PAYMENT, List.of(PAYMENT));
  }

  private static final List<String> FIELDS = CHIPS.values().stream().flatMap(List::stream).toList();

  private static final List<SelectOption> STATUSES =
      SelectOption.of(List.of(Refund.Status.values()), Refund.Status::text);
  private static final Format<Refund.Status> STATUS_FORMAT =
      Format.choice(List.of(Refund.Status.values()), Refund.Status::text);
  private static final Format<PaymentId> PAYMENT_FORMAT =
      Format.text(
          "must be a payment's ID, such as pay_01h455vb4pex5vsknk084sn02q",
          new PaymentId(new UUID(0, 0)),
          PaymentId.KIND::parse);

  private static final List<String> HEAD =
      List.of(
          "id", "created", "status", "amount", "currency", "payment", "reason", "failure_reason");

  private final Refunds refunds;
  private final ListPage<Refund> page;
  private final InstantSource clock;

  public RefundListPages(Refunds refunds, ListPages lists, CsvExport exports, InstantSource clock) {
    this.refunds = refunds;
    this.page =
        new ListPage<>(
            ListKind.REFUNDS,
            RefundId.KIND,
            Refund::id,
            FIELDS,
            lists,
            Optional.of(new CsvFile<>(exports, HEAD, RefundListPages::line)));
    this.clock = clock;
  }

  public record View(
      ListFrame frame, List<SelectOption> statuses, List<ListTab> tabs, List<Row> rows) {
    public View {
      tabs = List.copyOf(tabs);
      rows = List.copyOf(rows);
    }
  }

  /**
   * A refund as a line of the list, which leads to its payment.
   *
   * @param why the reason of a failure; empty if it did not fail
   */
  public record Row(
      String id,
      String payment,
      String path,
      String amount,
      String status,
      String why,
      String reason,
      Instant created) {
    static Row of(Refund refund) {
      return new Row(
          refund.id().text(),
          refund.payment().text(),
          PaymentDetail.path(refund.payment()),
          AmountText.of(refund.amount()),
          refund.status().text(),
          refund.state().failure().map(CodeText::of).orElse(""),
          refund.reason().map(CodeText::of).orElse(""),
          refund.created());
    }
  }

  /** The filters of a request, with their errors. */
  private record RefundQuery(
      Form form,
      Optional<Refund.Status> status,
      DateFilter created,
      Optional<PaymentId> payment,
      List<FilterChip> chips) {
    ListInquiry<Refund> inquiry(Refunds refunds, Realm realm) {
      return new ListInquiry<>(
          form,
          chips,
          page -> Findings.of(refunds.list(realm, payment, status, created.span(), page)),
          ListForm.isEmpty(form, FIELDS) ? "refund.created" : "");
    }
  }

  Response show(Visit visit) {
    RefundQuery query = query(visit);
    return page.show(
        visit,
        query.inquiry(refunds, visit.realm()),
        (frame, found) ->
            new View(frame, STATUSES, tabs(visit, query), found.stream().map(Row::of).toList()));
  }

  Response export(Visit visit) {
    return page.export(visit, query(visit).inquiry(refunds, visit.realm()));
  }

  private static List<String> line(Refund refund) {
    return List.of(
        refund.id().text(),
        refund.created().toString(),
        refund.status().text(),
        AmountFormat.text(refund.amount()),
        refund.amount().currency().code(),
        refund.payment().text(),
        refund.reason().map(Refund.Reason::text).orElse(""),
        refund.state().failure().map(Refund.FailureReason::text).orElse(""));
  }

  private RefundQuery query(Visit visit) {
    Form form = ListForm.read(visit.query(), FIELDS);
    Optional<Refund.Status> status = form.optional(STATUS, STATUS_FORMAT);
    DateFilter created = DateFilter.read(form, TimeText.zone(), clock.instant());
    Optional<PaymentId> payment =
        form.optional(PAYMENT, PAYMENT_FORMAT).filter(_ -> form.error(PAYMENT).isEmpty());
    Map<String, String> words =
        Map.of(
            STATUS,
            Pill.of(form.text(STATUS)).words(),
            "date",
            created.words(),
            PAYMENT,
            ListForm.shortened(form.text(PAYMENT)));
    return new RefundQuery(form, status, created, payment, FilterChip.of(form, CHIPS, words));
  }

  private List<ListTab> tabs(Visit visit, RefundQuery query) {
    Paging paging = page.paging(visit);
    boolean counts = query.payment.isEmpty() && query.form.isGood();
    var tabs = new ArrayList<ListTab>();
    tabs.add(tab(visit, query, paging, Optional.empty(), counts));
    for (Refund.Status status : Refund.Status.values()) {
      tabs.add(tab(visit, query, paging, Optional.of(status), counts));
    }
    return tabs;
  }

  private ListTab tab(
      Visit visit,
      RefundQuery query,
      Paging paging,
      Optional<Refund.Status> status,
      boolean counts) {
    String text = status.map(Refund.Status::text).orElse("");
    return new ListTab(
        paging.with(STATUS, text),
        status.isEmpty() ? "All" : Pill.of(text).words(),
        counts
            ? Optional.of(refunds.count(visit.realm(), status, query.created.span()))
            : Optional.empty(),
        query.form.text(STATUS).equals(text));
  }
}
