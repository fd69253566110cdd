package florin.account;

import florin.account.Accounts.NewKey;
import florin.core.Id.SandboxId;
import florin.core.Mode;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.RealmClock.SandboxTime;
import florin.db.Db;
import florin.db.ListQuery;
import florin.db.Statement;
import florin.db.Write;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Sandboxes in PostgreSQL. */
public final class SandboxStore {
  private static final Statement INSERT =
      Statement.guarded(
          "sandbox.insert",
          "sandbox",
          "id",
          """
          realm_id bigint, id uuid, sandbox_realm_id bigint, account_number bigint, name text, seed bigint, created_at timestamptz, \
          secret_id uuid, secret_hash bytea, secret_last4 text, publishable_id uuid, publishable_hash bytea, publishable_last4 text, publishable_plain text\
          """,
          """
          WITH r AS (
               SELECT * FROM :rows),
               made_realm AS (
               INSERT INTO realm (id, account_number, mode)
               SELECT sandbox_realm_id, account_number, 'test' FROM r),
               made_secret AS (
               INSERT INTO api_key (id, realm_id, kind, name, hash, last4, created_at)
               SELECT secret_id, sandbox_realm_id, 'secret', 'Secret key of the sandbox', secret_hash, secret_last4, created_at FROM r),
               made_publishable AS (
               INSERT INTO api_key (id, realm_id, kind, name, hash, last4, plain, created_at)
               SELECT publishable_id, sandbox_realm_id, 'publishable', 'Publishable key of the sandbox', publishable_hash, publishable_last4, publishable_plain, created_at FROM r)
          INSERT INTO sandbox (id, realm_id, sandbox_realm_id, name, seed, ahead_ms, created_at)
          SELECT id, realm_id, sandbox_realm_id, name, seed, 0, created_at
            FROM r
          RETURNING id\
          """);

  /**
   * Gives a sandbox an empty realm. Its keys lead to that one from then on. If another request has
   * just left the old realm, the guard refuses.
   */
  private static final Statement RESET =
      Statement.guarded(
          "sandbox.reset",
          "sandbox",
          "id",
          "realm_id bigint, id uuid, old_realm_id bigint, new_realm_id bigint, account_number bigint, now timestamptz",
          """
          WITH r AS (
               SELECT * FROM :rows),
               made_realm AS (
               INSERT INTO realm (id, account_number, mode)
               SELECT new_realm_id, account_number, 'test' FROM r),
               moved_keys AS (
               UPDATE api_key k
                  SET realm_id = r.new_realm_id
                 FROM r
                WHERE k.realm_id = r.old_realm_id),
               left_realm AS (
               INSERT INTO abandoned_realm (realm_id, abandoned_at)
               SELECT old_realm_id, now FROM r
                   ON CONFLICT (realm_id) DO NOTHING)
          UPDATE sandbox s
             SET sandbox_realm_id = r.new_realm_id,
                 ahead_ms = 0,
                 advancing_until = NULL
            FROM r
           WHERE s.realm_id = r.realm_id
             AND s.id = r.id
             AND s.sandbox_realm_id = r.old_realm_id
          RETURNING s.id\
          """);

  private static final Statement DELETE =
      Statement.guarded(
          "sandbox.delete",
          "sandbox",
          "id",
          "realm_id bigint, id uuid, old_realm_id bigint, now timestamptz",
          """
          WITH r AS (
               SELECT * FROM :rows),
               revoked_keys AS (
               UPDATE api_key k
                  SET revoked_at = r.now
                 FROM r
                WHERE k.realm_id = r.old_realm_id
                  AND k.revoked_at IS NULL),
               left_realm AS (
               INSERT INTO abandoned_realm (realm_id, abandoned_at)
               SELECT old_realm_id, now FROM r
                   ON CONFLICT (realm_id) DO NOTHING)
          DELETE FROM sandbox s
           USING r
           WHERE s.realm_id = r.realm_id
             AND s.id = r.id
             AND s.sandbox_realm_id = r.old_realm_id
          RETURNING s.id\
          """);

  private static final String NEXT_NUMBER =
      """
      SELECT nextval('sandbox_number') AS number
      """;

  private static final String SELECT = "SELECT * FROM sandbox";

  private static final String FIND = SELECT + " WHERE realm_id = ? AND id = ?";

  private static final String FIND_OF_REALM =
      SELECT + " WHERE realm_id = ? AND sandbox_realm_id = ?";

  private static final String COUNT =
      """
      SELECT count(*) AS sandboxes
        FROM sandbox
       WHERE realm_id = ?
      """;

  private static final String FIND_IDLE_OF_REALM =
      FIND_OF_REALM + " AND (advancing_until IS NULL OR advancing_until < ?)";

  /** Lists sandboxes that no request advances, for the job that does what is due in them. */
  private static final String LIST_IDLE =
      SELECT
          + """
           WHERE sandbox_realm_id > ?
             AND (advancing_until IS NULL OR advancing_until < ?)
           ORDER BY sandbox_realm_id
           LIMIT ?
          """;

