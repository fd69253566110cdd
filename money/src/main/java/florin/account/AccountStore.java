package florin.account;

import florin.account.Account.Profile;
import florin.core.AddressRange;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits;
import florin.core.DailyLimits.DailyLimit;
import florin.core.Id.AccountId;
import florin.core.Id.KeyId;
import florin.core.KeyRights;
import florin.core.Mode;
import florin.core.PageOrigin;
import florin.core.Realm;
import florin.core.Scope;
import florin.core.TimeZones;
import florin.db.Db;
import florin.db.GroupRead;
import florin.db.Statement;
import florin.db.Write;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Accounts, realms and API keys in PostgreSQL. */
public final class AccountStore {
  private static final String INSERT_ACCOUNT =
      """
      INSERT INTO account (id, name, time_zone, created_at)
      VALUES (?, ?, ?, ?)
      RETURNING number, id, name, address, support_email, statement_descriptor, terms_url, privacy_url, time_zone, created_at
      """;

  private static final String INSERT_REALM =
      """
      INSERT INTO realm (id, account_number, mode)
      VALUES (?, ?, ?)
      """;

  private static final String LIST_ACCOUNTS =
      """
      SELECT number, id, name, address, support_email, statement_descriptor, terms_url, privacy_url, time_zone, created_at
        FROM account
       ORDER BY number
      """;

  private static final String FIND_ACCOUNT =
      """
      SELECT number, id, name, address, support_email, statement_descriptor, terms_url, privacy_url, time_zone, created_at
        FROM account
       WHERE number = ?
      """;

  private static final String UPDATE_ACCOUNT =
      """
      UPDATE account
         SET name = ?,
             address = ?,
             support_email = ?,
             statement_descriptor = ?,
             terms_url = ?,
             privacy_url = ?
       WHERE number = ?
      """;

  private static final String UPDATE_TIME_ZONE =
      """
      UPDATE account
         SET time_zone = ?
       WHERE number = ?
      """;

  private static final String FIND_LOGS_LIVE_FIELDS =
      """
      SELECT logs_live_fields
        FROM account
       WHERE number = ?
      """;

  private static final String UPDATE_LOGS_LIVE_FIELDS =
      """
      UPDATE account
         SET logs_live_fields = ?
       WHERE number = ?
      """;

  private static final String FIND_LIVE_SETTINGS_BY_KEY =
      """
      SELECT live_settings_by_key
        FROM account
       WHERE number = ?
      """;

  private static final String UPDATE_LIVE_SETTINGS_BY_KEY =
      """
      UPDATE account
         SET live_settings_by_key = ?
       WHERE number = ?
      """;

  /** Serializes two nodes that start at the same time on a new database. */
  private static final String LOCK_ACCOUNTS =
      """
      LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE
      """;

