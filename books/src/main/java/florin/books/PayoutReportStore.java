package florin.books;

import florin.core.Page;
import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the payouts of a month with the sums of their lines. */
public final class PayoutReportStore {
  /** The most payouts of a report as JSON and on the page. Files have all. */
  public static final int MOST = 1_000;

  /** The payouts that files have are read in parts of this size. */
  static final int PART = 1_000;

  private static final UUID BEFORE_ALL = new UUID(0, 0);

  private static final String REPORT =
      """
      SELECT p.*, l.payments, l.refunds, l.disputes, l.fees, l.net
        FROM payout p
       CROSS JOIN LATERAL (
             SELECT coalesce(sum(s.gross) FILTER (WHERE s.type = 'payment'), 0)::bigint AS payments,
                    coalesce(sum(s.gross) FILTER (WHERE s.type IN ('refund', 'refund_failure')), 0)::bigint AS refunds,
                    coalesce(sum(s.gross) FILTER (WHERE s.type = 'dispute'), 0)::bigint AS disputes,
                    coalesce(sum(CASE s.type WHEN 'fee' THEN s.net ELSE -s.fee END), 0)::bigint AS fees,
                    coalesce(sum(s.net), 0)::bigint AS net
               FROM payout_part s
              WHERE s.realm_id = ?
                AND s.payout_id = p.id) l
       WHERE p.realm_id = ?
         AND (p.arrives_on, p.id) > (?, ?)
         AND p.arrives_on < ?
       ORDER BY p.arrives_on, p.id
       LIMIT ?
      """;

  private final Db db;

  public PayoutReportStore(Db db) {
    this.db = db;
  }

  /**
   * A payout with the sums of its lines, in minor units, positive towards the merchant.
   *
   * @param fees of all lines
   * @param net of all lines
   */
  public record PayoutSums(
      Payout payout, long payments, long refunds, long disputes, long fees, long net) {
    /** Returns the amount of reserves and adjustments. */
    public long other() {
      return net - payments - refunds - disputes - fees;
    }

    /** Returns the part of the payout that no line explains. */
    public long unreported() {
      return payout.amount() - net;
    }

    private static PayoutSums read(ResultSet row) throws SQLException {
      return new PayoutSums(
          PayoutStore.read(row),
          row.getLong("payments"),
          row.getLong("refunds"),
          row.getLong("disputes"),
          row.getLong("fees"),
          row.getLong("net"));
    }
  }

  /** Returns the first payouts that arrive in a month by the provider's calendar. */
  public Page<PayoutSums> list(Realm realm, YearMonth month) {
    List<PayoutSums> found = list(realm, month, Optional.empty(), MOST + 1);
    return found.size() > MOST
        ? new Page<>(found.subList(0, MOST), true)
        : new Page<>(found, false);
  }

  /** Returns all payouts that arrive in a month. */
  public List<PayoutSums> listAll(Realm realm, YearMonth month) {
    return listAll(realm, month, PART);
  }

  List<PayoutSums> listAll(Realm realm, YearMonth month, int part) {
    var all = new ArrayList<>(list(realm, month, Optional.empty(), part));
    int read = all.size();
    while (read == part) {
      List<PayoutSums> next = list(realm, month, Optional.of(all.getLast().payout()), part);
      all.addAll(next);
      read = next.size();
    }
    return all;
  }

  private List<PayoutSums> list(Realm realm, YearMonth month, Optional<Payout> after, int most) {
    long id = realm.id();
    return db.list(
        REPORT,
        PayoutSums::read,
        id,
        id,
        after.map(Payout::arrivesOn).orElse(month.atDay(1)),
        after.map(it -> it.id().uuid()).orElse(BEFORE_ALL),
        month.plusMonths(1).atDay(1),
        most);
  }
}
