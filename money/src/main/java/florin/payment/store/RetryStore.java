package florin.payment.store;

import florin.core.Id.PaymentId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.OldRows;
import florin.db.Statement;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** The cards that were declined, in PostgreSQL. */
public final class RetryStore {
  private static final String TABLE = "card_retry";

  /**
   * Requires that a card was never declined. It locks nothing and writes nothing, so payments with
   * one card don't wait for each other.
   */
  private static final Statement UNKNOWN =
      Statement.shared(
          "card_retry.unknown",
          TABLE,
          "id",
          "realm_id bigint, id uuid",
          """
          SELECT r.id
            FROM :rows r
           WHERE NOT EXISTS (
                 SELECT 1
                   FROM card_retry c
                  WHERE c.realm_id = :realm
                    AND c.id = r.id)\
          """);

  /**
   * Adds a payment to the attempts, unless there are too many. The condition names only the locked
   * row, so PostgreSQL checks it again after it has waited for another node.
   */
  private static final Statement TAKE =
      Statement.guarded(
          "card_retry.take",
          TABLE,
          "id",
          "realm_id bigint, id uuid, payment uuid, gone text, since_short uuid, most_short integer, since_long uuid, most_long integer, changed_at timestamptz",
          """
          UPDATE card_retry c
             SET tries = array_append(
                   ARRAY(SELECT t FROM unnest(c.tries) t WHERE t >= r.since_long AND t <> ALL (r.gone::uuid[])),
                   r.payment),
                 changed_at = r.changed_at
            FROM :rows r
           WHERE c.realm_id = :realm
             AND c.id = r.id
             AND NOT c.never
             AND (SELECT count(*) FROM unnest(c.tries) t WHERE t >= r.since_short AND t <> ALL (r.gone::uuid[])) < r.most_short
             AND (SELECT count(*) FROM unnest(c.tries) t WHERE t >= r.since_long AND t <> ALL (r.gone::uuid[])) < r.most_long
          RETURNING c.id\
          """);

  /** Adds a declined payment, unless it was added when it began. Keeps the newest. */
  private static final Statement DECLINE =
      Statement.lenient(
          "card_retry.decline",
          TABLE,
          "id",
          "realm_id bigint, id uuid, payment uuid, never boolean, changed_at timestamptz",
          """
          INSERT INTO card_retry AS c (realm_id, id, never, tries, changed_at)
          SELECT r.realm_id, r.id, r.never, ARRAY[r.payment], r.changed_at
            FROM :rows r
              ON CONFLICT (realm_id, id) DO UPDATE
             SET never = c.never OR EXCLUDED.never,
                 tries = CASE
                   WHEN c.tries @> EXCLUDED.tries THEN c.tries
                   ELSE c.tries[greatest(1, cardinality(c.tries) - 62):] || EXCLUDED.tries
                 END,
                 changed_at = EXCLUDED.changed_at
          RETURNING c.id\
          """);

  private static final String LIST =
      """
      SELECT id, never, tries
        FROM card_retry
       WHERE realm_id = ?
         AND id = ANY(?)
      """;

  private static final OldRows OLD = new OldRows("card_retry", "changed_at", "NOT never AND");

  private final Db db;

  public RetryStore(Db db) {
    this.db = db;
  }

  /**
   * A card that was declined.
   *
   * @param tries the payments that count, as far as they were not approved
   */
  public record DeclinedCard(boolean never, List<UUID> tries) {
    public DeclinedCard {
      tries = List.copyOf(tries);
    }
  }

  /** The most attempts since a time. */
  public record Limit(Instant since, int most) {}

  public static Write requireUnknown(Realm realm, UUID id) {
    return UNKNOWN.row(realm.id(), id);
  }

  /** Returns whether a changeset was rejected because the card was declined before. */
  public static boolean isOf(Write guard) {
    return guard.statement().equals(UNKNOWN) || guard.statement().equals(TAKE);
  }

  /**
   * Returns the write that counts an attempt, if the scheme allows it.
   *
   * @param gone the counted payments that turned out to be no attempts
   */
  public static Write take(
      Realm realm,
      UUID id,
      PaymentId payment,
      List<UUID> gone,
      Limit inShort,
      Limit inLong,
      Instant now) {
    return TAKE.row(
        realm.id(),
        id,
        payment.uuid(),
        gone.stream().map(UUID::toString).collect(Collectors.joining(",", "{", "}")),
        IdTime.first(inShort.since()),
        inShort.most(),
        IdTime.first(inLong.since()),
        inLong.most(),
        now);
  }

  public static Write decline(Realm realm, UUID id, PaymentId payment, boolean never, Instant now) {
    return DECLINE.row(realm.id(), id, payment.uuid(), never, now);
  }

  /** Returns the time of an attempt, to the millisecond. */
  public static Instant timeOf(UUID payment) {
    return Instant.ofEpochMilli(payment.getMostSignificantBits() >>> 16);
  }

  public Map<UUID, DeclinedCard> find(Realm realm, Collection<UUID> ids) {
    var found = new HashMap<UUID, DeclinedCard>();
    db.list(
        LIST,
        row -> found.put(row.getObject("id", UUID.class), read(row)),
        realm.id(),
        ids.toArray(UUID[]::new));
    return found;
  }

  private static DeclinedCard read(ResultSet row) throws SQLException {
    return new DeclinedCard(
        row.getBoolean("never"), List.of((UUID[]) row.getArray("tries").getArray()));
  }

  /** Deletes a bounded batch of rows that no scheme counts any longer; returns their number. */
  public int deleteOld(Instant before, int limit) {
    return OLD.delete(db, before, limit);
  }
}
