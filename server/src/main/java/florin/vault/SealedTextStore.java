package florin.vault;

import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** One column of what a {@link SecretSeal} has sealed, for a rotation of the envelope key. */
public final class SealedTextStore implements SealedThings {
  private final Db db;
  private final SecretSeal seal;
  private final int current;
  private final Column column;

  /**
   * Where the sealed texts stand. All of it goes into SQL as it is.
   *
   * @param name of what they are, in the plural
   * @param id the primary key, for which they are sealed
   * @param realm an expression for the realm's id, for which they are sealed
   */
  public record Column(String name, String table, String id, String realm, String column) {
    private String count() {
      return """
      SELECT split_part(%1$s, '.', 1)::integer AS key, count(*) AS sealed
        FROM %2$s
       WHERE %1$s IS NOT NULL
       GROUP BY key
      """
          .formatted(column, table);
    }

    private String sealedOtherwise() {
      return """
      SELECT %1$s AS id, %2$s AS realm_id, %3$s AS sealed
        FROM %4$s
       WHERE %1$s > ?
         AND split_part(%3$s, '.', 1) <> ?
       ORDER BY %1$s
       LIMIT ?
         FOR UPDATE
      """
          .formatted(id, realm, column, table);
    }

    private String rewrap() {
      return """
      UPDATE %s
         SET %s = ?
       WHERE %s = ?
      """
          .formatted(table, column, id);
    }
  }

  /**
   * @param current the key that the seal seals with
   */
  public SealedTextStore(Db db, SecretSeal seal, int current, Column column) {
    this.db = db;
    this.seal = seal;
    this.current = current;
    this.column = column;
  }

  private record Row(UUID id, Realm realm, String sealed) {
    static Row read(ResultSet row) throws SQLException {
      return new Row(
          row.getObject("id", UUID.class),
          new Realm(row.getLong("realm_id")),
          row.getString("sealed"));
    }
  }

  @Override
  public String name() {
    return column.name();
  }

  @Override
  public Map<Integer, Long> countByKey() {
    return db
        .list(column.count(), row -> Map.entry(row.getInt("key"), row.getLong("sealed")))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Override
  public Batch rewrap(Place from, int most) {
    return db.transaction(connection -> {
      List<Row> rows =
          Db.query(
              connection,
              column.sealedOtherwise(),
              Row::read,
              from.id(),
              Integer.toString(current),
              most);
      for (Row row : rows) {
        String secret = seal.open(row.realm(), row.id(), row.sealed());
        Db.update(connection, column.rewrap(), seal.seal(row.realm(), row.id(), secret), row.id());
      }
      return rows.isEmpty()
          ? Batch.END
          : new Batch(
              rows.size(), Optional.of(new Place(Place.BEGIN.group(), rows.getLast().id())));
    });
  }
}
