package florin.connector.instance;

import florin.connector.OperationRef;
import florin.connector.ProviderObject;
import florin.connector.instance.RestoreReview.Restored;
import florin.connector.instance.RestoreReview.Review;
import florin.connector.instance.RestoreReview.Review.Status;
import florin.connector.instance.RestoreReview.UnknownObject;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Db;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The restores of the database, the progress of their reviews, and the unknown objects, in
 * PostgreSQL.
 */
public final class RestoreReviewStore {
  private static final String RESTORES =
      """
      SELECT id, backup_at
        FROM restored_backup
       WHERE restored_at > ?
       ORDER BY id
      """;

  private static final String FIND =
      """
      SELECT status, position, objects
        FROM restore_review
       WHERE restore_id = ?
         AND realm_id = ?
         AND connector_id = ?
      """;

  /**
   * Finds known objects of any connector of the realm, because a connector's keys may have been
   * moved to a new one.
   */
  private static final String KNOWN =
      """
      SELECT o.id
        FROM unnest(?::text[], ?::uuid[]) AS o (id, reference)
       WHERE EXISTS (SELECT FROM connector_exchange e WHERE e.realm_id = ? AND e.attempt_id = o.reference)
          OR EXISTS (SELECT FROM connector_exchange e WHERE e.external_id = o.id AND e.realm_id = ?)
      """;

  private static final String ADD =
      """
      INSERT INTO unknown_object (realm_id, connector_id, external_id, reference, status, amount, currency, page, created_at, found_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, now())
      ON CONFLICT DO NOTHING
      """;

  private static final String SAVE =
      """
      INSERT INTO restore_review (restore_id, realm_id, connector_id, status, position, objects)
      VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (restore_id, realm_id, connector_id) DO UPDATE
         SET status = excluded.status,
             position = excluded.position,
             objects = excluded.objects
      """;

  private static final String COUNT =
      """
      SELECT count(*) AS objects
        FROM unknown_object
      """;

  private static final String LIST =
      """
      SELECT *
        FROM unknown_object
       ORDER BY created_at, external_id
       LIMIT ?
      """;

  private final Db db;

  public RestoreReviewStore(Db db) {
    this.db = db;
  }

  List<Restored> listRestores(Instant since) {
    return db.list(
        RESTORES, row -> new Restored(row.getInt("id"), Db.getInstant(row, "backup_at")), since);
  }

  Review find(Restored restored, Instance instance) {
    return db.findOne(
            FIND,
            row ->
                new Review(
                    Status.of(row.getString("status")),
                    Optional.ofNullable(row.getString("position")),
                    row.getInt("objects")),
            restored.id(),
            instance.realm().id(),
            instance.id().uuid())
        .orElse(Review.BEGUN);
  }

  /** Returns the objects of a page that are unknown to this database. */
  List<ProviderObject> listUnknown(Instance instance, List<ProviderObject> objects) {
    long realm = instance.realm().id();
    Set<String> known =
        new HashSet<>(
            db.list(
                KNOWN,
                row -> row.getString("id"),
                objects.stream().map(ProviderObject::id).toArray(String[]::new),
                objects.stream()
                    .map(it -> it.reference().id().uuid().toString())
                    .toArray(String[]::new),
                realm,
                realm));
    return objects.stream().filter(object -> !known.contains(object.id())).toList();
  }

  void save(Restored restored, Instance instance, Review review, List<ProviderObject> unknown) {
    db.transaction(connection -> {
      for (ProviderObject object : unknown) {
        add(connection, instance, object);
      }
      return Db.update(
          connection,
          SAVE,
          restored.id(),
          instance.realm().id(),
          instance.id().uuid(),
          review.status().text(),
          review.position(),
          review.objects());
    });
  }

  private static void add(Connection connection, Instance instance, ProviderObject object)
      throws SQLException {
    Db.update(
        connection,
        ADD,
        instance.realm().id(),
        instance.id().uuid(),
        object.id(),
        object.reference().id().uuid(),
        object.status(),
        object.amount().map(Money::minor),
        object.amount().map(amount -> amount.currency().code()),
        object.page().map(URI::toString),
        object.created());
  }

  /** Returns the number of unknown objects of all realms. */
  public long count() {
    return db.findOne(COUNT, row -> row.getLong("objects")).orElseThrow();
  }

  /** Returns the unknown objects of all realms, the oldest first. */
  public List<UnknownObject> list(int most) {
    return db.list(LIST, RestoreReviewStore::read, most);
  }

  private static UnknownObject read(ResultSet row) throws SQLException {
    Optional<Currency> currency =
        Optional.ofNullable(row.getString("currency")).flatMap(Currency::find);
    long minor = row.getLong("amount");
    return new UnknownObject(
        new Realm(row.getLong("realm_id")),
        new ConnectorId(row.getObject("connector_id", UUID.class)),
        new ProviderObject(
            row.getString("external_id"),
            new OperationRef(new AttemptId(row.getObject("reference", UUID.class))),
            currency.map(it -> new Money(minor, it)),
            row.getString("status"),
            Db.getInstant(row, "created_at"),
            Optional.ofNullable(row.getString("page")).map(URI::create)));
  }
}
