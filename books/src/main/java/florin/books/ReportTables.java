package florin.books;

import florin.books.FeeReportStore.FeeRow;
import florin.books.FeeReportStore.TaxRow;
import florin.books.MonthReport.AccountMonth;
import florin.books.PayoutReportStore.PayoutSums;
import florin.books.ReportTable.Cell;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import java.math.BigDecimal;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The reports of a month as files, with amounts in the currency's main unit. */
public final class ReportTables {
  private ReportTables() {}

  public static ReportTable balance(MonthReport report) {
    return new ReportTable(
        "balance",
        report.period().month(),
        List.of(
            "currency",
            "account",
            "party",
            "opening",
            "adjustments",
            "debits",
            "credits",
            "closing"),
        report.accounts().stream().map(ReportTables::row).toList());
  }

  private static List<Cell> row(AccountMonth it) {
    Currency currency = it.currency();
    return ReportTable.row(
        Cell.of(currency),
        Cell.of(it.role().text()),
        Cell.of(party(it)),
        Cell.of(it.opening(), currency),
        Cell.of(it.adjustment(), currency),
        Cell.of(it.debits(), currency),
        Cell.of(it.credits(), currency),
        Cell.of(it.closing(), currency));
  }

  /** Returns the id of the connector or receiving account. */
  private static String party(AccountMonth account) {
    return account.role() == Chart.BANK && !account.party().isEmpty()
        ? new ReceivingAccountId(UUID.fromString(account.party())).text()
        : account.party();
  }

  public static ReportTable fees(YearMonth month, List<FeeRow> rows) {
    return new ReportTable(
        "fees",
        month,
        List.of(
            "currency",
            "connector",
            "type",
            "brand",
            "region",
            "adjustment",
            "payments",
            "volume",
            "fees",
            "tax",
            "percent"),
        rows.stream().map(ReportTables::row).toList());
  }

  private static List<Cell> row(FeeRow it) {
    return ReportTable.row(
        Cell.of(it.currency()),
        Cell.of(it.connector()),
        Cell.of(it.type().text()),
        Cell.of(it.brand().orElse("")),
        Cell.of(it.region().orElse("")),
        Cell.of(Boolean.toString(it.isAdjustment())),
        Cell.of(it.payments()),
        Cell.of(it.volume(), it.currency()),
        Cell.of(it.fees(), it.currency()),
        Cell.of(it.tax(), it.currency()),
        percent(it.percent()));
  }

  public static ReportTable taxes(YearMonth month, List<TaxRow> rows) {
    return new ReportTable(
        "fee-taxes",
        month,
        List.of("currency", "connector", "adjustment", "net", "tax", "gross", "percent"),
        rows.stream().map(ReportTables::row).toList());
  }

  private static List<Cell> row(TaxRow it) {
    return ReportTable.row(
        Cell.of(it.currency()),
        Cell.of(it.connector()),
        Cell.of(Boolean.toString(it.isAdjustment())),
        Cell.of(it.net(), it.currency()),
        Cell.of(it.tax(), it.currency()),
        Cell.of(it.gross(), it.currency()),
        percent(it.percent()));
  }

  public static ReportTable payouts(YearMonth month, List<PayoutSums> rows) {
    return new ReportTable(
        "payouts",
        month,
        List.of(
            "payout",
            "connector",
            "reference",
            "arrives_on",
            "status",
            "currency",
            "payments",
            "refunds",
            "disputes",
            "fees",
            "other",
            "unreported",
            "amount",
            "amount_arrived"),
        rows.stream().map(ReportTables::row).toList());
  }

  private static List<Cell> row(PayoutSums it) {
    Payout payout = it.payout();
    Currency currency = payout.currency();
    return ReportTable.row(
        Cell.of(payout.id().text()),
        Cell.of(payout.connector()),
        Cell.of(payout.reference()),
        Cell.of(payout.arrivesOn().toString()),
        Cell.of(payout.status().text()),
        Cell.of(currency),
        Cell.of(it.payments(), currency),
        Cell.of(it.refunds(), currency),
        Cell.of(it.disputes(), currency),
        Cell.of(it.fees(), currency),
        Cell.of(it.other(), currency),
        Cell.of(it.unreported(), currency),
        Cell.of(payout.amount(), currency),
        Cell.of(payout.arrivedAmount(), currency));
  }

  private static Cell percent(Optional<String> percent) {
    return percent
        .<Cell>map(text -> new Cell.Decimal(new BigDecimal(text)))
        .orElseGet(() -> Cell.of(""));
  }
}
