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
 * The webhook signing secrets, for a rotation of the encryption key: each endpoint's own, and its
 * previous one while that still signs. The rotation raises an endpoint's version, so a concurrent
 * change is decided again with the new ciphertexts.
 */
public final class SealedSecretStore implements SealedThings {
  private static final String COUNT =
      """
      SELECT split_part(s.sealed, '.', 1)::integer AS key, count(*) AS secrets
        FROM webhook_endpoint e
       CROSS JOIN LATERAL (VALUES (e.secret), (e.old_secret)) AS s(sealed)
       WHERE s.sealed IS NOT NULL
       GROUP BY key
      """;

  private static final String SEALED_OTHERWISE =
      """
      SELECT realm_id, id, secret, old_secret
        FROM webhook_endpoint
       WHERE (realm_id, id) > (?, ?)
         AND (split_part(secret, '.', 1) <> ? OR split_part(old_secret, '.', 1) <> ?)
       ORDER BY realm_id, id
       LIMIT ?
      """;

  /**
   * Rewraps the secrets, unless they changed since they were read; then they already have the new
   * key.
   */
  private static final String REWRAP =
      """
      UPDATE webhook_endpoint
         SET version = version + 1,
             secret = ?,
             old_secret = ?
       WHERE realm_id = ?
         AND id = ?
         AND secret = ?
         AND old_secret IS NOT DISTINCT FROM ?
      """;

  private final Db db;
  private final SecretSeal seal;
  private final int current;

  /**
   * Creates the store.
   *
   * @param current the key that now encrypts
   */
  public SealedSecretStore(Db db, SecretSeal seal, int current) {
    this.db = db;
    this.seal = seal;
    this.current = current;
  }

  private record Row(Realm realm, UUID id, String secret, Optional<String> old) {
    static Row read(ResultSet row) throws SQLException {
      return new Row(
          new Realm(row.getLong("realm_id")),
          row.getObject("id", UUID.class),
          row.getString("secret"),
          Optional.ofNullable(row.getString("old_secret")));
    }
  }

  @Override
  public String name() {
    return "webhook secrets";
  }

  @Override
  public Map<Integer, Long> countByKey() {
    return db.list(COUNT, row -> Map.entry(row.getInt("key"), row.getLong("secrets"))).stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public Batch rewrap(Place from, int most) {
    String key = Integer.toString(current);
    return db.transaction(connection -> {
      List<Row> rows =
          Db.query(
              connection, SEALED_OTHERWISE, Row::read, from.group(), from.id(), key, key, most);
      int wrapped = 0;
      for (Row row : rows) {
        wrapped +=
            Db.update(
                connection,
                REWRAP,
                anew(row, row.secret()),
                row.old().map(old -> anew(row, old)),
                row.realm().id(),
                row.id(),
                row.secret(),
                row.old());
      }
      return rows.isEmpty()
          ? Batch.END
          : new Batch(
              wrapped, Optional.of(new Place(rows.getLast().realm().id(), rows.getLast().id())));
    });
  }

  private String anew(Row row, String sealed) {
    return seal.seal(row.realm(), row.id(), seal.open(row.realm(), row.id(), sealed));
  }
}