  /** Moves the clock, which never goes back, and keeps the lease of the request that does so. */
  private static final String ADVANCE =
      """
      UPDATE sandbox
         SET ahead_ms = greatest(ahead_ms, ?),
             advancing_until = ?
       WHERE realm_id = ?
         AND sandbox_realm_id = ?
         AND advancing_until IS NOT DISTINCT FROM ?
      """;

  private static final String TAKE =
      """
      UPDATE sandbox
         SET advancing_until = ?
       WHERE realm_id = ?
         AND sandbox_realm_id = ?
         AND (advancing_until IS NULL OR advancing_until < ?)
      """;

  private final Db db;

  public SandboxStore(Db db) {
    this.db = db;
  }

  /** Returns a new realm id for a sandbox of an account, which no other gets. */
  public Realm nextRealm(Realm account) {
    long number = db.findOne(NEXT_NUMBER, row -> row.getLong("number")).orElseThrow();
    return Realm.ofSandbox(account.accountNumber(), number);
  }

  /** Returns the write that inserts a sandbox with its keys. */
  public static Write insert(Sandbox sandbox, NewKey secret, NewKey publishable) {
    return INSERT.row(
        sandbox.account().id(),
        sandbox.id().uuid(),
        sandbox.realm().id(),
        sandbox.account().accountNumber(),
        sandbox.name(),
        sandbox.time().seed(),
        sandbox.created(),
        secret.key().id().uuid(),
        secret.text().hash(),
        secret.key().last4(),
        publishable.key().id().uuid(),
        publishable.text().hash(),
        publishable.key().last4(),
        publishable.text().reveal());
  }

  /** Returns the write that gives a sandbox another realm, unless it has one by now. */
  public static Write reset(Sandbox before, Realm after, Instant now) {
    return RESET.row(
        before.account().id(),
        before.id().uuid(),
        before.realm().id(),
        after.id(),
        before.account().accountNumber(),
        now);
  }

  /** Returns the write that deletes a sandbox and revokes its keys. */
  public static Write delete(Sandbox sandbox, Instant now) {
    return DELETE.row(sandbox.account().id(), sandbox.id().uuid(), sandbox.realm().id(), now);
  }

  public Optional<Sandbox> find(Realm account, SandboxId id) {
    return db.findOne(FIND, SandboxStore::read, account.id(), id.uuid());
  }

  /** Returns the sandbox whose objects are in a realm. */
  public Optional<Sandbox> findOf(Realm realm) {
    return db.findOne(FIND_OF_REALM, SandboxStore::read, accountOf(realm), realm.id());
  }

  /** Returns the sandbox whose objects are in a realm, unless a request advances it. */
  public Optional<Sandbox> findIdleOf(Realm realm, Instant now) {
    return db.findOne(FIND_IDLE_OF_REALM, SandboxStore::read, accountOf(realm), realm.id(), now);
  }

  public Page<Sandbox> list(Realm account, PageRequest page) {
    return new ListQuery(SELECT, account).page(db, page, SandboxStore::read);
  }

  public long count(Realm account) {
    return db.findOne(COUNT, row -> row.getLong("sandboxes"), account.id()).orElseThrow();
  }

  /**
   * Returns the sandboxes that no request advances.
   *
   * @param after the realm id after which they begin
   */
  public List<Sandbox> listIdle(long after, Instant now, int limit) {
    return db.list(LIST_IDLE, SandboxStore::read, after, now, limit);
  }

  /** Takes a sandbox for a request that advances it. Returns false if another one does. */
  public boolean take(Sandbox sandbox, Instant lease, Instant now) {
    return db.update(TAKE, lease, sandbox.account().id(), sandbox.realm().id(), now) == 1;
  }

  /**
   * Moves the clock of a sandbox that was taken, and takes it until another time.
   *
   * @param until the end of the lease; empty to end it
   * @return false if the lease was lost, or the sandbox was reset or deleted
   */
  public boolean advance(Realm realm, Duration ahead, Instant lease, Optional<Instant> until) {
    return db.update(ADVANCE, ahead.toMillis(), until, accountOf(realm), realm.id(), lease) == 1;
  }

  private static long accountOf(Realm sandbox) {
    return Realm.of(sandbox.accountNumber(), Mode.TEST).id();
  }

  private static Sandbox read(ResultSet row) throws SQLException {
    var realm = new Realm(row.getLong("sandbox_realm_id"));
    return new Sandbox(
        new SandboxId(row.getObject("id", UUID.class)),
        new Realm(row.getLong("realm_id")),
        realm,
        row.getString("name"),
        new SandboxTime(realm, Duration.ofMillis(row.getLong("ahead_ms")), row.getLong("seed")),
        Db.getInstant(row, "created_at"));
  }
}
