package florin.paymentmethod;

import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.BYTEA;
import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.connector.Credential;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import florin.http.JsonFields;
import florin.instrument.Instrument;
import florin.paymentmethod.PaymentMethod.State;
import florin.vault.SealedPan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/** Payment methods in PostgreSQL. */
public final class PaymentMethodStore implements AutoCloseable {
  /** The name of the connector among the texts of a provider's credential. */
  private static final String CONNECTOR = "connector";

  private static final Table<PaymentMethod> TABLE = new Table<>("payment_method", "m");

  private static final Column<PaymentMethod, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, PaymentMethod::realm);
  private static final Column<PaymentMethod, PaymentMethodId> ID =
      TABLE.column("id", UUID.as(PaymentMethodId::uuid, PaymentMethodId::new), PaymentMethod::id);
  private static final Column<PaymentMethod, Integer> VERSION =
      TABLE.column("version", INTEGER, state(State::version));
  private static final Column<PaymentMethod, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, state(State::sequence));
  private static final Column<PaymentMethod, Instrument.Type> TYPE =
      TABLE.column(
          "type",
          TEXT.as(Instrument.Type::text, Instrument.Type::ofText),
          method -> method.instrument().type());
  private static final Column<PaymentMethod, String> DETAILS =
      TABLE.column("details", JSONB, method -> details(method.instrument()));
  private static final Column<PaymentMethod, Optional<Integer>> SECRET_VERSION =
      TABLE.optional("secret_version", INTEGER, state(s -> s.secret().map(SealedPan::keyVersion)));
  private static final Column<PaymentMethod, Optional<byte[]>> SECRET =
      TABLE.optional("secret", BYTEA, state(s -> s.secret().map(SealedPan::bytes)));
  private static final Column<PaymentMethod, Optional<CustomerId>> CUSTOMER =
      TABLE.optional(
          "customer_id", UUID.as(CustomerId::uuid, CustomerId::new), state(State::customer));
  private static final Column<PaymentMethod, Optional<PaymentId>> CONSUMED_BY =
      TABLE.optional(
          "consumed_by", UUID.as(PaymentId::uuid, PaymentId::new), state(State::consumedBy));
  private static final Column<PaymentMethod, Optional<Instant>> DETACHED_AT =
      TABLE.optional("detached_at", TIMESTAMPTZ, state(State::detached));
  private static final Column<PaymentMethod, Boolean> CHALLENGED =
      TABLE.column("challenged", BOOLEAN, state(State::challenged));
  private static final Column<PaymentMethod, Optional<String>> BILLING =
      TABLE.optional("billing", JSONB, method -> Json.textUnlessEmpty(method.billing().texts()));
  private static final Column<PaymentMethod, Optional<String>> METADATA =
      TABLE.optional("metadata", JSONB, method -> Json.textUnlessEmpty(method.metadata()));
  private static final Column<PaymentMethod, Optional<Instant>> ERASE_AT =
      TABLE.optional("erase_at", TIMESTAMPTZ, state(State::eraseAt));
  private static final Column<PaymentMethod, Optional<MandateId>> MANDATE =
      TABLE.optional("mandate_id", UUID.as(MandateId::uuid, MandateId::new), state(State::mandate));
  private static final Column<PaymentMethod, Optional<String>> PROVIDER =
      TABLE.optional("provider", JSONB, state(s -> s.provider().map(PaymentMethodStore::provider)));
  private static final Column<PaymentMethod, Optional<Instant>> REVOKE_AT =
      TABLE.optional("revoke_at", TIMESTAMPTZ, state(State::revokeAt));
  private static final Column<PaymentMethod, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, PaymentMethod::created);

  private static final Column<PaymentMethod, Boolean> HAS_SECRET =
      TABLE.parameter("has_secret", BOOLEAN, state(s -> s.secret().isPresent()));

  private static final RecordStatement<PaymentMethod> INSERT =
      TABLE
          .insertWithout(
              VERSION, SEQUENCE, CUSTOMER, DETACHED_AT, CHALLENGED, MANDATE, PROVIDER, REVOKE_AT)
          .sentAs("payment_method_insert_row");

  /**
   * Updates the method if its version is still the one that was read. It erases the number or
   * leaves it, because a rotation may have encrypted it with another key since.
   */
  private static final RecordStatement<PaymentMethod> UPDATE =
      TABLE.guarded(
          "payment_method.update",
          """
          UPDATE payment_method m
             SET version = r.version,
                 sequence = r.sequence,
                 customer_id = r.customer_id,
                 consumed_by = r.consumed_by,
                 detached_at = r.detached_at,
                 challenged = r.challenged,
                 secret = CASE WHEN r.has_secret THEN m.secret END,
                 secret_version = CASE WHEN r.has_secret THEN m.secret_version END,
                 erase_at = r.erase_at,
                 mandate_id = r.mandate_id,
                 provider = r.provider,
                 revoke_at = r.revoke_at,
                 type = r.type,
                 details = r.details,
                 billing = r.billing,
                 metadata = r.metadata
            FROM :rows r
           WHERE m.realm_id = :realm
             AND m.id = r.id
             AND m.version = r.version - 1
          RETURNING m.id\
          """,
          SEQUENCE,
          CUSTOMER,
          CONSUMED_BY,
          DETACHED_AT,
          CHALLENGED,
          HAS_SECRET,
          ERASE_AT,
          MANDATE,
          PROVIDER,
          REVOKE_AT,
          TYPE,
          DETAILS,
          BILLING,
          METADATA);

  /**
   * Requires that the method is attached to this customer, and keeps it attached until the commit.
   */
  private static final Statement USE =
      Statement.shared(
          "payment_method.use",
          "payment_method",
          "id",
          "realm_id bigint, id uuid, customer_id uuid",
          """
          SELECT m.id
            FROM payment_method m
            JOIN :rows r ON m.realm_id = :realm AND m.id = r.id
           WHERE m.customer_id = r.customer_id
             FOR SHARE OF m\
          """);

  private static final String SELECT = "SELECT * FROM payment_method";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  /** PostgreSQL plans it anew each time, because its plan depends on the number of keys. */
  private static final String FIND_SEVERAL =
      SELECT + " WHERE (realm_id, id) IN (SELECT * FROM unnest(?::bigint[], ?::uuid[]))";

  private static final String LIST_OF_CUSTOMER =
      SELECT
          + """
           WHERE customer_id = ?
             AND realm_id = ?
           ORDER BY id
           LIMIT ?
          """;

  private final Db db;
  private final GroupRead<Key, PaymentMethod> reader;

  private record Key(Realm realm, PaymentMethodId id) {}

  public PaymentMethodStore(Db db) {
    this.db = db;
    this.reader = new GroupRead<>("payment-methods", db, 1, PaymentMethodStore::findAll);
  }

  public static Write insert(PaymentMethod method) {
    return INSERT.row(method);
  }

  static Write update(PaymentMethod method) {
    return UPDATE.row(method);
  }

  /**
   * Returns a guard for the changeset of a payment with a method that is attached to the customer.
   */
  static Write use(PaymentMethod method, CustomerId customer) {
    return USE.row(method.realm().id(), method.id().uuid(), customer.uuid());
  }

  Optional<PaymentMethod> find(Realm realm, PaymentMethodId id) {
    return reader.find(new Key(realm, id));
  }

  /** Returns a page of the customer's methods, newest first. */
  Page<PaymentMethod> list(Realm realm, CustomerId customer, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("customer_id = ?", customer.uuid())
        .page(db, page, PaymentMethodStore::read);
  }

  /** Returns the customer's oldest methods. */
  List<PaymentMethod> listOldest(Realm realm, CustomerId customer, int most) {
    return db.list(LIST_OF_CUSTOMER, PaymentMethodStore::read, customer.uuid(), realm.id(), most);
  }

  @Override
  public void close() {
    reader.close();
  }

  private static Map<Key, PaymentMethod> findAll(Connection connection, List<Key> keys)
      throws SQLException {
    var found = new HashMap<Key, PaymentMethod>();
    for (PaymentMethod method : list(connection, keys)) {
      found.put(new Key(method.realm(), method.id()), method);
    }
    return found;
  }

  private static List<PaymentMethod> list(Connection connection, List<Key> keys)
      throws SQLException {
    if (keys.size() == 1) {
      Key key = keys.getFirst();
      return Db.query(
          connection, FIND, PaymentMethodStore::read, key.realm().id(), key.id().uuid());
    }
    Long[] realms = keys.stream().map(key -> key.realm().id()).toArray(Long[]::new);
    UUID[] ids = keys.stream().map(key -> key.id().uuid()).toArray(UUID[]::new);
    return Db.query(connection, FIND_SEVERAL, PaymentMethodStore::read, realms, ids);
  }

  private static <V> Function<PaymentMethod, V> state(Function<State, V> value) {
    return method -> value.apply(method.state());
  }

  private static String details(Instrument instrument) {
    var details = new JsonFields.Writer();
    instrument.store(details);
    return details.text();
  }

  private static String provider(Credential.Saved saved) {
    var texts = new TreeMap<>(saved.ids());
    texts.put(CONNECTOR, saved.connector());
    return Json.text(texts);
  }

  private static Credential.Saved readProvider(String text) {
    var ids = new TreeMap<>(Json.readStrings(text));
    return new Credential.Saved(Objects.requireNonNull(ids.remove(CONNECTOR)), ids);
  }

  static PaymentMethod read(ResultSet row) throws SQLException {
    return new PaymentMethod(
        REALM.of(row),
        ID.of(row),
        Instrument.of(TYPE.of(row), JsonFields.of(DETAILS.of(row))),
        BILLING.of(row).map(Json::readStrings).map(BillingDetails::of).orElse(BillingDetails.NONE),
        METADATA.of(row).map(Json::readStrings).orElse(Map.of()),
        CREATED_AT.of(row),
        readState(row));
  }

  private static State readState(ResultSet row) throws SQLException {
    Optional<byte[]> secret = SECRET.of(row);
    return new State(
        VERSION.of(row),
        SEQUENCE.of(row),
        CUSTOMER.of(row),
        CONSUMED_BY.of(row),
        DETACHED_AT.of(row),
        CHALLENGED.of(row),
        secret.isEmpty()
            ? Optional.empty()
            : Optional.of(new SealedPan(SECRET_VERSION.of(row).orElseThrow(), secret.get())),
        ERASE_AT.of(row),
        MANDATE.of(row),
        PROVIDER.of(row).map(PaymentMethodStore::readProvider),
        REVOKE_AT.of(row));
  }
}
