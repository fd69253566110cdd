package florin.mandate;

import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.connector.ThreeDSecure;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import florin.mandate.Mandate.Revocation;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.Mandate.State;
import florin.mandate.MandateUse.Consent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/** Mandates in PostgreSQL. */
final class MandateStore {
  private static final Table<Mandate> TABLE = new Table<>("mandate", "m");

  private static final Column<Mandate, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Mandate::realm);
  private static final Column<Mandate, MandateId> ID =
      TABLE.column("id", UUID.as(MandateId::uuid, MandateId::new), Mandate::id);
  private static final Column<Mandate, Integer> VERSION =
      TABLE.column("version", INTEGER, state(State::version));
  private static final Column<Mandate, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, state(State::sequence));
  private static final Column<Mandate, PaymentMethodId> METHOD =
      TABLE.column(
          "payment_method_id",
          UUID.as(PaymentMethodId::uuid, PaymentMethodId::new),
          Mandate::paymentMethod);
  private static final Column<Mandate, CustomerId> CUSTOMER =
      TABLE.column("customer_id", UUID.as(CustomerId::uuid, CustomerId::new), Mandate::customer);
  private static final Column<Mandate, PaymentId> PAYMENT =
      TABLE.column("payment_id", UUID.as(PaymentId::uuid, PaymentId::new), Mandate::payment);
  private static final Column<Mandate, String> TEXT_SHOWN =
      TABLE.column("text", TEXT, consent(Consent::text));
  private static final Column<Mandate, Instant> ACCEPTED_AT =
      TABLE.column("accepted_at", TIMESTAMPTZ, consent(Consent::accepted));
  private static final Column<Mandate, Optional<String>> IP_ADDRESS =
      TABLE.optional("ip_address", TEXT, consent(Consent::ipAddress));
  private static final Column<Mandate, Optional<String>> USER_AGENT =
      TABLE.optional("user_agent", TEXT, consent(Consent::userAgent));
  private static final Column<Mandate, Optional<Instant>> EXPIRES_AT =
      TABLE.optional("expires_at", TIMESTAMPTZ, consent(Consent::expires));
  private static final Column<Mandate, Optional<String>> THREE_D_SECURE =
      TABLE.optional(
          "three_d_secure",
          JSONB,
          state(s -> s.authentication().flatMap(it -> Json.textUnlessEmpty(it.texts()))));
  private static final Column<Mandate, Optional<String>> NETWORK_TRANSACTION_ID =
      TABLE.optional("network_transaction_id", TEXT, state(State::networkTransactionId));
  private static final Column<Mandate, Optional<Instant>> RENEWED_AT =
      TABLE.optional("renewed_at", TIMESTAMPTZ, state(State::renewed));
  private static final Column<Mandate, Optional<Instant>> REVOKED_AT =
      TABLE.optional("revoked_at", TIMESTAMPTZ, state(s -> s.revocation().map(Revocation::at)));
  private static final Column<Mandate, Optional<RevocationReason>> REVOCATION_REASON =
      TABLE.optional(
          "revocation_reason",
          TEXT.as(RevocationReason::text, RevocationReason::of),
          state(s -> s.revocation().map(Revocation::reason)));
  private static final Column<Mandate, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Mandate::created);

  private static final RecordStatement<Mandate> INSERT = TABLE.insertWithout();

  /** Updates a mandate that is not revoked, because a revocation is final. */
  private static final RecordStatement<Mandate> UPDATE =
      TABLE.updateWhere(
          "mandate.update",
          "m.revoked_at IS NULL",
          SEQUENCE,
          THREE_D_SECURE,
          NETWORK_TRANSACTION_ID,
          RENEWED_AT,
          REVOKED_AT,
          REVOCATION_REASON);

  /** Requires that the mandate is not revoked, and keeps it so until the commit. */
  private static final Statement USE =
      Statement.shared(
          "mandate.use",
          "mandate",
          "id",
          "realm_id bigint, id uuid",
          """
          SELECT m.id
            FROM mandate m
            JOIN :rows r ON m.realm_id = :realm AND m.id = r.id
           WHERE m.revoked_at IS NULL
             FOR SHARE OF m\
          """);

  private static final String SELECT = "SELECT * FROM mandate";

  private final Db db;

  MandateStore(Db db) {
    this.db = db;
  }

  static Write insert(Mandate mandate) {
    return INSERT.row(mandate);
  }

  static Write update(Mandate mandate) {
    return UPDATE.row(mandate);
  }

  /** Returns a guard for the changeset of a charge under the mandate. */
  static Write use(Mandate mandate) {
    return USE.row(mandate.realm().id(), mandate.id().uuid());
  }

  Optional<Mandate> find(Realm realm, MandateId id) {
    return db.findOne(
        SELECT + " WHERE realm_id = ? AND id = ?", MandateStore::read, realm.id(), id.uuid());
  }

  /** Returns a page of a payment method's mandates, newest first. */
  Page<Mandate> list(Realm realm, PaymentMethodId method, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("payment_method_id = ?", method.uuid())
        .page(db, page, MandateStore::read);
  }

  private static <V> Function<Mandate, V> state(Function<State, V> value) {
    return mandate -> value.apply(mandate.state());
  }

  private static <V> Function<Mandate, V> consent(Function<Consent, V> value) {
    return mandate -> value.apply(mandate.consent());
  }

  private static Mandate read(ResultSet row) throws SQLException {
    return new Mandate(
        REALM.of(row),
        ID.of(row),
        METHOD.of(row),
        CUSTOMER.of(row),
        PAYMENT.of(row),
        new Consent(
            TEXT_SHOWN.of(row),
            ACCEPTED_AT.of(row),
            IP_ADDRESS.of(row),
            USER_AGENT.of(row),
            EXPIRES_AT.of(row)),
        CREATED_AT.of(row),
        readState(row));
  }

  private static State readState(ResultSet row) throws SQLException {
    Optional<Instant> revoked = REVOKED_AT.of(row);
    return new State(
        VERSION.of(row),
        SEQUENCE.of(row),
        THREE_D_SECURE.of(row).map(Json::readStrings).map(ThreeDSecure::ofTexts),
        NETWORK_TRANSACTION_ID.of(row),
        RENEWED_AT.of(row),
        revoked.isEmpty()
            ? Optional.empty()
            : Optional.of(new Revocation(revoked.get(), REVOCATION_REASON.of(row).orElseThrow())));
  }
}
