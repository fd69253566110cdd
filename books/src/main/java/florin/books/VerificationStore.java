package florin.books;

import florin.core.Id;
import florin.core.Realm;
import florin.db.Db;
import florin.projection.EventBatch;
import florin.projection.FollowerStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Compares the ledger with itself, and with the rows from which it is derived. All checks see one
 * snapshot of the database, so payments may continue. Objects with events that the ledger has not
 * applied yet are left out.
 */
public final class VerificationStore {
  /** The checks, in their order. */
  public enum Check {
    /** No movements from before the ledger are missing. */
    COMPLETE,
    /** Debits equal credits in each currency, over all accounts. */
    BALANCED,
    /** The daily sums are those of the transfers. */
    SUMS,
    /** Deriving all transfers again gives the same, in both directions. */
    DERIVED,
    /** Each payment's transfers add up to its captured amount. */
    PAYMENTS,
    /** Each refund's transfers add up to its amount if it has succeeded, otherwise to zero. */
    REFUNDS,
    /** Each payment's last facts have the amounts of its dispute. */
    DISPUTES,
    /** Each payout has the money that arrived for it, by matches of bank entries that are there. */
    PAYOUTS
  }

  /**
   * The first difference that a check has found.
   *
   * @param subject the object or the account
   */
  public record Difference(Check check, Realm realm, String subject, String problem) {}

  /**
   * The result of the checks.
   *
   * @param transfers the number of transfers in the ledger
   * @param unapplied the number of objects that were left out
   */
  public record Result(Optional<Difference> difference, long transfers, long unapplied) {}

  private static final String SNAPSHOT =
      "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

  /**
   * Comes before the snapshot, which would show a table that a rebuild truncates later as empty.
   */
  private static final String LOCK = "LOCK TABLE ledger_transfer IN ACCESS SHARE MODE";

  private static final String COUNT = "SELECT count(*) AS transfers FROM ledger_transfer";

  private static final String UNAPPLIED =
      "WITH batch AS (:batch), t AS (%s)\nSELECT count(*) AS objects FROM t"
          .formatted(LedgerProjection.TOUCHED);

  private static final String BALANCED =
      """
      SELECT realm_id, currency AS subject, 'debits ' || sum(debits) || ', credits ' || sum(credits) AS problem
        FROM ledger_balance
       GROUP BY realm_id, currency
      HAVING sum(debits) <> sum(credits)
       ORDER BY realm_id, currency
       LIMIT 1
      """;

  private static final String SUMS =
      """
      WITH side AS (
           SELECT realm_id, currency, debit_role AS role, debit_party AS party, booked_at, amount AS debit, 0 AS credit
             FROM ledger_transfer
            UNION ALL
           SELECT realm_id, currency, credit_role, credit_party, booked_at, 0, amount
             FROM ledger_transfer),
           summed AS (
           SELECT realm_id, currency, role, party, (booked_at AT TIME ZONE 'UTC')::date AS day, sum(debit)::bigint AS debits, sum(credit)::bigint AS credits
             FROM side
            GROUP BY realm_id, currency, role, party, (booked_at AT TIME ZONE 'UTC')::date)
      SELECT realm_id,
             concat_ws(' ', role, nullif(party, ''), currency, day) AS subject,
             format('the daily sums are %s and %s, the transfers have %s and %s',
               coalesce(b.debits, 0), coalesce(b.credits, 0), coalesce(s.debits, 0), coalesce(s.credits, 0)) AS problem
        FROM summed s
        FULL JOIN ledger_balance b USING (realm_id, currency, role, party, day)
       WHERE (coalesce(b.debits, 0), coalesce(b.credits, 0)) <> (coalesce(s.debits, 0), coalesce(s.credits, 0))
       ORDER BY realm_id, currency, day, role, party
       LIMIT 1
      """;

  private static final String OBJECTS =
      """
      SELECT realm_id, id, 'payments' AS part FROM payment_for_ledger
       UNION ALL
      SELECT realm_id, id, 'refunds' FROM refund_for_ledger
       UNION ALL
      SELECT realm_id, id, 'funds' FROM funds_for_ledger
       UNION ALL
      SELECT realm_id, id, 'lines' FROM settlement_line
       UNION ALL
      SELECT realm_id, id, 'payouts' FROM payout_arrival\
      """;

