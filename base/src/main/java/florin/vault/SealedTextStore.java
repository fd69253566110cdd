package florin.vault;

import florin.core.Realm;
import florin.db.Db;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** A column of texts that a {@link SecretSeal} encrypts, for a rotation of the encryption key. */
public final class SealedTextStore implements SealedThings {
  private final Db db;
  private final SecretSeal seal;
  private final int current;
  private final SealedColumn column;

  /**
   * The column of the encrypted texts. All values go into SQL unchanged.
   *
   * @param name the name of the texts, in the plural
   * @param key the columns of the primary key: an id, after its realm if the key begins with one
   * @param realm an expression for the realm's id, to which the ciphertext is bound
   * @param owner the column of the id to which the ciphertext is bound
   */
  public record SealedColumn(
      String name, String table, List<String> key, String realm, String owner, String column) {
    public SealedColumn {
      key = List.copyOf(key);
    }

    /** Returns a column in a table of realms' rows, whose key begins with the realm. */
    public static SealedColumn ofRealms(String name, String table, String owner, String column) {
      return new SealedColumn(name, table, List.of("realm_id", "id"), "realm_id", owner, column);
    }

    private String count() {
      return """
      SELECT split_part(%1$s, '.', 1)::integer AS key, count(*) AS sealed
        FROM %2$s
       WHERE %1$s IS NOT NULL
       GROUP BY key
      """
          .formatted(column, table);
    }

    /**
     * Returns the query of texts under other keys. It orders by the whole key, as the index does;
     * otherwise each batch would read and sort the table.
     */
    private String sealedOtherwise() {
      return """
      SELECT %1$s AS realm_id, %2$s AS id, %3$s AS owner, %4$s AS sealed
        FROM %5$s
       WHERE (%6$s) > (%7$s)
         AND split_part(%4$s, '.', 1) <> ?
       ORDER BY %6$s
       LIMIT ?
      """
          .formatted(realm, key.getLast(), owner, column, table, String.join(", ", key), places());
    }

    /**
     * Returns the update of a row. If the text was changed since it was read, the current key
     * already encrypts it.
     */
    private String rewrap() {
      return """
      UPDATE %1$s
         SET %2$s = ?
       WHERE (%3$s) = (%4$s)
         AND %2$s = ?
      """
          .formatted(table, column, String.join(", ", key), places());
    }

    private String places() {
      return String.join(", ", Collections.nCopies(key.size(), "?"));
    }

    private List<Object> values(Place place) {
      return List.<Object>of(place.group(), place.id()).subList(2 - key.size(), 2);
    }
  }

  /**
   * Creates the store.
   *
   * @param current the version of the current encryption key
   */
  public SealedTextStore(Db db, SecretSeal seal, int current, SealedColumn column) {
    this.db = db;
    this.seal = seal;
    this.current = current;
    this.column = column;
  }

  private record Row(Place place, Realm realm, UUID owner, String sealed) {
    static Row read(ResultSet row) throws SQLException {
      long realm = row.getLong("realm_id");
      return new Row(
          new Place(realm, row.getObject("id", UUID.class)),
          new Realm(realm),
          row.getObject("owner", UUID.class),
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
      var behind = new ArrayList<>(column.values(from));
      behind.add(Integer.toString(current));
      behind.add(most);
      List<Row> rows = Db.query(connection, column.sealedOtherwise(), Row::read, behind.toArray());
      int wrapped = 0;
      for (Row row : rows) {
        var values = new ArrayList<>(column.values(row.place()));
        values.addFirst(anew(row));
        values.add(row.sealed());
        wrapped += Db.update(connection, column.rewrap(), values.toArray());
      }
      return rows.isEmpty() ? Batch.END : new Batch(wrapped, Optional.of(rows.getLast().place()));
    });
  }

  private String anew(Row row) {
    return seal.seal(row.realm(), row.owner(), seal.open(row.realm(), row.owner(), row.sealed()));
  }
}
