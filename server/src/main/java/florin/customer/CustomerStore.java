package florin.customer;

import florin.core.Id.CustomerId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer.Address;
import florin.customer.Customer.Profile;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.http.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Customers in PostgreSQL. A deleted one is found by nobody. */
public final class CustomerStore {
  private static final String COLUMNS =
      """
      realm_id bigint, id uuid, version integer, sequence integer, email text, name text, phone text,
      address_line1 text, address_line2 text, address_city text, address_state text, address_postal_code text, address_country text, description text, metadata jsonb\
      """;

  private static final Statement INSERT =
      Statement.insert("customer", "id", COLUMNS + ", created_at timestamptz");

  private static final Statement UPDATE =
      Statement.guarded(
          "customer.update",
          "customer",
          "id",
          COLUMNS,
          """
          UPDATE customer c
             SET version = r.version,
                 sequence = r.sequence,
                 email = r.email,
                 name = r.name,
                 phone = r.phone,
                 address_line1 = r.address_line1,
                 address_line2 = r.address_line2,
                 address_city = r.address_city,
                 address_state = r.address_state,
                 address_postal_code = r.address_postal_code,
                 address_country = r.address_country,
                 description = r.description,
                 metadata = r.metadata
            FROM :rows r
           WHERE c.realm_id = r.realm_id
             AND c.id = r.id
             AND c.version = r.version - 1
             AND c.deleted_at IS NULL
          RETURNING c.id\
          """);

  /** Holds only while the customer is there, and keeps it from being deleted until the commit. */
  private static final Statement USE =
      Statement.shared(
          "customer.use",
          "customer",
          "id",
          "realm_id bigint, id uuid",
          """
          SELECT c.id
            FROM customer c
            JOIN :rows r ON c.realm_id = r.realm_id AND c.id = r.id
           WHERE c.deleted_at IS NULL
             FOR SHARE OF c\
          """);

  /**
   * Waits for payments that are just being made for the customer, so that the deletion that
   * follows, with a snapshot of its own, sees them. By its name it stands before it.
   */
  private static final Statement ACQUIRE =
      Statement.lenient(
          "customer.acquire",
          "customer",
          "id",
          "realm_id bigint, id uuid",
          """
          SELECT c.id
            FROM customer c
            JOIN :rows r ON c.realm_id = r.realm_id AND c.id = r.id
             FOR UPDATE OF c\
          """);

  private static final Statement DELETE =
      Statement.guarded(
          "customer.delete",
          "customer",
          "id",
          "realm_id bigint, id uuid, version integer, sequence integer, deleted_at timestamptz, methods bigint",
          """
          UPDATE customer c
             SET version = r.version,
                 sequence = r.sequence,
                 deleted_at = r.deleted_at,
                 email = NULL,
                 name = NULL,
                 phone = NULL,
                 address_line1 = NULL,
                 address_line2 = NULL,
                 address_city = NULL,
                 address_state = NULL,
                 address_postal_code = NULL,
                 address_country = NULL,
                 description = NULL,
                 metadata = NULL
            FROM :rows r
           WHERE c.realm_id = r.realm_id
             AND c.id = r.id
             AND c.version = r.version - 1
             AND c.deleted_at IS NULL
             AND r.methods = (
                 SELECT count(*)
                   FROM payment_method m
                  WHERE m.customer_id = r.id
                    AND m.realm_id = r.realm_id)
             AND NOT EXISTS (
                 SELECT 1
                   FROM payment p
                  WHERE p.customer_id = r.id
                    AND p.realm_id = r.realm_id
                    AND p.status IN ('processing', 'requires_action', 'requires_capture'))
          RETURNING c.id\
          """);

  private static final String SELECT = "SELECT * FROM customer";

  private static final String FIND =
      SELECT + " WHERE realm_id = ? AND id = ? AND deleted_at IS NULL";

  private static final String HAS_OPEN_PAYMENTS =
      """
      SELECT 1
        FROM payment
       WHERE customer_id = ?
         AND realm_id = ?
         AND status IN ('processing', 'requires_action', 'requires_capture')
       LIMIT 1
      """;

  private final Db db;

  public CustomerStore(Db db) {
    this.db = db;
  }

  static Write insert(Customer customer) {
    return INSERT.row(with(columns(customer), customer.created()));
  }

  static Write update(Customer customer) {
    return UPDATE.row(columns(customer));
  }

  /** For the changeset of whatever is made for the customer. */
  public static Write use(Realm realm, CustomerId id) {
    return USE.row(realm.id(), id.uuid());
  }

  /** True when this write is what a changeset was refused for: the customer is gone. */
  public static boolean isUse(Write write) {
    return write.statement().name().equals(USE.name());
  }

  static Write acquire(Customer customer) {
    return ACQUIRE.row(customer.realm().id(), customer.id().uuid());
  }

  /**
   * Holds only if nothing is open for the customer.
   *
   * @param methods how many payment methods the same changeset detaches; nor may there be others
   */
  static Write delete(Customer customer, int methods, Instant now) {
    return DELETE.row(
        customer.realm().id(),
        customer.id().uuid(),
        customer.version() + 1,
        customer.sequence() + 1,
        now,
        (long) methods);
  }

  public Optional<Customer> find(Realm realm, CustomerId id) {
    return db.findOne(FIND, CustomerStore::read, realm.id(), id.uuid());
  }

  boolean hasOpenPayments(Customer customer) {
    return db.findOne(HAS_OPEN_PAYMENTS, row -> true, customer.id().uuid(), customer.realm().id())
        .isPresent();
  }

  /** A page of customers, newest first. */
  Page<Customer> list(Realm realm, Optional<String> email, IdTime.Span created, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("email = ?", email)
        .createdIn(created)
        .and("deleted_at IS NULL")
        .page(db, page, CustomerStore::read);
  }

  private static Object[] columns(Customer customer) {
    Profile profile = customer.profile();
    Optional<Address> address = profile.address();
    return new Object[] {
      customer.realm().id(),
      customer.id().uuid(),
      customer.version(),
      customer.sequence(),
      profile.email(),
      profile.name(),
      profile.phone(),
      address.flatMap(Address::line1),
      address.flatMap(Address::line2),
      address.flatMap(Address::city),
      address.flatMap(Address::state),
      address.flatMap(Address::postalCode),
      address.flatMap(Address::country),
      profile.description(),
      Json.textUnlessEmpty(profile.metadata())
    };
  }

  private static Object[] with(Object[] columns, Object last) {
    Object[] all = java.util.Arrays.copyOf(columns, columns.length + 1);
    all[columns.length] = last;
    return all;
  }

  private static Customer read(ResultSet row) throws SQLException {
    var address =
        new Address(
            text(row, "address_line1"),
            text(row, "address_line2"),
            text(row, "address_city"),
            text(row, "address_state"),
            text(row, "address_postal_code"),
            text(row, "address_country"));
    return new Customer(
        new Realm(row.getLong("realm_id")),
        new CustomerId(row.getObject("id", UUID.class)),
        row.getInt("version"),
        row.getInt("sequence"),
        new Profile(
            text(row, "email"),
            text(row, "name"),
            text(row, "phone"),
            address.isEmpty() ? Optional.empty() : Optional.of(address),
            text(row, "description"),
            text(row, "metadata").map(Json::readStrings).orElse(Map.of())),
        Db.getInstant(row, "created_at"));
  }

  private static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }
}
