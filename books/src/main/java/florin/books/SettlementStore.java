package florin.books;

import static java.util.Objects.requireNonNull;

import florin.books.BacklogStore.Part;
import florin.connector.SettlementLine;
import florin.connector.SettlementLine.Original;
import florin.core.Currency;
import florin.core.Id;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Id.PayoutId;
import florin.core.Id.RefundId;
import florin.core.Id.SettlementLineId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.Db;
import florin.db.ListQuery;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lines that providers reported, in PostgreSQL. */
public final class SettlementStore {
  private static final String ATTEMPTS =
      """
      SELECT id AS subject, payment_id, refund_id
        FROM attempt_for_ledger
       WHERE realm_id = ?
         AND id = ANY (?)
         AND connector = ?
      """;

  private static final String PAYMENTS =
      """
      SELECT id AS subject, id AS payment_id, NULL::uuid AS refund_id
        FROM payment_for_ledger
       WHERE realm_id = ?
         AND id = ANY (?)
         AND connector = ?
      """;

  private static final String REFUNDS =
      """
      SELECT r.id AS subject, NULL::uuid AS payment_id, r.id AS refund_id
        FROM refund_for_ledger r
        JOIN payment_for_ledger p ON p.realm_id = ? AND p.id = r.payment_id
       WHERE r.realm_id = ?
         AND r.id = ANY (?)
         AND p.connector = ?
      """;

  /**
   * Adds lines. The lock of the lines keeps other transactions from closing a month meanwhile, so a
   * line of a closed month always has its mark.
   */
  private static final String INSERT =
      """
      INSERT INTO settlement_line (realm_id, id, connector, reference, settlement_id, type, object_id, currency,
                                   gross, fee, tax, net, original_currency, original_amount, description,
                                   occurred_at, available_at, created_at, payment_id, adjusted_in)
      SELECT ?, l.id, ?, l.reference, ?, l.type, l.object_id, l.currency,
             l.gross, l.fee, l.tax, l.gross - l.fee, l.original_currency, l.original_amount, l.description,
             l.occurred_at::timestamptz, l.available_at::timestamptz, ?, l.payment_id,
             CASE
               WHEN least(l.occurred_at::timestamptz, l.available_at::timestamptz) < c.until_at THEN (c.month + interval '1 month')::date
             END
        FROM unnest(?::uuid[], ?::text[], ?::text[], ?::uuid[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[],
                    ?::text[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::uuid[])
          AS l (id, reference, type, object_id, currency, gross, fee, tax,
                original_currency, original_amount, description, occurred_at, available_at, payment_id)
        LEFT JOIN (SELECT month, until_at FROM ledger_closing WHERE realm_id = ? ORDER BY month DESC LIMIT 1) c ON true
          ON CONFLICT (realm_id, connector, reference) DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT *
        FROM settlement_line
       WHERE realm_id = ?
         AND connector = ?
         AND reference = ANY (?)
      """;

  private static final String FIND_ONE =
      """
      SELECT *
        FROM settlement_line
       WHERE realm_id = ?
         AND id = ?
      """;

  private static final String FIND_ALL =
      """
      SELECT *
        FROM settlement_line
       WHERE realm_id = ?
         AND id = ANY (?)
      """;

  private static final String LINK =
      """
      INSERT INTO payout_line (realm_id, line_id, payout_id)
      SELECT ?, o.line_id, o.payout_id
        FROM unnest(?::uuid[], ?::uuid[]) AS o (line_id, payout_id)
          ON CONFLICT (realm_id, line_id) DO NOTHING
      """;

  private static final String OF_PAYOUT =
      """
      SELECT l.*, o.payout_id
        FROM settlement_line l
        JOIN payout_line o ON o.realm_id = l.realm_id AND o.line_id = l.id\
      """;

  private static final String SUMS =
      """
      SELECT l.type, count(*) AS lines, sum(l.gross)::bigint AS gross, sum(l.fee)::bigint AS fee, sum(l.net)::bigint AS net
        FROM payout_part l
       WHERE l.realm_id = ?
         AND l.payout_id = ?
       GROUP BY l.type
       ORDER BY min(array_position(?::text[], l.type))
      """;

  /** The lines of one statement. */
  private static final int MAX_LINES = 1_000;

  /** The most lines whose transfers the transaction of the lines posts. */
  static final int MAX_POSTED = 10_000;

  private final Db db;