  private static final String DERIVED =
      """
      WITH batch AS (:batch),
           unapplied AS MATERIALIZED (%s),
           t AS (
           SELECT o.realm_id, o.id, o.part
             FROM (%s) o
            WHERE NOT EXISTS (SELECT FROM unapplied u WHERE u.realm_id = o.realm_id AND u.id = o.id)),
           derived AS (%s),
           posted AS (
           SELECT *
             FROM ledger_transfer p
            WHERE NOT EXISTS (SELECT FROM unapplied u WHERE u.realm_id = p.realm_id AND u.id IN (p.object_id, p.source_id)))
      SELECT realm_id,
             coalesce(p.type, d.type) AS type,
             coalesce(p.object_id, d.object_id) AS object_id,
             CASE
               WHEN p.source_id IS NULL THEN format('a transfer of %%s %%s is missing', d.amount, d.currency)
               WHEN d.source_id IS NULL THEN format('a transfer of %%s %%s has no cause', p.amount, p.currency)
               ELSE format('the transfer has %%s %%s from %%s to %%s at %%s, and its cause has %%s %%s from %%s to %%s at %%s',
                 p.amount, p.currency, p.credit_role, p.debit_role, p.booked_at, d.amount, d.currency, d.credit_role, d.debit_role, d.booked_at)
             END AS problem
        FROM derived d
        FULL JOIN posted p USING (realm_id, source_id, leg)
       WHERE (p.id, p.type, p.object_id, p.currency, p.amount, p.debit_role, p.debit_party, p.credit_role, p.credit_party, p.booked_at)
             IS DISTINCT FROM
             (d.id, d.type, d.object_id, d.currency, d.amount, d.debit_role, d.debit_party, d.credit_role, d.credit_party, d.booked_at)
       ORDER BY realm_id, source_id, leg
       LIMIT 1
      """
          .formatted(LedgerProjection.TOUCHED, OBJECTS, Movements.OF_OBJECTS);

  /** Adds the transfers of an object up: positive towards the merchant. */
  private static final String SUMS_OF_OBJECTS =
      """
      SELECT realm_id, object_id, currency, sum(CASE credit_role WHEN 'receivable' THEN amount ELSE -amount END) AS amount
        FROM ledger_transfer
       WHERE type IN (%s)
       GROUP BY realm_id, object_id, currency\
      """;

  private static final String PAYMENTS =
      """
      WITH batch AS (:batch),
           unapplied AS MATERIALIZED (%s),
           ledger AS (%s)
      SELECT p.realm_id,
             'payment' AS type,
             p.id AS object_id,
             format('the ledger has %%s %%s, and the payment %%s %%s', coalesce(l.amount, 0), coalesce(l.currency, p.currency), p.amount_captured, p.currency) AS problem
        FROM payment_for_ledger p
        LEFT JOIN ledger l ON l.realm_id = p.realm_id AND l.object_id = p.id
       WHERE (coalesce(l.amount, 0), coalesce(l.currency, p.currency)) <> (p.amount_captured, p.currency)
         AND (p.captured_at IS NOT NULL OR p.method_type <> 'bank_transfer')
         AND NOT EXISTS (SELECT FROM unapplied u WHERE u.realm_id = p.realm_id AND u.id = p.id)
       ORDER BY p.realm_id, p.id
       LIMIT 1
      """
          .formatted(LedgerProjection.TOUCHED, SUMS_OF_OBJECTS.formatted("'payment'"));

  private static final String REFUNDS =
      """
      WITH batch AS (:batch),
           unapplied AS MATERIALIZED (%s),
           ledger AS (%s)
      SELECT r.realm_id,
             'refund' AS type,
             r.id AS object_id,
             format('the ledger has %%s %%s, and the refund of %%s %%s is %%s', -coalesce(l.amount, 0), coalesce(l.currency, r.currency), r.amount, r.currency, r.status) AS problem
        FROM refund_for_ledger r
        LEFT JOIN ledger l ON l.realm_id = r.realm_id AND l.object_id = r.id
       WHERE (-coalesce(l.amount, 0), coalesce(l.currency, r.currency)) <> (CASE r.status WHEN 'succeeded' THEN r.amount ELSE 0 END, r.currency)
         AND NOT EXISTS (SELECT FROM unapplied u WHERE u.realm_id = r.realm_id AND u.id = r.id)
       ORDER BY r.realm_id, r.id
       LIMIT 1
      """
          .formatted(
              LedgerProjection.TOUCHED, SUMS_OF_OBJECTS.formatted("'refund', 'refund_failure'"));

  private static final String DISPUTES =
      """
      WITH batch AS (:batch),
           unapplied AS MATERIALIZED (%s),
           told AS (
           SELECT p.realm_id, p.id AS object_id, held.kind, %s AS amount
             FROM payment_for_ledger p
            CROSS JOIN (%s) held (kind, field, statuses)
            WHERE p.dispute IS NOT NULL),
           last AS (
           SELECT DISTINCT ON (realm_id, object_id, kind) realm_id, object_id, kind, amount
             FROM ledger_fact
            WHERE kind IN ('dispute', 'dispute_loss')
            ORDER BY realm_id, object_id, kind, sequence DESC)
      SELECT realm_id,
             kind AS type,
             object_id,
             format('the ledger has %%s %%s, and the dispute %%s', coalesce(l.amount, 0), CASE kind WHEN 'dispute' THEN 'held' ELSE 'lost' END, coalesce(d.amount, 0)) AS problem
        FROM told d
        FULL JOIN last l USING (realm_id, object_id, kind)
       WHERE coalesce(l.amount, 0) <> coalesce(d.amount, 0)
         AND NOT EXISTS (SELECT FROM unapplied u WHERE u.realm_id = coalesce(d.realm_id, l.realm_id) AND u.id = coalesce(d.object_id, l.object_id))
       ORDER BY realm_id, object_id, kind
       LIMIT 1
      """
          .formatted(
              LedgerProjection.TOUCHED,
              Movements.disputedAmount("p.dispute"),
              Movements.OF_DISPUTES);

