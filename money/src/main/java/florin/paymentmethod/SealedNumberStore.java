package florin.paymentmethod;

import florin.core.Id.PaymentMethodId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.DueRows;
import florin.db.DueRows.DueRow;
import florin.vault.SealedPan;
import florin.vault.SealedThings;
import florin.vault.Vault;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The card numbers, for a rotation of the encryption key. A concurrent change of a method waits,
 * and then leaves the number as it is.
 */
public final class SealedNumberStore implements SealedThings {
  private static final String SEALED_OTHERWISE =
      """
      SELECT realm_id, id
        FROM payment_method
       WHERE (realm_id, id) > (?, ?)
         AND secret_version <> ?
       ORDER BY realm_id, id
       LIMIT ?
      """;

  /** Locks rows; a row that is already locked waits for the next pass. */
  private static final String LOCK =
      """
      SELECT realm_id, id, secret_version, secret
        FROM payment_method
       WHERE realm_id = ?
         AND id = ANY(?)
         AND secret_version <> ?
         FOR UPDATE SKIP LOCKED
      """;

  private static final String REWRAP =
      """
      UPDATE payment_method m
         SET secret_version = ?,
             secret = r.pan
        FROM unnest(?::uuid[], ?::bytea[]) AS r(id, pan)
       WHERE m.realm_id = ?
         AND m.id = r.id
      """;

  private static final String COUNT_BY_KEY =
      """
      SELECT secret_version, count(*) AS numbers
        FROM payment_method
       WHERE secret_version IS NOT NULL
       GROUP BY secret_version
       ORDER BY secret_version
      """;

  private final Db db;
  private final Vault vault;
  private final int current;

  /**
   * Creates the store.
   *
   * @param vault with all keys, including the current one
   * @param current the key that must encrypt the numbers
   */
  public SealedNumberStore(Db db, Vault vault, int current) {
    this.db = db;
    this.vault = vault;
    this.current = current;
  }

  private record Sealed(Realm realm, PaymentMethodId id, SealedPan pan) {
    static Sealed read(ResultSet row) throws SQLException {
      return new Sealed(
          new Realm(row.getLong("realm_id")),
          new PaymentMethodId(row.getObject("id", UUID.class)),
          new SealedPan(row.getInt("secret_version"), row.getBytes("secret")));
    }
  }

  @Override
  public String name() {
    return "card numbers";
  }

  @Override
  public Map<Integer, Long> countByKey() {
    var counts = new TreeMap<Integer, Long>();
    db.list(COUNT_BY_KEY, row -> counts.put(row.getInt("secret_version"), row.getLong("numbers")));
    return counts;
  }

  @Override
  public Batch rewrap(Place from, int most) {
    List<DueRow> old =
        DueRows.listRows(db, SEALED_OTHERWISE, from.group(), from.id(), current, most);
    if (old.isEmpty()) {
      return Batch.END;
    }
    int wrapped = DueRows.byRealm(old).stream().mapToInt(this::rewrap).sum();
    DueRow last = old.getLast();
    return new Batch(wrapped, Optional.of(new Place(last.realm(), last.id())));
  }

  private int rewrap(DueRows old) {
    return db.transaction(connection -> {
      List<Sealed> locked =
          Db.query(connection, LOCK, Sealed::read, old.realm(), old.array(), current);
      return Db.update(
          connection,
          REWRAP,
          current,
          locked.stream().map(row -> row.id().uuid()).toArray(UUID[]::new),
          locked.stream()
              .map(row -> vault.rewrap(row.realm(), row.id(), row.pan()).bytes())
              .toArray(byte[][]::new),
          old.realm());
    });
  }
}
