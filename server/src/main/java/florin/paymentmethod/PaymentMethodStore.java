package florin.paymentmethod;

import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.PaymentMethodId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import florin.http.Json;
import florin.paymentmethod.PaymentMethod.State;
import florin.vault.Brand;
import florin.vault.Funding;
import florin.vault.SealedPan;
import florin.vault.SealedThings.Batch;
import florin.vault.SealedThings.Place;
import florin.vault.Vault;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Payment methods in PostgreSQL. */
public final class PaymentMethodStore implements AutoCloseable {
  private static final Statement INSERT =
      Statement.insert(
          "payment_method",
          "id",
          """
          realm_id bigint, id uuid, type text, brand text, last4 text, exp_month integer, exp_year integer, funding text,
          fingerprint text, vault_version integer, vault_pan bytea, consumed_by uuid, billing jsonb, metadata jsonb,
          erase_at timestamptz, created_at timestamptz\
          """);

  /**
   * Holds only if nobody has changed the method since it was read. The number is erased or left:
   * another envelope key may have been put around it meanwhile.
   */
  private static final Statement UPDATE =
      Statement.guarded(
          "payment_method.update",
          "payment_method",
          "id",
          """
          realm_id bigint, id uuid, version integer, sequence integer, customer_id uuid, consumed_by uuid,
          detached_at timestamptz, challenged boolean, has_pan boolean, erase_at timestamptz, exp_month integer,
          exp_year integer, billing jsonb, metadata jsonb\
          """,
          """
          UPDATE payment_method m
             SET version = r.version,
                 sequence = r.sequence,
                 customer_id = r.customer_id,
                 consumed_by = r.consumed_by,
                 detached_at = r.detached_at,
                 challenged = r.challenged,
                 vault_pan = CASE WHEN r.has_pan THEN m.vault_pan END,
                 vault_version = CASE WHEN r.has_pan THEN m.vault_version END,
                 erase_at = r.erase_at,
                 exp_month = r.exp_month,
                 exp_year = r.exp_year,
                 billing = r.billing,
                 metadata = r.metadata
            FROM :rows r
           WHERE m.realm_id = r.realm_id
             AND m.id = r.id
             AND m.version = r.version - 1
          RETURNING m.id\
          """);

  /** Holds only while the method is attached to this customer, and keeps it so until the commit. */
  private static final Statement USE =
      Statement.shared(
          "payment_method.use",
          "payment_method",
          "id",
          "realm_id bigint, id uuid, customer_id uuid",
          """
          SELECT m.id
            FROM payment_method m
            JOIN :rows r ON m.realm_id = r.realm_id AND m.id = r.id
           WHERE m.customer_id = r.customer_id
             FOR SHARE OF m\
          """);

  private static final String SELECT = "SELECT * FROM payment_method";

  private static final String FIND =
      SELECT + " WHERE (realm_id, id) IN (SELECT * FROM unnest(?::bigint[], ?::uuid[]))";

  private static final String LIST_OF_CUSTOMER =
      SELECT
          + """
           WHERE customer_id = ?
             AND realm_id = ?
           ORDER BY id
           LIMIT ?
          """;

  /**
   * Of a method that was used once: its payment is final, and for how long. Of one that was
   * detached: no payment by it is open. Rows that somebody else has locked wait for the next round.
   */
  private static final String ERASE_DUE =
      """
      WITH due AS (
          SELECT m.realm_id, m.id, m.consumed_by, m.detached_at
            FROM payment_method m
           WHERE m.erase_at <= ?
           ORDER BY m.erase_at
           LIMIT ?
             FOR UPDATE SKIP LOCKED),
      looked AS (
          SELECT due.realm_id, due.id,
                 CASE
                   WHEN due.detached_at IS NULL AND due.consumed_by IS NOT NULL THEN (
                       SELECT CASE
                                WHEN p.status IN ('succeeded', 'failed', 'canceled')
                                THEN greatest(p.created_at, (
                                         SELECT max(a.resolved_at)
                                           FROM attempt a
                                          WHERE a.payment_id = p.id
                                            AND a.operation <> 'refund'
                                            AND a.realm_id = p.realm_id)) + ?::interval
                                ELSE ?::timestamptz
                              END
                         FROM payment p
                        WHERE p.realm_id = due.realm_id
                          AND p.id = due.consumed_by)
                   WHEN EXISTS (
                       SELECT 1
                         FROM payment p
                        WHERE p.status IN ('processing', 'requires_action', 'requires_capture')
                          AND p.realm_id = due.realm_id
                          AND p.payment_method_id = due.id) THEN ?::timestamptz
                   ELSE '-infinity'
                 END AS ends
            FROM due)
      UPDATE payment_method m
         SET version = m.version + 1,
             vault_pan = CASE WHEN looked.ends > ?::timestamptz THEN m.vault_pan END,
             vault_version = CASE WHEN looked.ends > ?::timestamptz THEN m.vault_version END,
             erase_at = CASE WHEN looked.ends > ?::timestamptz THEN looked.ends END
        FROM looked
       WHERE m.realm_id = looked.realm_id
         AND m.id = looked.id
      """;

