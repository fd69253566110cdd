package florin.books;

import florin.books.SettlementStore.StoredLine;
import florin.core.Id.SettlementId;
import florin.core.Id.SettlementLineId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.ListQuery;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Compares the lines of settlement files with the payments and refunds of Florin. */
final class FileLineStore {
  /**
   * Selects lines with their status. All lines of a payment together have its captured amount,
   * because a provider may report it in parts.
   */
  private static final String COMPARED =
      """
      SELECT l.*,
             CASE
               WHEN l.type NOT IN ('payment', 'refund', 'refund_failure', 'dispute') THEN 'other'
               WHEN coalesce(l.object_id, l.payment_id) IS NULL THEN 'missing_here'
               WHEN l.type NOT IN ('payment', 'refund') OR l.payment_id IS NOT NULL THEN 'matched'
               WHEN (SELECT sum(coalesce(o.original_amount, o.gross))
                       FROM settlement_line o
                      WHERE o.realm_id = l.realm_id
                        AND o.object_id = l.object_id
                        AND o.type = l.type)
                    = (SELECT CASE WHEN p.currency = coalesce(l.original_currency, l.currency) THEN p.amount_captured END
                         FROM payment_for_ledger p
                        WHERE p.realm_id = l.realm_id
                          AND p.id = l.object_id
                          AND l.type = 'payment'
                        UNION ALL
                       SELECT CASE WHEN r.currency = coalesce(l.original_currency, l.currency) THEN -r.amount END
                         FROM refund_for_ledger r
                        WHERE r.realm_id = l.realm_id
                          AND r.id = l.object_id
                          AND l.type = 'refund') THEN 'matched'
               ELSE 'amount_differs'
             END AS status
        FROM settlement_line l\
      """;

  private static final String COUNT =
      """
      SELECT status, count(*) AS lines
        FROM (%s) AS line
       WHERE realm_id = ?
         AND settlement_id = ?
       GROUP BY status
      """
          .formatted(COMPARED);

  private final Db db;

  FileLineStore(Db db) {
    this.db = db;
  }

  /** The comparison of a line with the payment or refund of its reference. */
  enum LineStatus {
    MATCHED,
    /** The amount or the currency is another one. */
    AMOUNT_DIFFERS,
    /** Florin has no such payment or refund. */
    MISSING_HERE,
    /** The line has no payment or refund: a fee, a payout or an adjustment. */
    OTHER;

    /** Returns the text in SQL and JSON. */
    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the number of lines that a file has added, by their status. */
  Map<LineStatus, Long> count(Realm realm, SettlementId file) {
    return db
        .list(
            COUNT,
            row ->
                Map.entry(
                    LineStatus.valueOf(row.getString("status").toUpperCase(Locale.ROOT)),
                    row.getLong("lines")),
            realm.id(),
            file.uuid())
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Returns a page of the lines that a file has added, newest first. */
  Page<StoredLine> list(Realm realm, SettlementId file, Optional<String> status, PageRequest page) {
    return new ListQuery("SELECT * FROM (%s) AS line".formatted(COMPARED), realm)
        .and("settlement_id = ?", file.uuid())
        .and("status = ?", status)
        .page(db, page, SettlementStore::read);
  }

  /** Returns whether a line can be the position of a page. */
  boolean has(Realm realm, SettlementLineId id) {
    return new SettlementStore(db).find(realm, id).isPresent();
  }
}
