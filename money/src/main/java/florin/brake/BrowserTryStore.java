package florin.brake;

import static florin.db.SqlType.BOOLEAN;
import static florin.db.SqlType.JSONB;
import static florin.db.SqlType.TIMESTAMPTZ;

import florin.brake.BrowserTry.Decision;
import florin.brake.BrowserTry.Outcome;
import florin.core.Realm;
import florin.db.Column;
import florin.db.Db;
import florin.db.OldRows;
import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Statement;
import florin.db.Table;
import florin.db.Write;
import florin.http.JsonFields;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The cards from browsers in PostgreSQL. */
public final class BrowserTryStore {
  /** The most past cards from which the usual share of declines is known. */
  static final int MOST_PAST = 5_000;

  /** The good cards whose banks and networks are familiar to an account: the latest ones. */
  private static final int MOST_FAMILIAR = 20_000;

  /** The most cards of one account that are read when its counts are first needed. */
  private static final int MOST_RECENT = 2_000;

  private static final Table<Row> TABLE = new Table<>("browser_try", "b");

  private static final Column<Row, Realm> REALM =
      TABLE.column("realm_id", SqlType.REALM, row -> row.tried().realm());
  private static final Column<Row, UUID> ID =
      TABLE.column("id", SqlType.UUID, row -> row.tried().id());

  static {
    TABLE.column("node", SqlType.UUID, Row::node);
  }

  private static final Column<Row, String> SUBJECTS =
      TABLE.column("subjects", JSONB, row -> subjects(row.tried().subjects()));
  private static final Column<Row, Optional<String>> DECISIONS =
      TABLE.optional("decisions", JSONB, row -> decisions(row.tried().decisions()));
  private static final Column<Row, Boolean> DECLINED =
      TABLE.column("declined", BOOLEAN, row -> row.tried().outcome() == Outcome.DECLINED);
  private static final Column<Row, Boolean> CHARGED =
      TABLE.column("charged", BOOLEAN, row -> row.tried().outcome() == Outcome.CHARGED);
  private static final Column<Row, Instant> CREATED_AT =
      TABLE.column("created_at", TIMESTAMPTZ, row -> row.tried().at());
  private static final Column<Row, Instant> CHANGED_AT =
      TABLE.column("changed_at", TIMESTAMPTZ, row -> row.tried().at());

  private static final RecordStatement<Row> INSERT = TABLE.insertWithout();

  /**
   * Changes nothing if the card came from a server. The node is the one that counted the outcome:
   * the one that counted the card reads it.
   */
  private static final Statement RESOLVE =
      Statement.lenient(
          "browser_try.resolve",
          "browser_try",
          "id",
          "realm_id bigint, id uuid, declined boolean, node uuid, changed_at timestamptz",
          """
          UPDATE browser_try b
             SET declined = b.declined OR r.declined,
                 charged = b.charged OR NOT r.declined,
                 node = r.node,
                 changed_at = r.changed_at
            FROM :rows r
           WHERE b.realm_id = :realm
             AND b.id = r.id
          RETURNING b.id\
          """);

  private static final String SELECT = "SELECT * FROM browser_try";

  private static final String LIST_RECENT =
      SELECT
          + """
           WHERE realm_id = ?
             AND created_at > ?
           ORDER BY id DESC
           LIMIT %d
          """
              .formatted(MOST_RECENT);

  private static final String LIST_CHANGED =
      SELECT
          + """
           WHERE changed_at > ?
             AND node <> ?
           ORDER BY changed_at
           LIMIT ?
          """;

  private static final String LIST_SINCE =
      SELECT
          + """
           WHERE realm_id = ?
             AND created_at >= ?
             AND id > ?
           ORDER BY realm_id, id
           LIMIT ?
          """;

  private static final String LIST_OF =
      SELECT
          + """
           WHERE realm_id = ?
             AND id = ANY(?)
          """;

  private static final String COUNT_PAST =
      """
      SELECT count(*) AS cards, count(*) FILTER (WHERE declined) AS declined
        FROM (SELECT declined
                FROM browser_try
               WHERE realm_id = ?
                 AND created_at < ?
               ORDER BY id DESC
               LIMIT %d) past
      """
          .formatted(MOST_PAST);

  private static final OldRows OLD = new OldRows("browser_try", "changed_at");

  private static final String LIST_FAMILIAR =
      """
      SELECT subjects ->> 'bin' AS bank, subjects ->> 'network' AS network
        FROM browser_try
       WHERE realm_id = ?
         AND created_at < ?
         AND charged
         AND NOT declined
       ORDER BY id DESC
       LIMIT %d
      """
          .formatted(MOST_FAMILIAR);

  private final Db db;

  public BrowserTryStore(Db db) {
    this.db = db;
  }

  private record Row(BrowserTry tried, UUID node) {}