  /** In the order of the key, from which a row that is locked stays away until the next pass. */
  private static final String SEALED_OTHERWISE =
      """
      SELECT realm_id, id, vault_version, vault_pan
        FROM payment_method
       WHERE (realm_id, id) > (?, ?)
         AND vault_version <> ?
       ORDER BY realm_id, id
       LIMIT ?
         FOR UPDATE SKIP LOCKED
      """;

  private static final String REWRAP =
      """
      UPDATE payment_method m
         SET vault_version = ?,
             vault_pan = r.pan
        FROM unnest(?::bigint[], ?::uuid[], ?::bytea[]) AS r(realm_id, id, pan)
       WHERE m.realm_id = r.realm_id
         AND m.id = r.id
      """;

  private static final String COUNT_BY_KEY =
      """
      SELECT vault_version, count(*) AS numbers
        FROM payment_method
       WHERE vault_version IS NOT NULL
       GROUP BY vault_version
       ORDER BY vault_version
      """;

  private final Db db;
  private final GroupRead<Key, PaymentMethod> reader;

  private record Key(Realm realm, PaymentMethodId id) {}

  public PaymentMethodStore(Db db) {
    this.db = db;
    this.reader = new GroupRead<>("payment-methods", db, 1, PaymentMethodStore::findAll);
  }

  public static Write insert(PaymentMethod method) {
    CardSummary card = method.card();
    State state = method.state();
    return INSERT.row(
        method.realm().id(),
        method.id().uuid(),
        "card",
        card.brand().text(),
        card.last4(),
        card.expMonth(),
        card.expYear(),
        card.funding().text(),
        card.fingerprint(),
        state.pan().map(SealedPan::keyVersion),
        state.pan().map(SealedPan::bytes),
        state.consumedBy().map(PaymentId::uuid),
        billingText(method.billing()),
        Json.textUnlessEmpty(method.metadata()),
        state.eraseAt(),
        method.created());
  }

  static Write update(PaymentMethod method) {
    State state = method.state();
    return UPDATE.row(
        method.realm().id(),
        method.id().uuid(),
        state.version(),
        state.sequence(),
        state.customer().map(CustomerId::uuid),
        state.consumedBy().map(PaymentId::uuid),
        state.detached(),
        state.challenged(),
        state.pan().isPresent(),
        state.eraseAt(),
        method.card().expMonth(),
        method.card().expYear(),
        billingText(method.billing()),
        Json.textUnlessEmpty(method.metadata()));
  }

  /** For the changeset of a payment by a method that is attached to the customer. */
  static Write use(PaymentMethod method, CustomerId customer) {
    return USE.row(method.realm().id(), method.id().uuid(), customer.uuid());
  }

  /** True when this write is what a changeset was refused for: the method is not as it was. */
  public static boolean isGuard(Write write) {
    String name = write.statement().name();
    return name.equals(UPDATE.name()) || name.equals(USE.name());
  }

  Optional<PaymentMethod> find(Realm realm, PaymentMethodId id) {
    return reader.find(new Key(realm, id));
  }

  /** A page of the methods that are attached to the customer, newest first. */
  Page<PaymentMethod> list(Realm realm, CustomerId customer, PageRequest page) {
    return new ListQuery(SELECT, realm)
        .and("customer_id = ?", customer.uuid())
        .page(db, page, PaymentMethodStore::read);
  }

  /** The oldest ones that are attached to the customer. */
  List<PaymentMethod> listOldest(Realm realm, CustomerId customer, int most) {
    return db.list(LIST_OF_CUSTOMER, PaymentMethodStore::read, customer.uuid(), realm.id(), most);
  }