  /**
   * A stored line.
   *
   * @param object the payment, refund or payout; empty if Florin knows none
   * @param payment the payment of a refund that someone made at the provider
   */
  public record StoredLine(
      Realm realm,
      SettlementLineId id,
      String connector,
      String reference,
      SettlementLine.Type type,
      Optional<UUID> object,
      Optional<PaymentId> payment,
      Currency currency,
      long gross,
      long fee,
      long tax,
      long net,
      Optional<Original> original,
      String description,
      Instant occurredAt,
      Instant availableAt,
      Instant created) {
    /** Returns the typed id of the object. */
    public Optional<Id> objectId() {
      return object
          .<Id>map(id ->
              switch (type) {
                case REFUND, REFUND_FAILURE -> new RefundId(id);
                case PAYOUT, PAYOUT_FAILURE -> new PayoutId(id);
                default -> new PaymentId(id);
              })
          .or(() -> payment);
    }

    private boolean has(SettlementLine line) {
      return type == line.type()
          && currency.equals(line.currency())
          && gross == line.gross()
          && fee == line.fee()
          && tax == line.tax()
          && original.equals(line.original());
    }
  }

  /** What the transaction that adds lines does besides. An exception undoes all of it. */
  @FunctionalInterface
  public interface Companion {
    /**
     * Runs in the transaction, after the lines.
     *
     * @param changed the references of lines that were reported before with other amounts
     */
    void run(Connection connection, List<String> changed) throws SQLException;
  }

  /** The sum of a payout's lines of one type, in minor units. */
  public record LineSum(SettlementLine.Type type, long lines, long gross, long fee, long net) {}

  public SettlementStore(Db db) {
    this.db = db;
  }

  /** Lines of a connector, with the objects and payouts that they concern. */
  record LineBatch(
      Realm realm,
      String connector,
      Optional<UUID> settlement,
      List<SettlementLine> lines,
      Map<String, PayoutId> payouts,
      Supplier<UUID> ids,
      Instant now) {
    LineBatch {
      lines = List.copyOf(lines);
    }

    private LineBatch with(List<SettlementLine> part) {
      return new LineBatch(realm, connector, settlement, part, payouts, ids, now);
    }
  }

  /**
   * Adds the lines that are new, in one transaction. The same transaction posts their transfers,
   * unless other postings would have to wait long. Then the lines become a part of the backlog,
   * which posts them in steps.
   */
  void add(LineBatch batch, Companion companion) {
    db.transaction(connection -> {
      LedgerStore.lockLines(connection, batch.realm);
      boolean isPostedLater = batch.lines.size() > MAX_POSTED;
      if (!isPostedLater) {
        LedgerStore.lock(connection);
      }
      var changed = new ArrayList<String>();
      for (int from = 0; from < batch.lines.size(); from += MAX_LINES) {
        int to = Math.min(from + MAX_LINES, batch.lines.size());
        changed.addAll(add(connection, batch.with(batch.lines.subList(from, to)), isPostedLater));
      }
      if (isPostedLater) {
        BacklogStore.addLines(connection, batch.realm, batch.now); // last, because it locks the row
      }
      companion.run(connection, changed);
      return changed;
    });
  }

  private static List<String> add(Connection connection, LineBatch batch, boolean isPostedLater)
      throws SQLException {
    Map<UUID, Subject> objects = findObjects(connection, batch);
    insert(connection, batch, objects);
    Map<String, StoredLine> stored =
        byReference(
            Db.query(
                connection,
                FIND,
                SettlementStore::read,
                batch.realm.id(),
                batch.connector,
                texts(batch.lines, SettlementLine::reference)));
    link(connection, batch, stored);
    MissingSettlementStore.found(
        connection,
        batch.realm,
        stored.values().stream().flatMap(line -> line.object().stream()).toList());
    if (!isPostedLater) {
      LedgerStore.post(
          connection,
          batch.realm.id(),
          Part.LINES,
          stored.values().stream().map(line -> line.id().uuid()).toList());
    }
    return changed(batch.lines, stored);
  }

  /** Returns the references of lines that are stored with other amounts, in order. */
  List<String> listChanged(Realm realm, String connector, List<SettlementLine> lines) {
    var changed = new ArrayList<String>();
    for (int from = 0; from < lines.size(); from += MAX_LINES) {
      List<SettlementLine> part = lines.subList(from, Math.min(from + MAX_LINES, lines.size()));
      changed.addAll(
          changed(
              part,
              byReference(
                  db.list(
                      FIND,
                      SettlementStore::read,
                      realm.id(),
                      connector,
                      texts(part, SettlementLine::reference)))));
    }
    return changed;
  }

