package florin.customer;

import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.core.Id.CustomerId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.customer.Customer.Address;
import florin.customer.Customer.CustomerProfile;
import florin.db.Column;
import florin.db.Db;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Customers in PostgreSQL. Deleted ones are never returned. */
public final class CustomerStore {
  private static final Table<Customer> TABLE = new Table<>("customer", "c");

  private static final Column<Customer, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, Customer::realm);
  private static final Column<Customer, CustomerId> ID =
      TABLE.column("id", UUID.as(CustomerId::uuid, CustomerId::new), Customer::id);
  private static final Column<Customer, Integer> VERSION =
      TABLE.column("version", INTEGER, Customer::version);
  private static final Column<Customer, Integer> SEQUENCE =
      TABLE.column("sequence", INTEGER, Customer::sequence);
  private static final Column<Customer, Optional<String>> EMAIL =
      profile("email", CustomerProfile::email);
  private static final Column<Customer, Optional<String>> NAME =
      profile("name", CustomerProfile::name);
  private static final Column<Customer, Optional<String>> PHONE =
      profile("phone", CustomerProfile::phone);
  private static final Column<Customer, Optional<String>> LINE1 =
      address("address_line1", Address::line1);
  private static final Column<Customer, Optional<String>> LINE2 =
      address("address_line2", Address::line2);
  private static final Column<Customer, Optional<String>> CITY =
      address("address_city", Address::city);
  private static final Column<Customer, Optional<String>> STATE =
      address("address_state", Address::state);
  private static final Column<Customer, Optional<String>> POSTAL_CODE =
      address("address_postal_code", Address::postalCode);
  private static final Column<Customer, Optional<String>> COUNTRY =
      address("address_country", Address::country);
  private static final Column<Customer, Optional<String>> DESCRIPTION =
      profile("description", CustomerProfile::description);
  private static final Column<Customer, Optional<String>> METADATA =
      TABLE.optional(
          "metadata", JSONB, customer -> Json.textUnlessEmpty(customer.profile().metadata()));
  private static final Column<Customer, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, Customer::created);

  private static final RecordStatement<Customer> INSERT = TABLE.insertWithout();

  private static final RecordStatement<Customer> UPDATE =
      TABLE.updateWhere(
          "customer.update",
          "c.deleted_at IS NULL",
          SEQUENCE,
          EMAIL,
          NAME,
          PHONE,
          LINE1,
          LINE2,
          CITY,
          STATE,
          POSTAL_CODE,
          COUNTRY,
          DESCRIPTION,
          METADATA);

  /** Requires that the customer exists, and keeps it from being deleted until the commit. */
  private static final Statement USE =
      Statement.shared(
          "customer.use",
          "customer",
          "id",
          "realm_id bigint, id uuid",
          """
          SELECT c.id
            FROM customer c
            JOIN :rows r ON c.realm_id = :realm AND c.id = r.id
           WHERE c.deleted_at IS NULL
             FOR SHARE OF c\
          """);

  /**
   * Waits for concurrent payments of the customer, so that the deletion after it sees them in its
   * own snapshot. Its name sorts before the deletion's.
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
            JOIN :rows r ON c.realm_id = :realm AND c.id = r.id
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
           WHERE c.realm_id = :realm
             AND c.id = r.id
             AND c.version = r.version - 1
             AND c.deleted_at IS NULL
             AND r.methods = (
                 SELECT count(*)
                   FROM attached_method m
                  WHERE m.customer_id = r.id
                    AND m.realm_id = :realm)
             AND NOT EXISTS (
                 SELECT 1
                   FROM open_payment p
                  WHERE p.customer_id = r.id
                    AND p.realm_id = :realm)
          RETURNING c.id\
          """);

  private static final String SELECT = "SELECT * FROM customer";

  private static final String FIND =
      SELECT + " WHERE realm_id = ? AND id = ? AND deleted_at IS NULL";

  private static final String FIND_ALL =
      SELECT + " WHERE realm_id = ? AND id = ANY(?) AND deleted_at IS NULL";

  private static final String HAS_OPEN_PAYMENTS =
      """
      SELECT 1
        FROM open_payment
       WHERE customer_id = ?
         AND realm_id = ?
       LIMIT 1
      """;

  /** The most matches of the longest word that are read. */
  private static final int MAX_SOUGHT = 2_000;

  /** The most words of a search; more don't narrow it further. */
  private static final int MAX_WORDS = 5;

  private static final String WORDS =
      """
      SELECT word
        FROM search_words(?) word
       ORDER BY length(word) DESC, word
       LIMIT ?
      """;

  /**
   * Reads a range of the primary key for the longest word, and checks the others against each
   * customer's words.
   */
  private static final String SEEK =
      """
      SELECT DISTINCT sought.customer_id
        FROM (
             SELECT customer_id
               FROM customer_word
              WHERE realm_id = ?
                AND word >= ?
                AND word < ? || chr(1114111)
              ORDER BY realm_id, word, customer_id
              LIMIT ?) sought
       WHERE NOT EXISTS (
             SELECT 1
               FROM unnest(?::text[]) AS other (word)
              WHERE NOT EXISTS (
                    SELECT 1
                      FROM customer_word w
                     WHERE w.realm_id = ?
                       AND w.customer_id = sought.customer_id
                       AND starts_with(w.word, other.word)))
      """;

  private final Db db;

  public CustomerStore(Db db) {
    this.db = db;
  }

  static Write insert(Customer customer) {
    return INSERT.row(customer);
  }

  static Write update(Customer customer) {
    return UPDATE.row(customer);
  }

  /** Returns a guard for the changeset of anything that is created for the customer. */
  public static Write use(Realm realm, CustomerId id) {
    return USE.row(realm.id(), id.uuid());
  }

  /** Returns whether this write is why a changeset failed: the customer was deleted. */
  public static boolean isUse(Write write) {
    return write.statement().name().equals(USE.name());
  }

  static Write acquire(Customer customer) {
    return ACQUIRE.row(customer.realm().id(), customer.id().uuid());
  }

  /**
   * Returns a deletion that requires no open payment.
   *
   * @param methods the number of payment methods that the same changeset detaches; there may be no
   *     others
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

  List<Customer> listOf(Realm realm, List<CustomerId> ids) {
    return db.list(
        FIND_ALL,
        CustomerStore::read,
        realm.id(),
        ids.stream().map(CustomerId::uuid).toArray(UUID[]::new));
  }

  boolean hasOpenPayments(Customer customer) {
    return db.findOne(HAS_OPEN_PAYMENTS, row -> true, customer.id().uuid(), customer.realm().id())
        .isPresent();
  }

  /** Returns a page of customers, newest first. */
  Page<Customer> list(Realm realm, Optional<String> email, IdTime.Span created, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("email = ?", email)
        .createdIn(created)
        .and("deleted_at IS NULL")
        .page(db, page, CustomerStore::read);
  }

  /**
   * Returns a page of those that match every word, newest first, from at most {@link #MAX_SOUGHT}
   * candidates.
   */
  Page<Customer> search(Realm realm, String typed, PageRequest page) {
    List<String> words = words(typed);
    if (words.isEmpty()) {
      return new Page<>(List.of(), false);
    }
    String longest = words.getFirst();
    UUID[] found =
        db.listPlannedAnew(
                SEEK,
                row -> row.getObject("customer_id", UUID.class),
                realm.id(),
                longest,
                longest,
                MAX_SOUGHT,
                words.stream().skip(1).toArray(String[]::new),
                realm.id())
            .toArray(UUID[]::new);
    return new ListQuery(SELECT, realm)
        .and("id = ANY(?)", found)
        .and("deleted_at IS NULL")
        .page(db, page, CustomerStore::read);
  }

  /** Splits a search text; an e-mail address is searched as a whole, from its beginning. */
  private List<String> words(String typed) {
    String text = typed.strip();
    return text.contains("@")
        ? List.of(text.toLowerCase(Locale.ROOT))
        : db.list(WORDS, row -> row.getString("word"), text, MAX_WORDS);
  }

  private static Column<Customer, Optional<String>> profile(
      String column, Function<CustomerProfile, Optional<String>> value) {
    return TABLE.optional(column, TEXT, customer -> value.apply(customer.profile()));
  }

  private static Column<Customer, Optional<String>> address(
      String column, Function<Address, Optional<String>> value) {
    return TABLE.optional(column, TEXT, customer -> customer.profile().address().flatMap(value));
  }

  private static Customer read(ResultSet row) throws SQLException {
    var address =
        new Address(
            LINE1.of(row),
            LINE2.of(row),
            CITY.of(row),
            STATE.of(row),
            POSTAL_CODE.of(row),
            COUNTRY.of(row));
    return new Customer(
        REALM.of(row),
        ID.of(row),
        VERSION.of(row),
        SEQUENCE.of(row),
        new CustomerProfile(
            EMAIL.of(row),
            NAME.of(row),
            PHONE.of(row),
            address.isEmpty() ? Optional.empty() : Optional.of(address),
            DESCRIPTION.of(row),
            METADATA.of(row).map(Json::readStrings).orElse(Map.of())),
        CREATED_AT.of(row));
  }
}
