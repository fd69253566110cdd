package florin.connector.simulator;

import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Checks;
import florin.connector.Checks.Check;
import florin.connector.FollowUp;
import florin.connector.OperationRef;
import florin.connector.RiskLevel;
import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Closed;
import florin.connector.simulator.Entry.Movement;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * The simulator's ledger, in the table `simulator_operation`. Two conditions keep it correct with
 * concurrent writers. A reference is recorded only if it is free (the primary key), and an
 * authorization is changed only from the version that was read. If one does not hold, nothing is
 * written, and the caller reads and decides anew.
 */
final class SimulatorLedger {
  private static final String FIND =
      """
      SELECT *
        FROM simulator_operation
       WHERE reference = ?\
      """;

  /**
   * A union instead of an OR, so that each half uses its own index, even if the table's statistics
   * are new.
   */
  private static final String HISTORY =
      """
      SELECT *
        FROM simulator_operation
       WHERE reference IN (?, ?)
       UNION
      SELECT *
        FROM simulator_operation
       WHERE authorization_reference = ?\
      """;

  private final GroupCommit commits;
  private final Db db;

  SimulatorLedger(GroupCommit commits, Db db) {
    this.commits = commits;
    this.db = db;
  }

  /** Adds an entry. Returns false, with nothing written, if the reference is taken. */
  boolean add(Entry entry) {
    return commit(List.of(BookTable.insert(entry)));
  }

  /**
   * Applies a decision. Returns false, with nothing written, if a reference is taken or the
   * authorization has changed.
   */
  boolean apply(Ruling decision) {
    if (decision.changesNothing()) {
      return true;
    }
    var writes = new ArrayList<Write>();
    decision.added().forEach(entry -> writes.add(BookTable.insert(entry)));
    decision.changed().ifPresent(changed -> writes.add(BookTable.change(changed)));
    return commit(writes);
  }

  Optional<Entry> find(OperationRef reference) {
    return db.findOne(FIND, SimulatorLedger::entry, reference.id().uuid());
  }

  History history(FollowUp request) {
    UUID own = request.reference().id().uuid();
    UUID named = request.authorization().id().uuid();
    List<Entry> entries = db.list(HISTORY, SimulatorLedger::entry, own, named, named);
    return new History(
        under(request.reference(), entries),
        under(request.authorization(), entries),
        entries.stream()
            .filter(Movement.class::isInstance)
            .map(Movement.class::cast)
            .filter(movement -> movement.authorization().equals(request.authorization()))
            .toList());
  }

  private static Optional<Entry> under(OperationRef reference, List<Entry> entries) {
    return entries.stream().filter(entry -> entry.reference().equals(reference)).findFirst();
  }

  private boolean commit(List<Write> writes) {
    return switch (commits.commit(new Changeset(writes))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the simulator's book does not hold that: " + rejected);
    };
  }

  private static Entry entry(ResultSet row) throws SQLException {
    var reference = reference(row, "reference");
    var createdAt = Db.getInstant(row, "created_at");
    String kind = row.getString("kind");
    return switch (kind) {
      case "closed" -> new Closed(reference, createdAt);
      case "authorization" -> authorization(row, reference, createdAt);
      default ->
          new Movement(
              reference,
              Movement.Kind.valueOf(kind.toUpperCase(Locale.ROOT)),
              reference(row, "authorization_reference"),
              new Realm(row.getLong("realm_id")),
              money(row, "amount"),
              standing(row),
              createdAt);
    };
  }

  private static Authorization authorization(
      ResultSet row, OperationRef reference, Instant createdAt) throws SQLException {
    return new Authorization(
        reference,
        new Realm(row.getLong("realm_id")),
        money(row, "amount"),
        Capture.valueOf(row.getString("capture_method").toUpperCase(Locale.ROOT)),
        Rule.of(row.getString("rule")),
        standing(row),
        new Checks(
            Check.of(row.getString("cvc_check")),
            Check.of(row.getString("address_line1_check")),
            Check.of(row.getString("address_postal_code_check"))),
        RiskLevel.of(row.getString("risk_level")),
        row.getBoolean("challenged"),
        money(row, "captured"),
        money(row, "reversed"),
        money(row, "refunded"),
        row.getInt("version"),
        createdAt);
  }

  private static Standing standing(ResultSet row) throws SQLException {
    Optional<String> dueState = Optional.ofNullable(row.getString("due_state"));
    Optional<Instant> dueAt = Db.findInstant(row, "due_at");
    return new Standing(
        OperationState.of(row.getString("state")),
        dueAt.map(at -> new Standing.LaterState(at, OperationState.of(dueState.orElseThrow()))),
        Optional.ofNullable(row.getString("response_code")));
  }

  private static OperationRef reference(ResultSet row, String column) throws SQLException {
    return new OperationRef(new AttemptId(row.getObject(column, UUID.class)));
  }

  private static Money money(ResultSet row, String column) throws SQLException {
    return new Money(row.getLong(column), Currency.get(row.getString("currency")));
  }
}
