package florin.dashboard.books;

import florin.books.Books;
import florin.books.FeeReportStore.FeeRow;
import florin.books.MonthReport.Period;
import florin.connector.SettlementLine;
import florin.connector.instance.Instances;
import florin.core.Currency;
import florin.core.Realm;
import florin.dashboard.parts.CodeText;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.FigureText;
import florin.dashboard.parts.Response;
import florin.page.AmountText;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** `/dashboard/fees`: what payments cost in a month, by connector, brand and region. */
public final class FeePages {
  public static final String PATH = "/dashboard/fees";

  private static final int WHOLE = 100;

  private final Books books;
  private final Instances instances;
  private final InstantSource clock;

  public FeePages(Books books, Instances instances, InstantSource clock) {
    this.books = books;
    this.instances = instances;
    this.clock = clock;
  }

  /** The page. */
  public record View(ReportMonth month, Period period, List<CurrencyFees> currencies) {
    public View {
      currencies = List.copyOf(currencies);
    }
  }

  /**
   * The fees in one currency.
   *
   * @param percent the share of all fees in the volume
   * @param each the fee of an average payment
   * @param parts what the fees are for; empty if there are no fees
   */
  public record CurrencyFees(
      String currency,
      String volume,
      String fees,
      String percent,
      String each,
      List<FeePart> parts,
      List<FeeLine> lines) {
    public CurrencyFees {
      parts = List.copyOf(parts);
      lines = List.copyOf(lines);
    }
  }

  /**
   * A part of the bar of all fees.
   *
   * @param kind the class of its color
   * @param start where it begins, in percent of the bar
   * @param width in percent of the bar
   */
  public record FeePart(String words, String amount, String kind, int start, int width) {}

  /**
   * The fees of lines that are alike.
   *
   * @param share of all fees, in percent
   */
  public record FeeLine(
      String what,
      String connector,
      String region,
      String payments,
      String volume,
      String fees,
      String percent,
      String each,
      int share) {}

  public Response show(DashboardRequest visit) {
    Realm realm = visit.realm();
    Instant now = clock.instant();
    YearMonth month = ReportMonth.read(visit, books, now);
    Period period = books.reports.period(realm, month);
    ConnectorNames names = ConnectorNames.of(instances, realm);
    return Response.Page.of(
        "fees",
        "Fees",
        new View(
            ReportMonth.of(period, now),
            period,
            books.feeReports.report(realm, period).stream()
                .collect(
                    Collectors.groupingBy(
                        it -> it.currency().code(), TreeMap::new, Collectors.toUnmodifiableList()))
                .values()
                .stream()
                .map(rows -> fees(rows, names))
                .toList()));
  }

  private static CurrencyFees fees(List<FeeRow> rows, ConnectorNames names) {
    Currency currency = rows.getFirst().currency();
    ToLongFunction<ToLongFunction<FeeRow>> sum = part -> rows.stream().mapToLong(part).sum();
    long volume = sum.applyAsLong(FeeRow::volume);
    long fees = sum.applyAsLong(FeeRow::fees);
    return new CurrencyFees(
        CodeText.upper(currency.code()),
        AmountText.of(volume, currency),
        AmountText.of(fees, currency),
        volume > 0 ? percent(fees, volume) : FigureText.NONE,
        each(fees, sum.applyAsLong(FeeRow::payments), currency),
        parts(rows, currency),
        rows.stream().map(row -> line(row, names, share(row.fees(), positive(rows)))).toList());
  }

  /** Returns the parts of the bar. Fees that the provider returned are not drawn. */
  private static List<FeePart> parts(List<FeeRow> rows, Currency currency) {
    long whole = positive(rows);
    var parts = new ArrayList<FeePart>();
    int start = 0;
    for (FeeKind kind : FeeKind.values()) {
      List<FeeRow> some = rows.stream().filter(row -> FeeKind.of(row.type()) == kind).toList();
      long fees = some.stream().mapToLong(FeeRow::fees).sum();
      if (fees != 0) {
        int width = Math.min(share(positive(some), whole), WHOLE - start);
        parts.add(new FeePart(kind.words, AmountText.of(fees, currency), kind.color, start, width));
        start += width;
      }
    }
    return parts;
  }

  private static long positive(List<FeeRow> rows) {
    return rows.stream().mapToLong(row -> Math.max(0, row.fees())).sum();
  }

  /** Returns a share in whole percents, between none and all. */
  private static int share(long part, long whole) {
    return part <= 0 ? 0 : Math.toIntExact(Math.round(100.0 * part / whole));
  }

  /** What a fee is for, in the order of the bar. */
  private enum FeeKind {
    PROCESSING("Processing", "accent"),
    DISPUTES("Disputes", "bad"),
    OTHER("Other", "calm");

    private final String words;
    private final String color;

    FeeKind(String words, String color) {
      this.words = words;
      this.color = color;
    }

    static FeeKind of(SettlementLine.Type type) {
      return switch (type) {
        case PAYMENT, REFUND, REFUND_FAILURE -> PROCESSING;
        case DISPUTE -> DISPUTES;
        case FEE, RESERVE, PAYOUT, PAYOUT_FAILURE, ADJUSTMENT -> OTHER;
      };
    }
  }

  private static FeeLine line(FeeRow row, ConnectorNames names, int share) {
    Currency currency = row.currency();
    boolean isPayment = row.type() == SettlementLine.Type.PAYMENT;
    return new FeeLine(
        what(row),
        names.of(row.connector()),
        row.region().map(FeePages::region).orElse(""),
        isPayment ? FigureText.count(row.payments()) : "",
        isPayment ? AmountText.of(row.volume(), currency) : "",
        AmountText.of(row.fees(), currency),
        row.percent().map(_ -> percent(row.fees(), row.volume())).orElse(""),
        isPayment ? each(row.fees(), row.payments(), currency) : "",
        share);
  }

  private static String what(FeeRow row) {
    String what =
        switch (row.type()) {
          case PAYMENT -> row.brand().map(CodeText::of).orElse("Other payments");
          case REFUND -> "Refunds";
          case REFUND_FAILURE -> "Failed refunds";
          case DISPUTE -> "Disputes";
          case FEE -> "Other fees";
          case RESERVE -> "Reserves";
          case PAYOUT -> "Payouts";
          case PAYOUT_FAILURE -> "Failed payouts";
          case ADJUSTMENT -> "Corrections";
        };
    return row.isAdjustment() ? what + ", adjustment" : what;
  }

  private static String region(String region) {
    return region.equals("eea") ? "EEA" : "Outside the EEA";
  }

  private static String percent(long fees, long volume) {
    return BigDecimal.valueOf(fees)
            .movePointRight(2)
            .divide(BigDecimal.valueOf(volume), 2, RoundingMode.HALF_UP)
            .toPlainString()
        + "%";
  }

  private static String each(long fees, long payments, Currency currency) {
    return payments == 0
        ? FigureText.NONE
        : AmountText.of(
            BigDecimal.valueOf(fees)
                .divide(BigDecimal.valueOf(payments), 0, RoundingMode.HALF_UP)
                .longValueExact(),
            currency);
  }
}
