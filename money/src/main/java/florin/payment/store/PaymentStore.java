package florin.payment.store;

import florin.core.AmountOrder;
import florin.core.AmountSums;
import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Id.PaymentId;
import florin.core.Id.SetupId;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.Page.Findings;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.IdTime;
import florin.db.ListQuery;
import florin.db.NewestRows;
import florin.db.Write;
import florin.http.Json;
import florin.instrument.Instrument;
import florin.payment.machine.Payment;
import florin.payment.machine.Status;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The payments in PostgreSQL. */
public final class PaymentStore implements AutoCloseable {
  /** The foreign key that a payment for a missing customer violates. */
  public static final String CUSTOMER_EXISTS = "payment_customer_exists";

  private static final String FIND =
      """
      SELECT *
        FROM payment
       WHERE realm_id = ?
         AND id = ?
      """;

  /** PostgreSQL plans it anew each time, because its plan depends on the number of keys. */
  private static final String FIND_SEVERAL =
      """
      SELECT *
        FROM payment
       WHERE (realm_id, id) IN (SELECT * FROM unnest(?::bigint[], ?::uuid[]))
      """;

  /** The package `report` fills this table outside the path of payments. */
  private static final String OF_RECEIPT_EMAIL =
      "id IN (SELECT m.payment_id FROM receipt_email m WHERE m.realm_id = payment.realm_id AND m.email = ?)";

  /** A bank transfer has the id of the authorization that waits for it. */
  private static final String OF_TRANSFER_REFERENCE =
      "(realm_id, id) IN (SELECT t.realm_id, a.payment_id FROM transfer_reference t JOIN attempt a ON a.realm_id = t.realm_id AND a.id = t.id WHERE t.reference = ?)";

  /** The matches of a bank entry refer to the payments that have or had its money. */
  private static final String OF_BANK_REFERENCE =
      """
      (realm_id, id) IN (
      SELECT e.realm_id, m.payment_id
        FROM entry_origin e
        JOIN payment_match m ON m.source_id = e.id AND m.realm_id = e.realm_id
       WHERE e.bank_reference = ?)\
      """;

  /**
   * The number of newest payments among which succeeded ones are counted; nearly all have
   * succeeded.
   */
  private static final int COUNTED_AMONG = 5_000;

  /** The number of payments that are read one by one for a condition without an index. */
  private static final int LOOKED_THROUGH = 20_000;

  /**
   * The limit of payments that are read for a rare status. Its payments are far apart, so each
   * takes several times longer to read.
   */
  private static final int LOOKED_THROUGH_RARE = 5_000;

  /**
   * The condition of every list, count and sum of payments. It leaves out setups, which are
   * payments of zero (docs/decisions/048-setups.md).
   */
  private static final String IS_NO_SETUP = "amount > 0";

  private static final String OF_ANY = "SELECT * FROM (%s) AS payment";

  /** Reads one row after the other, and no more than needed. */
  private static final String OF_RARE =
      """
      SELECT payment.*
        FROM (%s) AS rare(walked_realm_id, walked_id)
       CROSS JOIN LATERAL (
             SELECT *
               FROM payment p
              WHERE p.realm_id = walked_realm_id
                AND p.id = walked_id
             OFFSET 0) AS payment\
      """;

  private final Db db;
  private final GroupRead<Key, Payment> reader;

  /** The key of a payment, which always includes its realm. */
  record Key(Realm realm, PaymentId id) {}

  public PaymentStore(Db db) {
    this.db = db;
    this.reader = new GroupRead<>("payments", db, 2, PaymentStore::findAll);
  }

  public static Write insert(Payment payment) {
    return PaymentTable.INSERT.row(payment);
  }

  public static Write update(Payment payment) {
    return payment.state().provider().isPresent() || payment.method().instrument().mayChange()
        ? PaymentTable.UPDATE_WITH_METHOD.row(payment)
        : PaymentTable.UPDATE.row(payment);
  }

  public static Write describe(Payment payment) {
    return PaymentTable.DESCRIBE.row(payment);
  }

