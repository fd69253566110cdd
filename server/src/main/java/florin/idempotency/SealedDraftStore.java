package florin.idempotency;

import florin.db.Db;
import florin.db.DueRows;
import florin.db.DueRows.DueRow;
import florin.vault.SealedThings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sealed card numbers in drafts, for a rotation of the envelope key. A draft whose payment is
 * written is no longer needed, so it is deleted instead of sealed anew. The few others stay until
 * their payment is written.
 *
 * @param current the key that seals new numbers
 */
public record SealedDraftStore(Db db, int current) implements SealedThings {
  private static final String COUNT_BY_KEY =
      """
      SELECT draft_key, count(*) AS numbers
        FROM idempotency
       WHERE draft IS NOT NULL
         AND draft_key IS NOT NULL
       GROUP BY draft_key
      """;

  private static final String SEALED_OTHERWISE =
      """
      SELECT i.realm_id, i.id
        FROM idempotency i
       WHERE (i.realm_id, i.id) > (?, ?)
         AND i.draft_key <> ?
         AND EXISTS (SELECT FROM written_payment p WHERE p.realm_id = i.realm_id AND p.id = i.resource_id)
       ORDER BY i.realm_id, i.id
       LIMIT ?
      """;

  /** Deletes drafts. A locked row is skipped until the next pass. */
  private static final String DROP =
      """
      UPDATE idempotency
         SET draft = NULL,
             drafted_at = NULL,
             draft_key = NULL
       WHERE realm_id = ?
         AND id IN (
             SELECT i.id
               FROM idempotency i
              WHERE i.realm_id = ?
                AND i.id = ANY(?)
                AND i.draft_key <> ?
                AND EXISTS (SELECT FROM written_payment p WHERE p.realm_id = ? AND p.id = i.resource_id)
                FOR UPDATE OF i SKIP LOCKED)
      """;

  @Override
  public String name() {
    return "drafts of payments";
  }

  @Override
  public String fate() {
    return "dropped";
  }

  @Override
  public Map<Integer, Long> countByKey() {
    var counts = new TreeMap<Integer, Long>();
    db.list(COUNT_BY_KEY, row -> counts.put(row.getInt("draft_key"), row.getLong("numbers")));
    return counts;
  }

  @Override
  public Batch rewrap(Place from, int most) {
    List<DueRow> old =
        DueRows.listRows(db, SEALED_OTHERWISE, from.group(), from.id(), current, most);
    if (old.isEmpty()) {
      return Batch.END;
    }
    int dropped =
        db.updateForEach(
            DROP,
            DueRows.byRealm(old),
            of -> new Object[] {of.realm(), of.realm(), of.array(), current, of.realm()});
    DueRow last = old.getLast();
    return new Batch(dropped, Optional.of(new Place(last.realm(), last.id())));
  }
}
