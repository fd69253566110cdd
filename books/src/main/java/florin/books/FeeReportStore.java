package florin.books;

import florin.books.MonthReport.Period;
import florin.books.fee.Region;
import florin.connector.SettlementLine;
import florin.core.Currency;
import florin.core.Realm;
import florin.db.Db;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** Sums the fees of settlement lines. */
public final class FeeReportStore {
  /**
   * Sums the lines of a month. A line of a closed month counts in the month that was open when it
   * came. A provider may report a payment in parts, which count as one. A line without a payment of
   * Florin counts as a payment of its own.
   */
  private static final String REPORT =
      """
      SELECT currency,
             connector,
             type,
             brand,
             region,
             is_adjustment,
             count(DISTINCT object_id) FILTER (WHERE is_payment)
               + count(*) FILTER (WHERE is_payment AND object_id IS NULL) AS payments,
             coalesce(sum(gross) FILTER (WHERE is_payment), 0)::bigint AS volume,
             sum(fee)::bigint AS fees,
             sum(tax)::bigint AS tax
        FROM (SELECT l.currency,
                     l.connector,
                     l.type,
                     l.object_id,
                     l.gross,
                     l.fee,
                     l.tax,
                     l.type = 'payment' AS is_payment,
                     l.occurred_at < ? AS is_adjustment,
                     p.brand,
                     CASE
                       WHEN p.country = ANY (?) THEN ?
                       WHEN p.country IS NOT NULL THEN ?
                     END AS region
                FROM settlement_line l
                LEFT JOIN payment_for_fees p ON p.realm_id = ? AND p.id = l.object_id AND l.type = 'payment'
               WHERE l.realm_id = ?
                 AND (l.occurred_at >= ? AND l.occurred_at < ? AND (l.adjusted_in IS NULL OR l.adjusted_in <= ?)
                      OR l.adjusted_in = ? AND l.occurred_at < ?)
                 AND (l.type = 'payment' OR l.fee <> 0)) line
       GROUP BY currency, connector, type, brand, region, is_adjustment
       ORDER BY is_adjustment, currency, connector, array_position(?::text[], type), brand, region
      """;

  /** Sums the fees of a month, apart for lines with and without tax. */
  private static final String TAXES =
      """
      SELECT l.currency,
             l.connector,
             l.occurred_at < ? AS is_adjustment,
             sum(l.fee - l.tax)::bigint AS net,
             sum(l.tax)::bigint AS tax
        FROM settlement_line l
       WHERE l.realm_id = ?
         AND (l.occurred_at >= ? AND l.occurred_at < ? AND (l.adjusted_in IS NULL OR l.adjusted_in <= ?)
              OR l.adjusted_in = ? AND l.occurred_at < ?)
         AND (l.fee <> 0 OR l.tax <> 0)
       GROUP BY l.currency, l.connector, is_adjustment, l.tax <> 0
       ORDER BY is_adjustment, l.currency, l.connector, l.tax <> 0 DESC
      """;

  private static final String[] EEA = Region.countriesOfEea().toArray(String[]::new);

  private static final String[] TYPES =
      List.of(SettlementLine.Type.values()).stream()
          .map(SettlementLine.Type::text)
          .toArray(String[]::new);

  private final Db db;

  public FeeReportStore(Db db) {
    this.db = db;
  }

  /**
   * The fees of lines that are alike, in minor units.
   *
   * @param currency the one in which the connector settles
   * @param isAdjustment whether the lines are of closed months
   * @param brand empty without a card, and for lines that are not of payments
   * @param region {@link Region#EEA} or {@link Region#OUTSIDE_EEA}; empty if the country is unknown
   * @param payments 0 for lines that are not of payments, as the volume
   * @param fees includes the tax
   */
  public record FeeRow(
      Currency currency,
      String connector,
      SettlementLine.Type type,
      Optional<String> brand,
      Optional<String> region,
      boolean isAdjustment,
      long payments,
      long volume,
      long fees,
      long tax) {
    private static final int DECIMALS = 3;

    private static FeeRow read(ResultSet row) throws SQLException {
      return new FeeRow(
          Currency.get(row.getString("currency")),
          row.getString("connector"),
          SettlementLine.Type.of(row.getString("type")),
          Optional.ofNullable(row.getString("brand")),
          Optional.ofNullable(row.getString("region")),
          row.getBoolean("is_adjustment"),
          row.getLong("payments"),
          row.getLong("volume"),
          row.getLong("fees"),
          row.getLong("tax"));
    }

    /** Returns the fees as a percentage of the volume; empty without a volume. */
    public Optional<String> percent() {
      return volume > 0 ? Optional.of(share(fees, volume, DECIMALS)) : Optional.empty();
    }
  }

  private static String share(long part, long whole, int decimals) {
    return BigDecimal.valueOf(part)
        .movePointRight(2)
        .divide(BigDecimal.valueOf(whole), decimals, RoundingMode.HALF_UP)
        .toPlainString();
  }

  /**
   * The fees of a connector that have a tax, or that have none, in minor units.
   *
   * @param isAdjustment whether the lines are of closed months
   */
  public record TaxRow(
      Currency currency, String connector, boolean isAdjustment, long net, long tax) {
    private static final int DECIMALS = 2;

    private static TaxRow read(ResultSet row) throws SQLException {
      return new TaxRow(
          Currency.get(row.getString("currency")),
          row.getString("connector"),
          row.getBoolean("is_adjustment"),
          row.getLong("net"),
          row.getLong("tax"));
    }

    public long gross() {
      return net + tax;
    }

    /** Returns the tax as a percentage of the net fees; empty without any. */
    public Optional<String> percent() {
      return net == 0 ? Optional.empty() : Optional.of(share(tax, net, DECIMALS));
    }
  }

  /** Returns the taxes of the fees of a month: with a tax first. */
  public List<TaxRow> taxes(Realm realm, Period period) {
    LocalDate month = period.month().atDay(1);
    return db.list(
        TAXES,
        TaxRow::read,
        period.from(),
        realm.id(),
        period.from(),
        period.until(),
        month,
        month,
        period.from());
  }

  /** Returns the fees of a month, with the payments of a connector first. */
  public List<FeeRow> report(Realm realm, Period period) {
    LocalDate month = period.month().atDay(1);
    return db.list(
        REPORT,
        FeeRow::read,
        period.from(),
        EEA,
        Region.EEA,
        Region.OUTSIDE_EEA,
        realm.id(),
        realm.id(),
        period.from(),
        period.until(),
        month,
        month,
        period.from(),
        TYPES);
  }
}