  static Write insert(BrowserTry tried, UUID node) {
    return INSERT.row(new Row(tried, node));
  }

  static Write resolve(Realm realm, UUID id, boolean isDeclined, UUID node, Instant now) {
    return RESOLVE.row(realm.id(), id, isDeclined, node, now);
  }

  /** Returns the latest cards of an account, the oldest first. */
  List<BrowserTry> listRecent(Realm realm, Instant since) {
    return db.list(LIST_RECENT, BrowserTryStore::read, realm.id(), since).reversed();
  }

  /** A card, and when it was last written. */
  record Changed(BrowserTry tried, Instant at) {}

  /** Returns the cards that other nodes have written or declined, in that order. */
  List<Changed> listChanged(Instant since, UUID node, int limit) {
    return db.list(
        LIST_CHANGED, row -> new Changed(read(row), CHANGED_AT.of(row)), since, node, limit);
  }

  /**
   * Returns cards of an account with the time of their last change, the oldest first.
   *
   * @param after the last card that was read
   */
  List<Changed> listSince(Realm realm, Instant since, UUID after, int limit) {
    return db.list(
        LIST_SINCE,
        row -> new Changed(read(row), CHANGED_AT.of(row)),
        realm.id(),
        since,
        after,
        limit);
  }

  /** Returns the cards of these payment methods that came from a browser. */
  public Map<UUID, BrowserTry> find(Realm realm, Collection<UUID> methods) {
    return db
        .list(LIST_OF, BrowserTryStore::read, realm.id(), methods.toArray(UUID[]::new))
        .stream()
        .collect(Collectors.toMap(BrowserTry::id, tried -> tried));
  }

  /** The cards of the past, and those of them that were declined. */
  record Past(int cards, int declined) {}

  Past countPast(Realm realm, Instant before) {
    return db.list(
            COUNT_PAST,
            row -> new Past(row.getInt("cards"), row.getInt("declined")),
            realm.id(),
            before)
        .getFirst();
  }

  /** Returns the banks and networks of good cards before a time; empty if there were too few. */
  Optional<Familiar> findFamiliar(Realm realm, Instant before) {
    List<Good> good =
        db.list(
            LIST_FAMILIAR,
            row ->
                new Good(
                    Optional.ofNullable(row.getString("bank")),
                    Optional.ofNullable(row.getString("network"))),
            realm.id(),
            before);
    return good.size() < Familiar.LEAST
        ? Optional.empty()
        : Optional.of(
            new Familiar(
                good.stream()
                    .flatMap(it -> Stream.concat(it.bank().stream(), it.network().stream()))
                    .collect(Collectors.toSet())));
  }

  private record Good(Optional<String> bank, Optional<String> network) {}

  /** Deletes a bounded batch of old rows of some accounts; returns their number. */
  int deleteOld(Instant before, int limit) {
    return OLD.delete(db, before, limit);
  }

  private static String subjects(Map<SubjectKind, String> subjects) {
    var json = new JsonFields.Writer();
    subjects.forEach((kind, value) -> json.put(kind.text(), value));
    return json.text();
  }

  private static Optional<String> decisions(List<Decision> decisions) {
    if (decisions.isEmpty()) {
      return Optional.empty();
    }
    var json = new JsonFields.Writer();
    for (Decision decision : decisions) {
      json.put(
          decision.kind().text(),
          new JsonFields.Writer()
              .put("step", decision.step().text())
              .put("value", decision.value())
              .put("declined", decision.declined())
              .put("cards", decision.cards()));
    }
    return Optional.of(json.text());
  }

  private static BrowserTry read(ResultSet row) throws SQLException {
    JsonFields texts = JsonFields.of(SUBJECTS.of(row));
    var subjects = new EnumMap<SubjectKind, String>(SubjectKind.class);
    for (SubjectKind kind : SubjectKind.values()) {
      texts.findText(kind.text()).ifPresent(value -> subjects.put(kind, value));
    }
    return new BrowserTry(
        REALM.of(row),
        ID.of(row),
        CREATED_AT.of(row),
        subjects,
        DECISIONS.of(row).map(BrowserTryStore::readDecisions).orElse(List.of()),
        DECLINED.of(row) ? Outcome.DECLINED : CHARGED.of(row) ? Outcome.CHARGED : Outcome.OPEN);
  }

  private static List<Decision> readDecisions(String json) {
    JsonFields decisions = JsonFields.of(json);
    return List.of(SubjectKind.values()).stream()
        .flatMap(kind ->
            decisions.findFields(kind.text()).stream()
                .map(fields ->
                    new Decision(
                        Step.ofText(fields.text("step")),
                        kind,
                        fields.text("value"),
                        fields.integer("declined"),
                        fields.integer("cards"))))
        .toList();
  }
}