  private static List<String> changed(List<SettlementLine> lines, Map<String, StoredLine> stored) {
    return lines.stream()
        .filter(line ->
            Optional.ofNullable(stored.get(line.reference()))
                .filter(before -> !before.has(line))
                .isPresent())
        .map(SettlementLine::reference)
        .toList();
  }

  private static Map<String, StoredLine> byReference(List<StoredLine> lines) {
    return lines.stream().collect(Collectors.toMap(StoredLine::reference, Function.identity()));
  }

  /** Returns the payments and refunds of the subjects that Florin knows, at this connector. */
  private static Map<UUID, Subject> findObjects(Connection connection, LineBatch batch)
      throws SQLException {
    var objects = new HashMap<UUID, Subject>();
    long realm = batch.realm.id();
    String connector = batch.connector;
    UUID[] attempts = subjects(batch.lines, AttemptId.class);
    UUID[] payments = subjects(batch.lines, PaymentId.class);
    UUID[] refunds = subjects(batch.lines, RefundId.class);
    var found = new ArrayList<Subject>();
    if (attempts.length > 0) {
      found.addAll(Db.query(connection, ATTEMPTS, Subject::read, realm, attempts, connector));
    }
    if (payments.length > 0) {
      found.addAll(Db.query(connection, PAYMENTS, Subject::read, realm, payments, connector));
    }
    if (refunds.length > 0) {
      found.addAll(Db.query(connection, REFUNDS, Subject::read, realm, realm, refunds, connector));
    }
    found.forEach(subject -> objects.put(subject.id, subject));
    return objects;
  }

  /**
   * What Florin knows about the subject of a line.
   *
   * @param refund empty if the subject is a payment or one of its attempts
   */
  private record Subject(UUID id, Optional<UUID> payment, Optional<UUID> refund) {
    private static Subject read(ResultSet row) throws SQLException {
      return new Subject(
          row.getObject("subject", UUID.class),
          Optional.ofNullable(row.getObject("payment_id", UUID.class)),
          Optional.ofNullable(row.getObject("refund_id", UUID.class)));
    }

    /** Returns the object of a line. A refund that someone made at the provider has none. */
    private Optional<UUID> object(SettlementLine.Type type) {
      return type == SettlementLine.Type.REFUND || type == SettlementLine.Type.REFUND_FAILURE
          ? refund
          : payment.filter(_ -> refund.isEmpty());
    }
  }

  private static UUID[] subjects(List<SettlementLine> lines, Class<? extends Id> kind) {
    return lines.stream()
        .flatMap(line -> line.subject().stream())
        .filter(kind::isInstance)
        .map(Id::uuid)
        .distinct()
        .toArray(UUID[]::new);
  }

  private static void insert(Connection connection, LineBatch batch, Map<UUID, Subject> objects)
      throws SQLException {
    List<SettlementLine> lines = batch.lines;
    Db.update(
        connection,
        INSERT,
        batch.realm.id(),
        batch.connector,
        batch.settlement.orElse(null),
        batch.now,
        lines.stream().map(_ -> batch.ids.get()).toArray(UUID[]::new),
        texts(lines, SettlementLine::reference),
        texts(lines, line -> line.type().text()),
        lines.stream().map(line -> object(line, batch, objects)).toArray(UUID[]::new),
        texts(lines, line -> line.currency().code()),
        lines.stream().map(SettlementLine::gross).toArray(Long[]::new),
        lines.stream().map(SettlementLine::fee).toArray(Long[]::new),
        lines.stream().map(SettlementLine::tax).toArray(Long[]::new),
        texts(lines, line -> line.original().map(it -> it.currency().code()).orElse(null)),
        lines.stream()
            .map(line -> line.original().map(Original::amount).orElse(null))
            .toArray(Long[]::new),
        texts(lines, SettlementLine::description),
        texts(lines, line -> line.occurredAt().toString()),
        texts(lines, line -> line.availableAt().toString()),
        lines.stream().map(line -> payment(line, objects)).toArray(UUID[]::new),
        batch.realm.id());
  }

  private static @Nullable UUID object(
      SettlementLine line, LineBatch batch, Map<UUID, Subject> objects) {
    return switch (line.type()) {
      case PAYOUT, PAYOUT_FAILURE -> payout(line.payout(), batch);
      default ->
          line.subject()
              .flatMap(subject -> Optional.ofNullable(objects.get(subject.uuid())))
              .flatMap(subject -> subject.object(line.type()))
              .orElse(null);
    };
  }

