package florin.connector.simulator;

import static florin.db.SqlType.BIGINT;
import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.connector.simulator.Entry.Authorization;
import florin.connector.simulator.Entry.Closed;
import florin.connector.simulator.Entry.Movement;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Column;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.db.Write;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The columns of table `simulator_operation` for each kind of entry. */
final class BookTable {
  private static final Table<Authorization> AUTHORIZATION =
      tableOf(_ -> "authorization", Authorization::realm, Authorization::amount);
  private static final Column<Authorization, String> STATE =
      state(AUTHORIZATION, Authorization::standing);
  private static final Column<Authorization, Optional<Instant>> DUE_AT =
      dueAt(AUTHORIZATION, Authorization::standing);
  private static final Column<Authorization, Optional<String>> DUE_STATE =
      dueState(AUTHORIZATION, Authorization::standing);
  private static final Column<Authorization, Optional<String>> RESPONSE_CODE =
      AUTHORIZATION.optional("response_code", TEXT, it -> it.standing().code());
  private static final Column<Authorization, Boolean> CHALLENGED =
      AUTHORIZATION.column("challenged", BOOLEAN, Authorization::challenged);
  private static final Column<Authorization, Long> CAPTURED =
      AUTHORIZATION.column("captured", BIGINT, it -> it.captured().minor());
  private static final Column<Authorization, Long> REVERSED =
      AUTHORIZATION.column("reversed", BIGINT, it -> it.reversed().minor());
  private static final Column<Authorization, Long> REFUNDED =
      AUTHORIZATION.column("refunded", BIGINT, it -> it.refunded().minor());

  private static final Table<Movement> MOVEMENT =
      tableOf(it -> it.kind().text(), Movement::realm, Movement::amount);

  private static final Table<Closed> TOMBSTONE = tableOf(_ -> "closed");

  static {
    AUTHORIZATION.column(
        "capture_method", TEXT, it -> it.capture().name().toLowerCase(Locale.ROOT));
    AUTHORIZATION.column("rule", TEXT, it -> it.rule().text());
    AUTHORIZATION.column("cvc_check", TEXT, it -> it.checks().cvc().text());
    AUTHORIZATION.column("address_line1_check", TEXT, it -> it.checks().addressLine1().text());
    AUTHORIZATION.column(
        "address_postal_code_check", TEXT, it -> it.checks().addressPostalCode().text());
    AUTHORIZATION.column("risk_level", TEXT, it -> it.riskLevel().text());
    AUTHORIZATION.column("version", INTEGER, Authorization::version);

    state(MOVEMENT, Movement::standing);
    dueAt(MOVEMENT, Movement::standing);
    dueState(MOVEMENT, Movement::standing);
    MOVEMENT.optional("response_code", TEXT, it -> it.standing().code());
    MOVEMENT.column("authorization_reference", UUID, it -> it.authorization().id().uuid());
  }

  private static final RecordStatement<Authorization> ADD_AUTHORIZATION =
      AUTHORIZATION
          .insertOnceWithout("simulator_operation.add_authorization")
          .sentAs("simulator_authorization_row");

  private static final RecordStatement<Movement> ADD_MOVEMENT =
      MOVEMENT
          .insertOnceWithout("simulator_operation.add_movement")
          .sentAs("simulator_movement_row");

  private static final RecordStatement<Closed> ADD_TOMBSTONE =
      TOMBSTONE.insertOnceWithout("simulator_operation.add_tombstone");

  /** Updates an authorization, only if no other operation has changed it since it was read. */
  private static final RecordStatement<Authorization> CHANGE =
      AUTHORIZATION
          .update(
              "simulator_operation.change",
              STATE,
              DUE_AT,
              DUE_STATE,
              RESPONSE_CODE,
              CHALLENGED,
              CAPTURED,
              REVERSED,
              REFUNDED)
          .sentAs("simulator_change_row");

  private BookTable() {}

  /** Returns the insert of an entry. The database rejects it if the reference is taken. */
  static Write insert(Entry entry) {
    return switch (entry) {
      case Authorization it -> ADD_AUTHORIZATION.row(it);
      case Movement it -> ADD_MOVEMENT.row(it);
      case Closed it -> ADD_TOMBSTONE.row(it);
    };
  }

  static Write change(Authorization authorization) {
    return CHANGE.row(authorization);
  }

  private static <T extends Entry> Table<T> tableOf(Function<T, String> kind) {
    var table = new Table<T>("simulator_operation", "o", "reference");
    table.column("reference", UUID, it -> it.reference().id().uuid());
    table.column("kind", TEXT, kind);
    table.column("created_at", TIMESTAMPTZ, Entry::createdAt);
    return table;
  }

  private static <T extends Entry> Table<T> tableOf(
      Function<T, String> kind, Function<T, Realm> realm, Function<T, Money> amount) {
    Table<T> table = tableOf(kind);
    table.column("realm_id", SqlType.REALM, realm);
    table.column("amount", BIGINT, it -> amount.apply(it).minor());
    table.column("currency", TEXT, it -> amount.apply(it).currency().code());
    return table;
  }

  private static <T> Column<T, String> state(Table<T> table, Function<T, Standing> standing) {
    return table.column("state", TEXT, it -> standing.apply(it).state().text());
  }

  private static <T> Column<T, Optional<Instant>> dueAt(
      Table<T> table, Function<T, Standing> standing) {
    return table.optional(
        "due_at", TIMESTAMPTZ, it -> standing.apply(it).later().map(Standing.LaterState::at));
  }

  private static <T> Column<T, Optional<String>> dueState(
      Table<T> table, Function<T, Standing> standing) {
    return table.optional(
        "due_state", TEXT, it -> standing.apply(it).later().map(later -> later.state().text()));
  }
}
