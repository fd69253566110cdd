package florin.idempotency;

import florin.db.Db;
import florin.vault.SealedThings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The card numbers in drafts, for a rotation of the envelope key. One whose payment is written is
 * of no use any more, so it is dropped and not sealed anew; the few others stay until theirs is.
 *
 * @param current the key that numbers are to be sealed under
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

  /** In the order of the key, from which a row that is locked stays away until the next pass. */
  private static final String DROP =
      """
      WITH old AS (
          SELECT i.realm_id, i.id
            FROM idempotency i
           WHERE (i.realm_id, i.id) > (?, ?)
             AND i.draft_key <> ?
             AND EXISTS (SELECT FROM payment p WHERE p.realm_id = i.realm_id AND p.id = i.resource_id)
           ORDER BY i.realm_id, i.id
           LIMIT ?
             FOR UPDATE SKIP LOCKED)
      UPDATE idempotency i
         SET draft = NULL,
             drafted_at = NULL,
             draft_key = NULL
        FROM old
       WHERE i.realm_id = old.realm_id
         AND i.id = old.id
      RETURNING i.realm_id, i.id
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
    List<Place> dropped =
        db.transaction(connection ->
            Db.query(
                connection,
                DROP,
                row -> new Place(row.getLong("realm_id"), row.getObject("id", UUID.class)),
                from.group(),
                from.id(),
                current,
                most));
    return dropped.isEmpty() ? Batch.END : new Batch(dropped.size(), last(dropped));
  }

  /** Ids count as PostgreSQL counts them, by their bytes. */
  private static Optional<Place> last(List<Place> places) {
    return places.stream()
        .max((a, b) ->
            a.group() != b.group()
                ? Long.compare(a.group(), b.group())
                : compareBytes(a.id(), b.id()));
  }

  private static int compareBytes(UUID a, UUID b) {
    int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
  }
}