  private static final String INSERT_KEY =
      """
      INSERT INTO api_key (id, realm_id, kind, scopes, daily_limits, addresses, lineage_id, name, hash, last4, plain, origins, created_at, expires_at, parent_id, predecessor_id)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The lists are texts with line breaks, because a parameter has one element for each row. */
  private static final Statement INSERTING_KEY =
      Statement.guarded(
          "api_key.insert",
          "api_key",
          "id",
          "realm_id bigint, id uuid, scopes text, daily_limits text, addresses text, lineage_id uuid, name text, hash bytea, last4 text, created_at timestamptz, expires_at timestamptz, parent_id uuid, predecessor_id uuid",
          """
          INSERT INTO api_key (id, realm_id, kind, scopes, daily_limits, addresses, lineage_id, name, hash, last4, created_at, expires_at, parent_id, predecessor_id)
          SELECT id, realm_id, 'restricted', string_to_array(scopes, E'\\n'), string_to_array(daily_limits, E'\\n'),
                 string_to_array(addresses, E'\\n'), lineage_id, name, hash, last4, created_at, expires_at, parent_id, predecessor_id
            FROM :rows
          RETURNING id\
          """);

  private static final Statement ENDING_KEY =
      Statement.guarded(
          "api_key.expire",
          "api_key",
          "id",
          "realm_id bigint, id uuid, expires_at timestamptz",
          """
          UPDATE api_key k
             SET expires_at = r.expires_at
            FROM :rows r
           WHERE k.realm_id = r.realm_id
             AND k.id = r.id
             AND k.expires_at IS NULL
             AND k.revoked_at IS NULL
          RETURNING k.id\
          """);

  private static final Statement SETTING_ORIGINS =
      Statement.guarded(
          "api_key.allow_origins",
          "api_key",
          "id",
          "realm_id bigint, id uuid, origins text",
          """
          UPDATE api_key k
             SET origins = string_to_array(r.origins, E'\\n')
            FROM :rows r
           WHERE k.realm_id = r.realm_id
             AND k.id = r.id
             AND k.revoked_at IS NULL
          RETURNING k.id\
          """);

  private static final String SELECT_KEY =
      """
      SELECT k.id, k.realm_id, k.kind, k.scopes, k.daily_limits, k.addresses, k.lineage_id, a.time_zone, k.name, k.hash, k.last4,
             k.plain, k.origins, k.created_at, k.expires_at, k.revoked_at, k.last_used_at, k.parent_id, k.predecessor_id
        FROM api_key k
        JOIN realm r ON r.id = k.realm_id
        JOIN account a ON a.number = r.account_number
      """;

  private static final String FIND_KEY = SELECT_KEY + " WHERE k.id = ?";

  private static final String LIST_KEYS =
      SELECT_KEY + " WHERE k.realm_id = ANY(?)\n ORDER BY k.realm_id, k.created_at";

  /**
   * A key whose parent is revoked is not found, even if it was created while a node revoked that
   * one.
   */
  private static final String FIND_KEYS_BY_HASH =
      SELECT_KEY
          + """
           WHERE k.hash = ANY(?)
             AND (k.revoked_at IS NOT NULL
                  OR NOT EXISTS (SELECT FROM api_key p WHERE p.id = k.parent_id AND p.revoked_at IS NOT NULL))
          """;

  private static final String COUNT_RESTRICTED =
      """
      SELECT count(*) AS keys
        FROM api_key
       WHERE realm_id = ?
         AND kind = 'restricted'
         AND revoked_at IS NULL
         AND (expires_at IS NULL OR expires_at > ?)
      """;

  private static final String HAS_LIVE_KEYS =
      """
      SELECT EXISTS (
             SELECT
               FROM api_key
              WHERE realm_id % 2 = 1
                AND revoked_at IS NULL) AS has_live_keys
      """;

  private static final String REVOKE_KEY =
      """
      UPDATE api_key
         SET revoked_at = ?
       WHERE id = ?
         AND revoked_at IS NULL
      """;

  private static final String EXPIRE_KEY =
      """
      UPDATE api_key
         SET expires_at = ?
       WHERE id = ?
         AND expires_at IS NULL
         AND revoked_at IS NULL
      """;

  private static final String SET_ORIGINS =
      """
      UPDATE api_key
         SET origins = ?
       WHERE id = ?
      """;

  private static final String TOUCH_KEYS =
      """
      UPDATE api_key k
         SET last_used_at = GREATEST(k.last_used_at, u.used_at)
        FROM unnest(?::uuid[], ?::text[]::timestamptz[]) AS u(id, used_at)
       WHERE k.id = u.id
      """;

  private static final String RAISE_EPOCH =
      """
      UPDATE key_epoch
         SET epoch = epoch + 1
      """;

  /** Raises the epoch, a single row for all: a batch can contain only one raise. */
  private static final Statement RAISING_EPOCH =
      Statement.lenient(
          "key_epoch.raise",
          "key_epoch",
          "id",
          "id uuid",
          """
          UPDATE key_epoch
             SET epoch = epoch + 1
           WHERE EXISTS (SELECT FROM :rows)\
          """);

  private static final UUID EPOCH = new UUID(0, 0);

  private static final String READ_EPOCH =
      """
      SELECT epoch
        FROM key_epoch
      """;

  /** Requires a second factor; requiring it again keeps the date. */
  private static final String REQUIRE_FACTOR =
      """
      UPDATE account
         SET second_factor_required = true,
             second_factor_from = ?
       WHERE number = ?
         AND NOT second_factor_required
      """;

  private static final String STOP_REQUIRING_FACTOR =
      """
      UPDATE account
         SET second_factor_required = false,
             second_factor_from = NULL
       WHERE number = ?
      """;

  private final Db db;

  public AccountStore(Db db) {
    this.db = db;
  }

  /** Creates the account with both its realms. */
  Account insertAccount(
      Connection connection, AccountId id, String name, ZoneId timeZone, Instant now)
      throws SQLException {
    Account account =
        Db.query(
                connection,
                INSERT_ACCOUNT,
                AccountStore::readAccount,
                id.uuid(),
                name,
                TimeZones.name(timeZone),
                now)
            .getFirst();
    for (Mode mode : Mode.values()) {
      Db.update(connection, INSERT_REALM, account.realm(mode).id(), account.number(), mode.text());
    }
    return account;
  }

  public List<Account> listAccounts() {
    return db.list(LIST_ACCOUNTS, AccountStore::readAccount);
  }

  public Optional<Account> findAccount(long number) {
    return db.findOne(FIND_ACCOUNT, AccountStore::readAccount, number);
  }

  /** Returns the time zone of the reports of a realm's account; UTC for an unknown account. */
  public static ZoneId timeZone(Connection connection, Realm realm) throws SQLException {
    return Db.query(
            connection,
            FIND_ACCOUNT,
            row -> TimeZones.of(row.getString("time_zone")),
            realm.accountNumber())
        .stream()
        .findFirst()
        .orElse(ZoneOffset.UTC);
  }

  static void updateAccount(Connection connection, long number, String name, Profile profile)
      throws SQLException {
    Db.update(
        connection,
        UPDATE_ACCOUNT,
        name,
        profile.address(),
        profile.supportEmail(),
        profile.statementDescriptor(),
        profile.terms().map(URI::toString),
        profile.privacy().map(URI::toString),
        number);
  }

  static void setTimeZone(Connection connection, long number, ZoneId zone) throws SQLException {
    Db.update(connection, UPDATE_TIME_ZONE, TimeZones.name(zone), number);
  }

  boolean logsLiveFields(long number) {
    return db.findOne(FIND_LOGS_LIVE_FIELDS, row -> row.getBoolean("logs_live_fields"), number)
        .orElse(false);
  }

  static void setLogsLiveFields(Connection connection, long number, boolean wanted)
      throws SQLException {
    Db.update(connection, UPDATE_LOGS_LIVE_FIELDS, wanted, number);
  }

  /** Requires a second factor of the account's members from a time; returns whether it did not. */
  public static boolean requireSecondFactor(Connection connection, long number, Instant from)
      throws SQLException {
    return Db.update(connection, REQUIRE_FACTOR, from, number) == 1;
  }

  public static void stopRequiringSecondFactor(Connection connection, long number)
      throws SQLException {
    Db.update(connection, STOP_REQUIRING_FACTOR, number);
  }

  boolean allowsLiveSettings(long number) {
    return db.findOne(
            FIND_LIVE_SETTINGS_BY_KEY, row -> row.getBoolean("live_settings_by_key"), number)
        .orElse(false);
  }

  static void allowLiveSettings(Connection connection, long number, boolean allowed)
      throws SQLException {
    Db.update(connection, UPDATE_LIVE_SETTINGS_BY_KEY, allowed, number);
  }

  List<Account> listAccounts(Connection connection) throws SQLException {
    return Db.query(connection, LIST_ACCOUNTS, AccountStore::readAccount);
  }

  void lockAccounts(Connection connection) throws SQLException {
    Db.update(connection, LOCK_ACCOUNTS);
  }

  void insertKey(Connection connection, ApiKey key, byte[] hash) throws SQLException {
    Optional<KeyRights> rights =
        Optional.of(key.rights()).filter(_ -> key.kind() == KeyKind.RESTRICTED);
    Db.update(
        connection,
        INSERT_KEY,
        key.id().uuid(),
        key.realm().id(),
        text(key.kind()),
        rights.map(it -> texts(it.scopes().stream().map(Scope::text))),
        rights.map(it -> texts(it.limits().list().stream().map(DailyLimit::text))),
        rights.map(it -> texts(it.addresses().stream().map(AddressRange::text))),
        rights.flatMap(it -> it.limits().lineage()),
        key.name(),
        hash,
        key.last4(),
        key.plain(),
        texts(key.origins().stream().map(PageOrigin::text)),
        key.created(),
        key.expires(),
        key.descent().parent().map(KeyId::uuid),
        key.descent().predecessor().map(KeyId::uuid));
  }

  /** Returns the write that inserts a restricted key. */
  static Write inserting(ApiKey key, byte[] hash) {
    KeyRights rights = key.rights();
    return INSERTING_KEY.row(
        key.realm().id(),
        key.id().uuid(),
        lines(rights.scopes().stream().map(Scope::text)),
        lines(rights.limits().list().stream().map(DailyLimit::text)),
        lines(rights.addresses().stream().map(AddressRange::text)),
        rights.limits().lineage(),
        key.name(),
        hash,
        key.last4(),
        key.created(),
        key.expires(),
        key.descent().parent().map(KeyId::uuid),
        key.descent().predecessor().map(KeyId::uuid));
  }

  private static String lines(Stream<String> texts) {
    return texts.collect(Collectors.joining("\n"));
  }

  /** Returns the write that gives a key an end, unless it has one or is revoked. */
  static Write ending(ApiKey key, Instant end) {
    return ENDING_KEY.row(key.realm().id(), key.id().uuid(), end);
  }

  /** Returns the write that sets the origins of a publishable key. */
  static Write settingOrigins(ApiKey key, List<PageOrigin> origins) {
    return SETTING_ORIGINS.row(
        key.realm().id(), key.id().uuid(), lines(origins.stream().map(PageOrigin::text)));
  }

  void setOrigins(Connection connection, KeyId id, List<PageOrigin> origins) throws SQLException {
    Db.update(connection, SET_ORIGINS, texts(origins.stream().map(PageOrigin::text)), id.uuid());
  }

  public Optional<ApiKey> findKey(KeyId id) {
    return db.findOne(FIND_KEY, AccountStore::readKey, id.uuid());
  }

  /** Returns the restricted keys of a realm that are accepted at a time. */
  long countRestricted(Realm realm, Instant now) {
    return db.findOne(COUNT_RESTRICTED, row -> row.getLong("keys"), realm.id(), now).orElseThrow();
  }

  List<ApiKey> listKeys(Connection connection, Realm realm) throws SQLException {
    return Db.query(connection, LIST_KEYS, AccountStore::readKey, (Object) new Long[] {realm.id()});
  }

  public List<ApiKey> listKeys(List<Realm> realms) {
    return db.list(
        LIST_KEYS,
        AccountStore::readKey,
        (Object) realms.stream().map(Realm::id).toArray(Long[]::new));
  }

  /** Returns whether any account has a secret or publishable key for live mode. */
  public boolean hasLiveKeys() {
    return db.findOne(HAS_LIVE_KEYS, row -> row.getBoolean("has_live_keys")).orElseThrow();
  }

  /** Revokes a key; returns false if it is revoked. */
  boolean revoke(Connection connection, KeyId id, Instant now) throws SQLException {
    return Db.update(connection, REVOKE_KEY, now, id.uuid()) == 1;
  }

  /** Gives a usable key an end; returns false if it has one or is revoked. */
  boolean expire(Connection connection, KeyId id, Instant when) throws SQLException {
    return Db.update(connection, EXPIRE_KEY, when, id.uuid()) == 1;
  }

  /** Raises the epoch, which makes every node drop its cached keys and connectors. */
  public void raiseEpoch(Connection connection) throws SQLException {
    Db.update(connection, RAISE_EPOCH);
  }

  /** Returns a write that raises the epoch with other changes. */
  public static Write raiseEpoch() {
    return RAISING_EPOCH.row(EPOCH);
  }

  long readEpoch() {
    return db.list(READ_EPOCH, row -> row.getLong("epoch")).getFirst();
  }

  void touch(Map<KeyId, Instant> lastUsed) {
    UUID[] ids = lastUsed.keySet().stream().map(KeyId::uuid).toArray(UUID[]::new);
    String[] times = lastUsed.values().stream().map(Instant::toString).toArray(String[]::new);
    db.update(TOUCH_KEYS, ids, times);
  }

  /** Returns keys by the hexadecimal form of their hash, for {@link GroupRead}. */
  static Map<String, ApiKey> findByHash(Connection connection, List<String> hashes)
      throws SQLException {
    byte[][] bytes = hashes.stream().map(HexFormat.of()::parseHex).toArray(byte[][]::new);
    var found = new HashMap<String, ApiKey>();
    Db.query(
        connection,
        FIND_KEYS_BY_HASH,
        row -> found.put(HexFormat.of().formatHex(row.getBytes("hash")), readKey(row)),
        (Object) bytes);
    return found;
  }

  private static Account readAccount(ResultSet row) throws SQLException {
    return new Account(
        row.getLong("number"),
        new AccountId(row.getObject("id", UUID.class)),
        row.getString("name"),
        new Profile(
            Optional.ofNullable(row.getString("address")),
            Optional.ofNullable(row.getString("support_email")),
            Optional.ofNullable(row.getString("statement_descriptor")),
            Optional.ofNullable(row.getString("terms_url")).map(URI::create),
            Optional.ofNullable(row.getString("privacy_url")).map(URI::create)),
        TimeZones.of(row.getString("time_zone")),
        Db.getInstant(row, "created_at"));
  }

  private static ApiKey readKey(ResultSet row) throws SQLException {
    KeyKind kind = KeyKind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT));
    return new ApiKey(
        new KeyId(row.getObject("id", UUID.class)),
        new Realm(row.getLong("realm_id")),
        kind,
        kind == KeyKind.RESTRICTED ? readRights(row) : KeyRights.of(kind),
        row.getString("name"),
        row.getString("last4"),
        Optional.ofNullable(row.getString("plain")),
        texts(row, "origins").stream().map(PageOrigin::new).toList(),
        Db.getInstant(row, "created_at"),
        Db.findInstant(row, "expires_at"),
        Db.findInstant(row, "revoked_at"),
        Db.findInstant(row, "last_used_at"),
        new KeyDescent(findKeyId(row, "parent_id"), findKeyId(row, "predecessor_id")));
  }

  private static Optional<KeyId> findKeyId(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, UUID.class)).map(KeyId::new);
  }

  /** Reads rights. A scope that this version does not have allows nothing. */
  private static KeyRights readRights(ResultSet row) throws SQLException {
    var scopes = EnumSet.noneOf(Scope.class);
    for (String text : texts(row, "scopes")) {
      Scope.find(text).ifPresent(scopes::add);
    }
    DailyLimits limits =
        DailyLimits.of(
            texts(row, "daily_limits").stream()
                .map(text -> DailyLimit.parse(text).orElseThrow())
                .toList());
    return new KeyRights(
        scopes,
        limits
            .startedBy(row.getObject("lineage_id", UUID.class))
            .in(TimeZones.of(row.getString("time_zone"))),
        texts(row, "addresses").stream().map(AddressRange::of).toList());
  }

  private static List<String> texts(ResultSet row, String column) throws SQLException {
    return List.of((String[]) row.getArray(column).getArray());
  }

  private static String[] texts(Stream<String> texts) {
    return texts.toArray(String[]::new);
  }

  private static String text(KeyKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
