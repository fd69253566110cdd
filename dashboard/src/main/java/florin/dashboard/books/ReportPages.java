package florin.dashboard.books;

import florin.books.BalanceStore.TransactionFilter;
import florin.books.BalanceTransaction;
import florin.books.Books;
import florin.books.FeeReportStore.TaxRow;
import florin.books.MonthReport;
import florin.books.MonthReport.Period;
import florin.books.MonthReportApi;
import florin.books.PayoutReportStore.PayoutSums;
import florin.books.ReportTable;
import florin.books.ReportTable.FileFormat;
import florin.books.ReportTables;
import florin.books.SettlementStore.StoredLine;
import florin.connector.instance.Instances;
import florin.core.Id;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.dashboard.parts.BankText;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Pill;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Done;
import florin.dashboard.parts.Response.Raw;
import florin.db.IdTime;
import florin.page.AmountText;
import florin.team.AuditLine;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** `/dashboard/reports`: the end of a month, and its reports as files. */
public final class ReportPages {
  public static final String PATH = "/dashboard/reports";
  public static final String CLOSE_PATH = PATH + "/close";
  public static final String CSV_PATH = PATH + ".csv";
  public static final String XLSX_PATH = PATH + ".xlsx";

  private static final int MAX_ADJUSTMENTS = 50;

  private final Books books;
  private final Instances instances;
  private final InstantSource clock;

  public ReportPages(Books books, Instances instances, InstantSource clock) {
    this.books = books;
    this.instances = instances;
    this.clock = clock;
  }

  /**
   * The page.
   *
   * @param canClose whether a member may close the month, as far as its state allows it
   * @param adjustments of closed months, the newest first
   */
  public record View(
      ReportMonth month,
      Period period,
      boolean canClose,
      List<MonthStatement> statements,
      Page<Adjustment> adjustments,
      Page<PayoutRow> payouts,
      List<Tax> taxes) {
    public View {
      statements = List.copyOf(statements);
      taxes = List.copyOf(taxes);
    }

    public String closeWords() {
      return "Close " + month.words();
    }
  }

  /** A movement of a closed month that came later. */
  public record Adjustment(String type, String details, String amount, Instant at) {}

  /** A payout with what it is made of. */
  public record PayoutRow(
      String path,
      String arrives,
      Pill pill,
      String connector,
      String payments,
      String refunds,
      String fees,
      String other,
      String amount) {}

  /** The taxes of a connector's fees. */
  public record Tax(
      String currency,
      String connector,
      boolean isAdjustment,
      String net,
      String tax,
      String gross,
      String percent) {}

  public Response show(DashboardRequest visit) {
    Realm realm = visit.realm();
    Instant now = clock.instant();
    YearMonth month = ReportMonth.read(visit, books, now);
    MonthReport report = books.reports.report(realm, month);
    Period period = report.period();
    ConnectorNames names = ConnectorNames.of(instances, realm);
    Page<PayoutSums> payouts = books.payoutReports.list(realm, month);
    return Response.Page.of(
        "reports",
        "Reports",
        new View(
            ReportMonth.of(period, now),
            period,
            period.closed().isEmpty() && period.isComplete(),
            MonthStatement.listOf(report, books.reports.refunds(realm, period), names),
            adjustments(realm, month),
            new Page<>(
                payouts.data().stream().map(it -> row(it, names)).toList(), payouts.hasMore()),
            books.feeReports.taxes(realm, period).stream().map(it -> tax(it, names)).toList()));
  }

  private Page<Adjustment> adjustments(Realm realm, YearMonth month) {
    var filter =
        new TransactionFilter(
            Optional.empty(), Optional.empty(), Optional.of(month), IdTime.Span.ALWAYS, false);
    Page<BalanceTransaction> found =
        books.balances.list(realm, filter, PageRequest.first(MAX_ADJUSTMENTS));
    Map<Id, StoredLine> lines = books.lines.sources(realm, found.data());
    List<Adjustment> shown =
        found.data().stream()
            .map(it ->
                new Adjustment(
                    MovementText.of(it.type().text()),
                    Optional.ofNullable(lines.get(it.source()))
                        .map(ReportPages::details)
                        .orElseGet(() -> it.source().text()),
                    AmountText.of(it.amount(), it.currency()),
                    it.created()))
            .toList();
    return new Page<>(shown, found.hasMore());
  }

  private static String details(StoredLine line) {
    return line.description().isEmpty() ? line.reference() : line.description();
  }

  private static PayoutRow row(PayoutSums sums, ConnectorNames names) {
    var payout = sums.payout();
    return new PayoutRow(
        PayoutPages.path(payout.id()),
        BankText.day(payout.arrivesOn()),
        PayoutText.pill(payout),
        names.of(payout.connector()),
        AmountText.of(sums.payments(), payout.currency()),
        AmountText.of(sums.refunds(), payout.currency()),
        AmountText.of(sums.fees(), payout.currency()),
        AmountText.of(sums.disputes() + sums.other() + sums.unreported(), payout.currency()),
        AmountText.of(payout.amount(), payout.currency()));
  }

  private static Tax tax(TaxRow row, ConnectorNames names) {
    return new Tax(
        CodeText.upper(row.currency().code()),
        names.of(row.connector()),
        row.isAdjustment(),
        AmountText.of(row.net(), row.currency()),
        AmountText.of(row.tax(), row.currency()),
        AmountText.of(row.gross(), row.currency()),
        row.percent().map(it -> it + "%").orElse(""));
  }

  public Response csv(DashboardRequest visit) {
    return file(visit, FileFormat.CSV);
  }

  public Response xlsx(DashboardRequest visit) {
    return file(visit, FileFormat.XLSX);
  }

  /** Returns a report as a file. */
  private Response file(DashboardRequest visit, FileFormat format) {
    Realm realm = visit.realm();
    YearMonth month = ReportMonth.read(visit, books, clock.instant());
    ReportTable table =
        switch (visit.query().value("report").orElse("")) {
          case "fees" ->
              ReportTables.fees(
                  month, books.feeReports.report(realm, books.reports.period(realm, month)));
          case "taxes" ->
              ReportTables.taxes(
                  month, books.feeReports.taxes(realm, books.reports.period(realm, month)));
          case "payouts" -> ReportTables.payouts(month, books.payoutReports.listAll(realm, month));
          default -> ReportTables.balance(books.reports.report(realm, month));
        };
    visit.note(table.name() + " " + month);
    return new Raw(MonthReportApi.file(table, format));
  }

  /** Closes the month, so that its reports stay as they are. */
  public Response close(DashboardRequest visit) {
    Optional<YearMonth> month = ReportMonth.find(visit.form().text("month"));
    if (month.isEmpty()) {
      return Done.to(PATH).warning("Choose a month. Nothing was changed.");
    }
    visit.note(month.get().toString());
    String path = PATH + "?month=" + month.get();
    return Done.to(path)
        .after(
            () ->
                books.reports.close(
                    visit.realm(), month.get(), clock.instant(), AuditLine.work(visit::auditLine)),
            ReportMonth.words(month.get()) + " closed.");
  }
}