  /** How many methods were looked at. */
  int eraseDue(Instant now, Duration retention, Duration lookAgain, int most) {
    Instant later = now.plus(lookAgain);
    return db.update(ERASE_DUE, now, most, retention.toString(), later, later, now, now, now);
  }

  /** How many numbers are sealed under each envelope key. */
  public Map<Integer, Long> countByKey() {
    var counts = new TreeMap<Integer, Long>();
    db.list(COUNT_BY_KEY, row -> counts.put(row.getInt("vault_version"), row.getLong("numbers")));
    return counts;
  }

  /**
   * Wraps a batch of numbers under the vault's current envelope key, in one transaction and under
   * the rows' locks; who changes one of them meanwhile waits, and then leaves the number alone.
   */
  Batch rewrap(Vault vault, int current, Place from, int most) {
    return db.transaction(connection -> {
      List<Sealed> old =
          Db.query(
              connection, SEALED_OTHERWISE, Sealed::read, from.group(), from.id(), current, most);
      if (old.isEmpty()) {
        return Batch.END;
      }
      Db.update(
          connection,
          REWRAP,
          current,
          old.stream().map(row -> row.realm().id()).toArray(Long[]::new),
          old.stream().map(row -> row.id().uuid()).toArray(UUID[]::new),
          old.stream()
              .map(row -> vault.rewrap(row.realm(), row.id(), row.pan()).bytes())
              .toArray(byte[][]::new));
      Sealed last = old.getLast();
      return new Batch(old.size(), Optional.of(new Place(last.realm().id(), last.id().uuid())));
    });
  }

  private record Sealed(Realm realm, PaymentMethodId id, SealedPan pan) {
    static Sealed read(ResultSet row) throws SQLException {
      return new Sealed(
          new Realm(row.getLong("realm_id")),
          new PaymentMethodId(row.getObject("id", UUID.class)),
          new SealedPan(row.getInt("vault_version"), row.getBytes("vault_pan")));
    }
  }

  @Override
  public void close() {
    reader.close();
  }

  /** Empty where nothing was said. */
  public static Optional<String> billingText(BillingDetails billing) {
    return Json.textUnlessEmpty(billing.texts());
  }

  public static BillingDetails readBilling(@Nullable String text) {
    return text == null ? BillingDetails.NONE : BillingDetails.of(Json.readStrings(text));
  }

  private static Map<String, String> readMetadata(@Nullable String text) {
    return text == null ? Map.of() : Json.readStrings(text);
  }

  private static Map<Key, PaymentMethod> findAll(Connection connection, List<Key> keys)
      throws SQLException {
    Long[] realms = keys.stream().map(key -> key.realm().id()).toArray(Long[]::new);
    UUID[] ids = keys.stream().map(key -> key.id().uuid()).toArray(UUID[]::new);
    var found = new HashMap<Key, PaymentMethod>();
    for (PaymentMethod method : Db.query(connection, FIND, PaymentMethodStore::read, realms, ids)) {
      found.put(new Key(method.realm(), method.id()), method);
    }
    return found;
  }

  static PaymentMethod read(ResultSet row) throws SQLException {
    byte @Nullable [] pan = row.getBytes("vault_pan");
    return new PaymentMethod(
        new Realm(row.getLong("realm_id")),
        new PaymentMethodId(row.getObject("id", UUID.class)),
        new CardSummary(
            Brand.ofText(row.getString("brand")),
            row.getString("last4"),
            row.getInt("exp_month"),
            row.getInt("exp_year"),
            Funding.ofText(row.getString("funding")),
            Optional.ofNullable(row.getString("fingerprint"))),
        readBilling(row.getString("billing")),
        readMetadata(row.getString("metadata")),
        Db.getInstant(row, "created_at"),
        new State(
            row.getInt("version"),
            row.getInt("sequence"),
            Optional.ofNullable(row.getObject("customer_id", UUID.class)).map(CustomerId::new),
            Optional.ofNullable(row.getObject("consumed_by", UUID.class)).map(PaymentId::new),
            Db.findInstant(row, "detached_at"),
            row.getBoolean("challenged"),
            pan == null
                ? Optional.empty()
                : Optional.of(new SealedPan(row.getInt("vault_version"), pan)),
            Db.findInstant(row, "erase_at")));
  }
}