  /** Returns the payment of a refund that has no reference of Florin. */
  private static @Nullable UUID payment(SettlementLine line, Map<UUID, Subject> objects) {
    return switch (line.type()) {
      case REFUND, REFUND_FAILURE ->
          line.subject()
              .flatMap(subject -> Optional.ofNullable(objects.get(subject.uuid())))
              .filter(subject -> subject.refund.isEmpty())
              .flatMap(subject -> subject.payment)
              .orElse(null);
      default -> null;
    };
  }

  private static UUID payout(Optional<String> reference, LineBatch batch) {
    return requireNonNull(batch.payouts.get(reference.orElseThrow())).uuid();
  }

  private static StoredLine stored(Map<String, StoredLine> all, SettlementLine line) {
    return requireNonNull(all.get(line.reference()));
  }

  private static void link(Connection connection, LineBatch batch, Map<String, StoredLine> stored)
      throws SQLException {
    List<SettlementLine> linked =
        batch.lines.stream().filter(line -> line.paidOutWith().isPresent()).toList();
    if (!linked.isEmpty()) {
      Db.update(
          connection,
          LINK,
          batch.realm.id(),
          linked.stream().map(line -> stored(stored, line).id().uuid()).toArray(UUID[]::new),
          linked.stream().map(line -> payout(line.paidOutWith(), batch)).toArray(UUID[]::new));
    }
  }

  private static String[] texts(
      List<SettlementLine> lines, Function<SettlementLine, @Nullable String> part) {
    return lines.stream().map(part).toArray(String[]::new);
  }

  /** Returns a page of the lines that a payout is made of, the newest first. */
  public Page<StoredLine> list(Realm realm, PayoutId payout, PageRequest page) {
    return new ListQuery("SELECT * FROM (%s) AS line".formatted(OF_PAYOUT), realm)
        .and("payout_id = ?", payout.uuid())
        .page(db, page, SettlementStore::read);
  }

  public Optional<StoredLine> find(Realm realm, SettlementLineId id) {
    return db.findOne(FIND_ONE, SettlementStore::read, realm.id(), id.uuid());
  }

  /** Returns the lines that are the sources of balance transactions, by id. */
  public Map<Id, StoredLine> sources(Realm realm, List<BalanceTransaction> transactions) {
    UUID[] ids =
        transactions.stream()
            .map(BalanceTransaction::source)
            .filter(SettlementLineId.class::isInstance)
            .map(Id::uuid)
            .toArray(UUID[]::new);
    return ids.length == 0
        ? Map.of()
        : db.list(FIND_ALL, SettlementStore::read, realm.id(), ids).stream()
            .collect(Collectors.toMap(StoredLine::id, line -> line));
  }

  /**
   * Returns the sums of a payout's lines by type: payments first, adjustments last. The fee for the
   * payout itself counts as one of its fees.
   */
  public List<LineSum> sum(Realm realm, PayoutId payout) {
    return db.list(
        SUMS,
        row ->
            new LineSum(
                SettlementLine.Type.of(row.getString("type")),
                row.getLong("lines"),
                row.getLong("gross"),
                row.getLong("fee"),
                row.getLong("net")),
        realm.id(),
        payout.uuid(),
        Stream.of(SettlementLine.Type.values())
            .map(SettlementLine.Type::text)
            .toArray(String[]::new));
  }

  static StoredLine read(ResultSet row) throws SQLException {
    return new StoredLine(
        new Realm(row.getLong("realm_id")),
        new SettlementLineId(row.getObject("id", UUID.class)),
        row.getString("connector"),
        row.getString("reference"),
        SettlementLine.Type.of(row.getString("type")),
        Optional.ofNullable(row.getObject("object_id", UUID.class)),
        Optional.ofNullable(row.getObject("payment_id", UUID.class)).map(PaymentId::new),
        Currency.get(row.getString("currency")),
        row.getLong("gross"),
        row.getLong("fee"),
        row.getLong("tax"),
        row.getLong("net"),
        original(row),
        row.getString("description"),
        Db.getInstant(row, "occurred_at"),
        Db.getInstant(row, "available_at"),
        Db.getInstant(row, "created_at"));
  }

  private static Optional<Original> original(ResultSet row) throws SQLException {
    long amount = row.getLong("original_amount");
    return Optional.ofNullable(row.getString("original_currency"))
        .map(currency -> new Original(Currency.get(currency), amount));
  }
}
