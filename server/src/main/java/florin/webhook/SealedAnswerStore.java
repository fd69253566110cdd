package florin.webhook;

import florin.core.Realm;
import florin.db.Db;
import florin.vault.SealedThings;
import florin.vault.SecretSeal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The answers that are kept for a day under idempotency keys and hold a signing secret, for a
 * rotation of the envelope key: whoever repeats a request gets the same bytes before and after.
 */
public final class SealedAnswerStore implements SealedThings {
  private static final String COUNT =
      """
      SELECT split_part(sealed_secret, '.', 1)::integer AS key, count(*) AS answers
        FROM idempotency
       WHERE sealed_secret IS NOT NULL
       GROUP BY key
      """;

  private static final String SEALED_OTHERWISE =
      """
      SELECT realm_id, id, resource_id, sealed_secret
        FROM idempotency
       WHERE (realm_id, id) > (?, ?)
         AND sealed_secret IS NOT NULL
         AND split_part(sealed_secret, '.', 1) <> ?
       ORDER BY realm_id, id
       LIMIT ?
         FOR UPDATE
      """;

  private static final String REWRAP =
      """
      UPDATE idempotency
         SET sealed_secret = ?
       WHERE realm_id = ?
         AND id = ?
      """;

  private final Db db;
  private final SecretSeal seal;
  private final int current;

  /**
   * @param current the key that the seal seals with
   */
  public SealedAnswerStore(Db db, SecretSeal seal, int current) {
    this.db = db;
    this.seal = seal;
    this.current = current;
  }

  private record Row(Realm realm, UUID id, UUID resource, String sealed) {
    static Row read(ResultSet row) throws SQLException {
      return new Row(
          new Realm(row.getLong("realm_id")),
          row.getObject("id", UUID.class),
          row.getObject("resource_id", UUID.class),
          row.getString("sealed_secret"));
    }
  }

  @Override
  public String name() {
    return "kept answers";
  }

  @Override
  public Map<Integer, Long> countByKey() {
    return db.list(COUNT, row -> Map.entry(row.getInt("key"), row.getLong("answers"))).stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public Batch rewrap(Place from, int most) {
    return db.transaction(connection -> {
      List<Row> rows =
          Db.query(
              connection,
              SEALED_OTHERWISE,
              Row::read,
              from.group(),
              from.id(),
              Integer.toString(current),
              most);
      for (Row row : rows) {
        Db.update(connection, REWRAP, anew(row), row.realm().id(), row.id());
      }
      return rows.isEmpty()
          ? Batch.END
          : new Batch(
              rows.size(),
              Optional.of(new Place(rows.getLast().realm().id(), rows.getLast().id())));
    });
  }

  private String anew(Row row) {
    return seal.seal(
        row.realm(), row.resource(), seal.open(row.realm(), row.resource(), row.sealed()));
  }
}