  private static final String PAYOUTS =
      """
      SELECT p.realm_id,
             'payout' AS type,
             p.id AS object_id,
             CASE
               WHEN coalesce(a.amount, 0) <> p.arrived_amount THEN format('%s %s arrived, and the payout has %s', coalesce(a.amount, 0), p.currency, p.arrived_amount)
               WHEN a.unmatched > 0 THEN 'a bank entry that arrived for it is not matched to it'
               WHEN coalesce(b.gross, -p.amount) NOT IN (-p.amount, 0) THEN format('the provider booked %s %s for it, and it has %s', -b.gross, p.currency, p.amount)
               WHEN p.status IN ('arrived', 'closed') AND p.arrived_amount <> p.amount THEN format('%s %s arrived, and it is %s with %s', p.arrived_amount, p.currency, p.status, p.amount)
               ELSE format('its lines add up to %s %s, and it is closed with %s', coalesce(l.net, 0), p.currency, p.amount)
             END AS problem
        FROM payout p
        LEFT JOIN LATERAL (
             SELECT sum(a.amount)::bigint AS amount,
                    count(*) FILTER (WHERE a.match_id IS NOT NULL AND NOT EXISTS (
                      SELECT
                        FROM match_for_payout m
                       WHERE m.realm_id = a.realm_id
                         AND m.id = a.match_id
                         AND m.payout_id = a.payout_id
                         AND m.amount = a.amount)) AS unmatched
               FROM payout_arrival a
              WHERE a.realm_id = p.realm_id
                AND a.payout_id = p.id) a ON true
        LEFT JOIN LATERAL (
             SELECT sum(o.net)::bigint AS net
               FROM payout_part o
              WHERE o.realm_id = p.realm_id
                AND o.payout_id = p.id) l ON true
        LEFT JOIN LATERAL (
             SELECT sum(s.gross)::bigint AS gross
               FROM settlement_line s
              WHERE s.realm_id = p.realm_id
                AND s.object_id = p.id) b ON true
       WHERE coalesce(a.amount, 0) <> p.arrived_amount
          OR coalesce(b.gross, -p.amount) NOT IN (-p.amount, 0)
          OR p.status IN ('arrived', 'closed') AND p.arrived_amount <> p.amount
          OR a.unmatched > 0
          OR p.status = 'closed' AND coalesce(l.net, 0) <> p.amount
       ORDER BY p.realm_id, p.id
       LIMIT 1
      """;

  private VerificationStore() {}

  /** Runs the checks until one finds a difference. */
  public static Result run(Db db) {
    return db.transaction(connection -> {
      Db.update(connection, SNAPSHOT);
      Db.update(connection, LOCK);
      EventBatch unapplied = FollowerStore.unapplied(connection, new LedgerProjection());
      return new Result(
          check(connection, unapplied),
          Db.query(connection, COUNT, row -> row.getLong("transfers")).getFirst(),
          unapplied.list(UNAPPLIED, row -> row.getLong("objects")).getFirst());
    });
  }

  private static Optional<Difference> check(Connection connection, EventBatch unapplied)
      throws SQLException {
    for (Check check : Check.values()) {
      Optional<Difference> found =
          switch (check) {
            case COMPLETE -> BacklogStore.findOpen(connection).map(VerificationStore::incomplete);
            case BALANCED -> first(Db.query(connection, BALANCED, row -> ofAccount(check, row)));
            case SUMS -> first(Db.query(connection, SUMS, row -> ofAccount(check, row)));
            case DERIVED -> first(unapplied.list(DERIVED, row -> ofObject(check, row)));
            case PAYMENTS -> first(unapplied.list(PAYMENTS, row -> ofObject(check, row)));
            case REFUNDS -> first(unapplied.list(REFUNDS, row -> ofObject(check, row)));
            case DISPUTES -> first(unapplied.list(DISPUTES, row -> ofObject(check, row)));
            case PAYOUTS -> first(Db.query(connection, PAYOUTS, row -> ofObject(check, row)));
          };
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Difference> first(List<Difference> found) {
    return found.stream().findFirst();
  }

  private static Difference incomplete(Realm realm) {
    return new Difference(
        Check.COMPLETE,
        realm,
        "ledger",
        "movements from before the ledger are still being added; run the command again later");
  }

  private static Difference ofAccount(Check check, ResultSet row) throws SQLException {
    return new Difference(
        check,
        new Realm(row.getLong("realm_id")),
        row.getString("subject"),
        row.getString("problem"));
  }

  private static Difference ofObject(Check check, ResultSet row) throws SQLException {
    Id id = MovementType.of(row.getString("type")).object(row.getObject("object_id", UUID.class));
    return new Difference(
        check, new Realm(row.getLong("realm_id")), id.text(), row.getString("problem"));
  }
}