  /** Returns a page of payments, newest first. */
  public Page<Payment> list(
      Realm realm, PaymentFilter filter, SearchCriterion sought, PageRequest page) {
    return look(realm, filter, sought, PaymentTraits.ANY, page).page();
  }

  /**
   * Returns a page of payments with traits. For a condition without an index, at most {@link
   * #LOOKED_THROUGH} payments are read, those nearest to the cursor. So the time is bounded,
   * however few match.
   */
  public Findings<Payment> look(
      Realm realm,
      PaymentFilter filter,
      SearchCriterion sought,
      PaymentTraits traits,
      PageRequest page) {
    ListQuery all = known(realm, filter, sought, traits);
    if (!traits.isSought()) {
      return Findings.of(
          all.and("status = ?", filter.status().map(Status::text))
              .and(filter.status().flatMap(PaymentStore::whereToFind))
              .page(db, page, PaymentTable::read));
    }
    boolean isByStatus = isByStatus(filter, sought, traits);
    int most = isByStatus ? LOOKED_THROUGH_RARE : LOOKED_THROUGH;
    ListQuery walked = (isByStatus ? rare(realm, filter) : all).from(page);
    ListQuery among =
        isByStatus
            ? filtered(
                ListQuery.among(walked, page, most, OF_RARE, "walked_id", realm), filter, sought)
            : ListQuery.among(walked, page, most, OF_ANY, "id", realm);
    Page<Payment> found =
        traits
            .sought(among)
            .and("status = ?", filter.status().map(Status::text))
            .page(db, page, PaymentTable::read);
    return new Findings<>(
        found,
        found.hasMore()
            ? Optional.empty()
            : walked.findAt(db, page, most).map(last -> new Findings.Stop(last, most)));
  }

  private static ListQuery rare(Realm realm, PaymentFilter filter) {
    return new ListQuery("SELECT realm_id, id FROM payment_status", realm)
        .and("status = ?", filter.status().map(Status::text))
        .and("id >= ?", filter.created().from().map(IdTime::lowest))
        .and("id <= ?", filter.created().until().map(IdTime::highest));
  }

  /**
   * Returns whether the index of rare statuses leads to the payments faster than the other
   * conditions.
   */
  private static boolean isByStatus(
      PaymentFilter filter, SearchCriterion sought, PaymentTraits traits) {
    return filter.status().flatMap(PaymentStore::whereToFind).isPresent()
        && !filter.status().equals(Optional.of(Status.PROCESSING))
        && sought instanceof SearchCriterion.Anything
        && filter.customer().isEmpty()
        && filter.last4().isEmpty()
        && filter.metadata().isEmpty()
        && traits.among().isEmpty()
        && !traits.isDisputed();
  }

  /** Returns the conditions except the status, which most payments have in common. */
  private static ListQuery known(
      Realm realm, PaymentFilter filter, SearchCriterion sought, PaymentTraits traits) {
    return traits.known(filtered(new ListQuery("SELECT * FROM payment", realm), filter, sought));
  }

  private static ListQuery filtered(ListQuery query, PaymentFilter filter, SearchCriterion sought) {
    return sought(query.and(IS_NO_SETUP), sought)
        .and("customer_id = ?", filter.customer().map(CustomerId::uuid))
        .and(currencyCondition(filter.currencies()), currencyCodes(filter.currencies()))
        .and("method ->> 'last4' = ?", filter.last4())
        .and("method_type = ?", filter.methodType().map(Instrument.Type::text))
        .and("amount >= ?", filter.amount().map((min, _) -> boxed(min)))
        .and("amount <= ?", filter.amount().map((_, max) -> boxed(max)))
        .and("metadata @> ?::jsonb", Json.textUnlessEmpty(filter.metadata()))
        .createdIn(filter.created());
  }

  /** The conditions of a list; a payment must meet the filter and the criterion. */
  public record Conditions(PaymentFilter filter, SearchCriterion sought) {}

  /** Returns the sums of the payments that meet any of the conditions, and the traits. */
  public Optional<AmountSums> sum(Realm realm, List<Conditions> any, PaymentTraits traits) {
    return newest(realm, any, traits).sum(db);
  }

