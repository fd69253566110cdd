package florin.connector.instance;

import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.core.Id.AttemptId;
import florin.core.Id.ConnectorId;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.Statement;
import florin.db.Write;
import florin.http.Json;
import florin.vault.CardNumberScan;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The exchanges of connectors in PostgreSQL, with a group commit of their own. The primary key
 * decides between the first step of an operation and the mark that closes its reference.
 */
public final class ExchangeStore {
  private static final Statement SENDING =
      Statement.guarded(
          "connector_exchange.sending",
          "connector_exchange",
          "attempt_id",
          """
          realm_id bigint, attempt_id uuid, number integer, connector_id uuid, operation text, step text,
          sent_at timestamptz\
          """,
          """
          INSERT INTO connector_exchange AS e (realm_id, attempt_id, number, connector_id, operation, step, sent_at)
          SELECT realm_id, attempt_id, number, connector_id, operation, step, sent_at
            FROM :rows
              ON CONFLICT (realm_id, attempt_id, number) DO UPDATE
             SET sent_at = excluded.sent_at
           WHERE e.connector_id = excluded.connector_id
             AND e.operation = excluded.operation
             AND e.step = excluded.step
          RETURNING attempt_id\
          """);

  private static final Statement ANSWERED =
      Statement.guarded(
          "connector_exchange.answered",
          "connector_exchange",
          "attempt_id",
          """
          realm_id bigint, attempt_id uuid, number integer, connector_id uuid, external_id text,
          answered_at timestamptz, facts jsonb\
          """,
          """
          UPDATE connector_exchange e
             SET external_id = coalesce(r.external_id, e.external_id),
                 answered_at = r.answered_at,
                 facts = r.facts
            FROM :rows r
           WHERE e.realm_id = :realm
             AND e.attempt_id = r.attempt_id
             AND e.number = r.number
             AND e.connector_id = r.connector_id
          RETURNING e.attempt_id\
          """);

  private static final String LIST =
      """
      SELECT *
        FROM connector_exchange
       WHERE realm_id = ?
         AND attempt_id = ?
         AND connector_id = ?
       ORDER BY number
      """;

  private static final String OF_EXTERNAL_ID =
      """
      SELECT attempt_id
        FROM connector_exchange
       WHERE external_id = ?
         AND realm_id = ?
         AND connector_id = ?
       ORDER BY attempt_id DESC
       LIMIT 1
      """;

  private final Optional<GroupCommit> commits;
  private final Db db;
  private final InstantSource clock;

  /**
   * Creates the store.
   *
   * @param commits not shared with payments, because a connector holds none of Florin's
   *     transactions; empty if there is no connector
   * @param clock the clock that all nodes share
   */
  public ExchangeStore(Optional<GroupCommit> commits, Db db, InstantSource clock) {
    this.commits = commits;
    this.db = db;
    this.clock = clock;
  }

  public Exchanges of(Realm realm, ConnectorId connector) {
    return new OfConnector(realm, connector);
  }

  /** Returns the latest operation with this identifier at the provider. */
  Optional<OperationRef> find(Realm realm, ConnectorId connector, String externalId) {
    return db.findOne(
        OF_EXTERNAL_ID,
        row -> new OperationRef(new AttemptId(row.getObject("attempt_id", UUID.class))),
        externalId,
        realm.id(),
        connector.uuid());
  }

  private final class OfConnector implements Exchanges {
    private final Realm realm;
    private final ConnectorId connector;

    OfConnector(Realm realm, ConnectorId connector) {
      this.realm = realm;
      this.connector = connector;
    }

    @Override
    public boolean sending(
        OperationRef reference, OperationKind operation, int number, String step) {
      return commit(rowOfSending(reference, operation, number, step));
    }

    private Write rowOfSending(
        OperationRef reference, OperationKind operation, int number, String step) {
      return SENDING.row(
          realm.id(),
          reference.id().uuid(),
          number,
          connector.uuid(),
          operation.text(),
          step,
          clock.instant());
    }

    @Override
    public boolean close(OperationRef reference, OperationKind operation, int number) {
      return sending(reference, operation, number, CLOSED);
    }

    @Override
    public void answered(
        OperationRef reference,
        int number,
        Optional<String> externalId,
        Map<String, String> facts) {
      if (!commit(rowOfAnswered(reference, number, externalId, facts))) {
        throw new IllegalStateException(reference + " was answered and never sent");
      }
    }

    private Write rowOfAnswered(
        OperationRef reference,
        int number,
        Optional<String> externalId,
        Map<String, String> facts) {
      return ANSWERED.row(
          realm.id(),
          reference.id().uuid(),
          number,
          connector.uuid(),
          externalId,
          clock.instant(),
          Json.textUnlessEmpty(keepable(facts)));
    }

    @Override
    public boolean answeredThenSending(
        OperationRef reference,
        OperationKind operation,
        int number,
        Optional<String> externalId,
        Map<String, String> facts,
        String next) {
      return commit(
          rowOfAnswered(reference, number, externalId, facts),
          rowOfSending(reference, operation, number + 1, next));
    }

    @Override
    public Optional<OperationRef> find(String externalId) {
      return ExchangeStore.this.find(realm, connector, externalId);
    }

    @Override
    public List<ExchangeStep> list(OperationRef reference) {
      return db.list(
          LIST, ExchangeStore::read, realm.id(), reference.id().uuid(), connector.uuid());
    }
  }

  /** Returns the facts without any that looks like a card number. */
  private static Map<String, String> keepable(Map<String, String> facts) {
    boolean bounded =
        facts.size() <= Exchanges.MAX_FACTS
            && facts.values().stream().allMatch(fact -> fact.length() <= Exchanges.MAX_FACT);
    if (!bounded) {
      throw new IllegalArgumentException("too many facts, or too long ones");
    }
    var kept = new TreeMap<>(facts);
    kept.values().removeIf(CardNumberScan::finds);
    return kept;
  }

  private boolean commit(Write... writes) {
    return commits.orElseThrow().commit(Changeset.of(writes)).isCommitted();
  }

  private static Exchanges.ExchangeStep read(ResultSet row) throws SQLException {
    return new Exchanges.ExchangeStep(
        row.getInt("number"),
        row.getString("step"),
        Optional.ofNullable(row.getString("external_id")),
        Db.getInstant(row, "sent_at"),
        Optional.ofNullable(row.getString("facts")).map(Json::readStrings).orElse(Map.of()));
  }
}
