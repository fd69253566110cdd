package florin.dispute;

import florin.core.Currency;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums of a realm's disputes. Each query reads a limited number of disputes, the newest. */
public final class DisputeFigureStore {
  /** The most disputes that a query reads. */
  static final int MOST = 10_000;

  private static final String OPEN =
      """
      SELECT currency, sum(amount)::bigint AS amount
        FROM (SELECT currency, amount
                FROM dispute
               WHERE realm_id = ?
                 AND closed_at IS NULL
                 AND amount IS NOT NULL
               ORDER BY realm_id DESC, id DESC
               LIMIT %d) AS open
       GROUP BY currency
       ORDER BY amount DESC, currency
      """
          .formatted(MOST);

  private static final String DECIDED =
      """
      SELECT count(*) FILTER (WHERE status = 'won') AS won,
             count(*) FILTER (WHERE status IN ('lost', 'accepted', 'expired')) AS lost
        FROM (SELECT status
                FROM dispute
               WHERE realm_id = ?
                 AND closed_at >= ?
               ORDER BY realm_id DESC, id DESC
               LIMIT %d) AS decided
      """
          .formatted(MOST);

  /** Counts disputes by the brand of the card. An inquiry counts once it is a dispute. */
  private static final String OPENED =
      """
      SELECT p.brand, count(*) AS opened
        FROM (SELECT realm_id, payment_id
                FROM dispute
               WHERE realm_id = ?
                 AND id >= ?
                 AND id <= ?
                 AND provider_status NOT LIKE 'warning%%'
               ORDER BY realm_id DESC, id DESC
               LIMIT %d) AS d
        JOIN payment_for_report p ON p.realm_id = d.realm_id AND p.id = d.payment_id
       GROUP BY p.brand
      """
          .formatted(MOST);

  private final Db db;

  public DisputeFigureStore(Db db) {
    this.db = db;
  }

  /** The number of decided disputes. */
  public record Decided(long won, long lost) {}

  /** Returns the sum of open disputes in each currency, the largest first. */
  public List<Money> listOpen(Realm realm) {
    return db.list(
        OPEN,
        row -> new Money(row.getLong("amount"), Currency.get(row.getString("currency"))),
        realm.id());
  }

  /** Returns the disputes that were decided since a time. */
  public Decided countDecided(Realm realm, Instant since) {
    return db.list(
            DECIDED, row -> new Decided(row.getLong("won"), row.getLong("lost")), realm.id(), since)
        .getFirst();
  }

  /** Returns the number of disputes that were opened in a span, by the brand of the card. */
  public Map<String, Long> countOpened(Realm realm, Instant from, Instant until) {
    var opened = new HashMap<String, Long>();
    db.list(
            OPENED,
            row -> Map.entry(row.getString("brand"), row.getLong("opened")),
            realm.id(),
            IdTime.lowest(from),
            IdTime.highest(until))
        .forEach(count -> opened.put(count.getKey(), count.getValue()));
    return opened;
  }
}