  /** Returns a page ordered by amount of the payments that meet any of the conditions. */
  public Optional<Page<Payment>> listByAmount(
      Realm realm,
      List<Conditions> any,
      PaymentTraits traits,
      AmountOrder order,
      PageRequest page) {
    return newest(realm, any, traits)
        .page(db, page, order)
        .map(found -> {
          List<PaymentId> ids = found.data().stream().map(PaymentId::new).toList();
          Map<PaymentId, Payment> known =
              list(realm, ids).stream().collect(Collectors.toMap(Payment::id, Function.identity()));
          return new Page<>(
              ids.stream().flatMap(id -> Optional.ofNullable(known.get(id)).stream()).toList(),
              found.hasMore());
        });
  }

  private static NewestRows newest(Realm realm, List<Conditions> any, PaymentTraits traits) {
    return new NewestRows(
        realm,
        any.stream()
            .map(one -> {
              Optional<Status> status = one.filter().status();
              var query = new ListQuery("SELECT id, amount, currency FROM payment", realm);
              return traits
                  .sought(traits.known(filtered(query, one.filter(), one.sought())))
                  .and("status = ?", status.map(Status::text))
                  .and(status.flatMap(PaymentStore::whereToFind));
            })
            .toList());
  }

  /**
   * Returns the number of payments, optionally of one status. The count of a common status is
   * limited.
   */
  public Count count(Realm realm, Optional<Status> status, IdTime.Span created) {
    return switch (status.orElse(Status.SUCCEEDED)) {
      case SUCCEEDED ->
          status.isEmpty()
              ? new ListQuery("SELECT id FROM payment", realm)
                  .and(IS_NO_SETUP)
                  .createdIn(created)
                  .count(db)
              : new ListQuery("SELECT status FROM payment", realm)
                  .and(IS_NO_SETUP)
                  .createdIn(created)
                  .countAmong(db, COUNTED_AMONG, "status = 'succeeded'");
      case PROCESSING ->
          new ListQuery("SELECT id FROM payment", realm)
              .and(IS_NO_SETUP)
              .and("status = 'processing'")
              .and(whereToFind(Status.PROCESSING))
              .createdIn(created)
              .count(db);
      case REQUIRES_ACTION, REQUIRES_CAPTURE, FAILED, CANCELED ->
          new ListQuery("SELECT id FROM payment_status", realm)
              .and("status = ?", status.map(Status::text))
              .and("id >= ?", created.from().map(IdTime::first))
              .and("id < ?", created.until().map(IdTime::first))
              .count(db);
    };
  }

  /** Returns the number of payments with an open dispute, which have an index of their own. */
  public Count countDisputed(Realm realm, IdTime.Span created) {
    return PaymentTraits.DISPUTED
        .known(new ListQuery("SELECT id FROM payment", realm).createdIn(created))
        .count(db);
  }

  private static String currencyCondition(Set<Currency> currencies) {
    return currencies.size() == 1 ? "currency = ?" : "currency = ANY(?)";
  }

  private static Optional<Object> currencyCodes(Set<Currency> currencies) {
    String[] codes = currencies.stream().map(Currency::code).toArray(String[]::new);
    return switch (codes.length) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(codes[0]);
      default -> Optional.of(codes);
    };
  }

  private static ListQuery sought(ListQuery query, SearchCriterion sought) {
    return switch (sought) {
      case SearchCriterion.Anything() -> query;
      case SearchCriterion.OfCustomer(CustomerId customer) ->
          query.and("customer_id = ?", customer.uuid());
      case SearchCriterion.Last4(String digits) -> query.and("method ->> 'last4' = ?", digits);
      case SearchCriterion.Amount(long minor, Set<Currency> currencies) ->
          query
              .and("amount = ?", minor)
              .and(
                  "currency = ANY(?)",
                  currencies.stream().map(Currency::code).toArray(String[]::new));
      case SearchCriterion.ReceiptEmail(String email) -> query.and(OF_RECEIPT_EMAIL, email);
      case SearchCriterion.ProviderId(String id) ->
          query
              .and("provider IS NOT NULL")
              .and("jsonb_path_query_array(provider, '$.ids.*') @> to_jsonb(?::text)", id);
      case SearchCriterion.TransferReference(String reference) ->
          query.and(OF_TRANSFER_REFERENCE, reference);
      case SearchCriterion.BankReference(String reference) ->
          query.and(OF_BANK_REFERENCE, reference);
      case SearchCriterion.Metadata(String key, String value) ->
          query.and("metadata @> ?::jsonb", Json.textUnlessEmpty(Map.of(key, value)));
      case SearchCriterion.Combined(SearchCriterion leading, var further) -> {
        sought(query, leading);
        further.forEach(any -> query.andAny(any.stream().map(PaymentStore::seeking).toList()));
        yield query;
      }
    };
  }

  private static Consumer<ListQuery> seeking(SearchCriterion sought) {
    return query -> sought(query, sought);
  }

  /**
   * Returns the condition that finds the payments of a status. The second write of a payment
   * touches no index of its row, so none of those indexes is by status. Most payments have
   * succeeded, so a page of those is found quickly without a condition.
   */
  private static Optional<String> whereToFind(Status status) {
    return switch (status) {
      case SUCCEEDED -> Optional.empty();
      case PROCESSING ->
          Optional.of(
              "(realm_id, id) IN (SELECT realm_id, payment_id FROM attempt WHERE status IN ('begun', 'pending', 'unknown', 'reversing'))");
      case REQUIRES_ACTION, REQUIRES_CAPTURE, FAILED, CANCELED ->
          Optional.of(
              "(realm_id, id) IN (SELECT realm_id, id FROM payment_status WHERE status = '"
                  + status.text()
                  + "')");
    };
  }

  private static Optional<Long> boxed(OptionalLong value) {
    return value.isPresent() ? Optional.of(value.getAsLong()) : Optional.empty();
  }

  /** Returns a page of setups, newest first, optionally of one customer. */
  public Page<Payment> listSetups(Realm realm, Optional<CustomerId> customer, PageRequest page) {
    return new ListQuery("SELECT * FROM payment", realm)
        .and("amount = 0")
        .and("customer_id = ?", customer.map(CustomerId::uuid))
        .page(db, page, PaymentTable::read);
  }

  /** Returns a payment that is no setup. */
  public Optional<Payment> find(Realm realm, PaymentId id) {
    return findAny(realm, id).filter(payment -> !payment.isSetup());
  }

  public Optional<Payment> find(Realm realm, SetupId id) {
    return findAny(realm, new PaymentId(id.uuid())).filter(Payment::isSetup);
  }

  /** Returns a payment or setup. */
  public Optional<Payment> findAny(Realm realm, PaymentId id) {
    return reader.find(new Key(realm, id));
  }

  /** Returns a payment or setup. */
  public Payment get(Realm realm, PaymentId id) {
    return findAny(realm, id)
        .orElseThrow(() -> new IllegalStateException(id + " was there and is gone"));
  }

  /** Returns the payments with these ids, in no order. */
  public List<Payment> list(Realm realm, List<PaymentId> ids) {
    return db.list(
        FIND_SEVERAL,
        PaymentTable::read,
        Collections.nCopies(ids.size(), realm.id()).toArray(Long[]::new),
        ids.stream().map(PaymentId::uuid).toArray(UUID[]::new));
  }

  @Override
  public void close() {
    reader.close();
  }

  private static Map<Key, Payment> findAll(Connection connection, List<Key> keys)
      throws SQLException {
    var found = new HashMap<Key, Payment>();
    for (Payment payment : list(connection, keys)) {
      found.put(new Key(payment.realm(), payment.id()), payment);
    }
    return found;
  }

  private static List<Payment> list(Connection connection, List<Key> keys) throws SQLException {
    if (keys.size() == 1) {
      Key key = keys.getFirst();
      return Db.query(connection, FIND, PaymentTable::read, key.realm().id(), key.id().uuid());
    }
    Long[] realms = keys.stream().map(key -> key.realm().id()).toArray(Long[]::new);
    UUID[] ids = keys.stream().map(key -> key.id().uuid()).toArray(UUID[]::new);
    return Db.query(connection, FIND_SEVERAL, PaymentTable::read, realms, ids);
  }
}
