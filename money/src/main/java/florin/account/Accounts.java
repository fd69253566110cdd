package florin.account;

import florin.account.Account.Profile;
import florin.account.KeyUseStore.LimitUse;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.AccountId;
import florin.core.Id.KeyId;
import florin.core.IdSource;
import florin.core.KeyRights;
import florin.core.Mode;
import florin.core.PageOrigin;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Db;
import florin.db.Write;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The operator's commands on accounts and keys, from the command line or the dashboard. */
public final class Accounts {
  /** The longest time for which a rolled key continues to work. */
  public static final Duration MAX_OVERLAP = Duration.ofDays(7);

  /** The most active restricted keys of an account and mode. */
  public static final int MAX_RESTRICTED = 500;

  private final Db db;
  private final AccountStore store;
  private final IdSource ids;
  private final InstantSource clock;
  private final LiveKeyRule liveKeys;
  private final SecureRandom random = new SecureRandom();

  /** Checks whether live keys may be created here; throws the reason if not. */
  @FunctionalInterface
  public interface LiveKeyRule {
    void check();
  }

  public Accounts(
      Db db, AccountStore store, IdSource ids, InstantSource clock, LiveKeyRule liveKeys) {
    this.db = db;
    this.store = store;
    this.ids = ids;
    this.clock = clock;
    this.liveKeys = liveKeys;
  }

  /** A new key with its text, which is not available later if it is a secret key. */
  public record NewKey(ApiKey key, KeyText text) {}

  /** An account with its first keys, those of test mode. */
  public record NewAccount(Account account, NewKey testSecret, NewKey testPublishable) {}

  public NewAccount create(String name) {
    return create(name, ZoneOffset.UTC);
  }

  /** Creates an account whose reports have days of this time zone. */
  public NewAccount create(String name, ZoneId timeZone) {
    return db.transaction(connection -> insert(connection, name, timeZone));
  }

  /**
   * Creates the first account of an installation; empty if there is one already.
   *
   * @param keep stores the keys before they become valid. If the process dies in between, the next
   *     start creates the account again. Otherwise it would have an account without known keys
   */
  public Optional<NewAccount> createFirst(String name, Consumer<NewAccount> keep) {
    return db.transaction(connection -> {
      store.lockAccounts(connection);
      if (!store.listAccounts(connection).isEmpty()) {
        return Optional.empty();
      }
      NewAccount first = insert(connection, name, ZoneOffset.UTC);
      keep.accept(first);
      return Optional.of(first);
    });
  }

  private NewAccount insert(Connection connection, String name, ZoneId timeZone)
      throws SQLException {
    Instant now = clock.instant();
    Account account =
        store.insertAccount(connection, new AccountId(ids.next()), name, timeZone, now);
    Realm test = account.realm(Mode.TEST);
    return new NewAccount(
        account,
        insertKey(connection, key(test, KeyKind.SECRET, "First secret key", now)),
        insertKey(connection, key(test, KeyKind.PUBLISHABLE, "First publishable key", now)));
  }

  public List<Account> list() {
    return store.listAccounts();
  }

  /** Returns the account of a realm. */
  public Account get(Realm realm) {
    return store
        .findAccount(realm.accountNumber())
        .orElseThrow(() -> new IllegalStateException("no account has the realm " + realm.id()));
  }

  /**
   * Changes the merchant's data that payers see.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public void change(long account, String name, Profile profile, Db.Work<?> audit) {
    db.transaction(connection -> {
      AccountStore.updateAccount(connection, account, name, profile);
      return audit.run(connection);
    });
  }

  /**
   * Changes the time zone of reports, day filters and exports.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public void setTimeZone(long account, ZoneId zone, Db.Work<?> audit) {
    db.transaction(connection -> {
      AccountStore.setTimeZone(connection, account, zone);
      store.raiseEpoch(connection); // the daily limits of cached keys have the days of the zone
      return audit.run(connection);
    });
  }

  /**
   * Returns whether the request log stores the fields of live requests; it always stores those of
   * test mode.
   */
  public boolean logsLiveFields(long account) {
    return store.logsLiveFields(account);
  }

  /**
   * Sets whether the request log stores the fields of live requests.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public void logLiveFields(long account, boolean wanted, Db.Work<?> audit) {
    db.transaction(connection -> {
      AccountStore.setLogsLiveFields(connection, account, wanted);
      return audit.run(connection);
    });
  }

  /** Returns whether live API keys may change connectors and other live settings. */
  public boolean allowsLiveSettings(long account) {
    return store.allowsLiveSettings(account);
  }

  /**
   * Lets live API keys change live settings, or stops that.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public void allowLiveSettings(long account, boolean allowed, Db.Work<?> audit) {
    db.transaction(connection -> {
      AccountStore.allowLiveSettings(connection, account, allowed);
      return audit.run(connection);
    });
  }

  public List<ApiKey> listKeys(Account account) {
    return store.listKeys(List.of(account.realm(Mode.TEST), account.realm(Mode.LIVE)));
  }

  /** Returns the keys of one mode. */
  public List<ApiKey> listKeys(Realm realm) {
    return store.listKeys(List.of(realm));
  }

  /** Returns the daily limits of the keys of one mode that have some, with their use of today. */
  public Map<KeyId, List<LimitUse>> usedToday(Realm realm, List<ApiKey> keys) {
    return KeyUseStore.today(db, realm, keys, clock.instant());
  }

  public Optional<ApiKey> findKey(KeyId id) {
    return store.findKey(id);
  }

  /** Returns a key, if it belongs to the realm. */
  public Optional<ApiKey> findKey(Realm realm, KeyId id) {
    return store.findKey(id).filter(key -> key.realm().equals(realm));
  }

  /**
   * A new key.
   *
   * @param expires the time at which it ends
   * @param origins those of a publishable key
   */
  public record KeyTerms(
      KeyKind kind,
      KeyRights rights,
      String name,
      Optional<Instant> expires,
      List<PageOrigin> origins) {
    public KeyTerms {
      origins = List.copyOf(origins);
    }

    public KeyTerms(KeyKind kind, KeyRights rights, String name, Optional<Instant> expires) {
      this(kind, rights, name, expires, List.of());
    }

    /** Returns the terms of a key that an old one is rolled into. */
    static KeyTerms of(ApiKey old) {
      return new KeyTerms(old.kind(), old.rights(), old.name(), Optional.empty(), old.origins());
    }

    /** Returns the terms of a publishable key for these origins. */
    public static KeyTerms publishable(String name, List<PageOrigin> origins) {
      return new KeyTerms(
          KeyKind.PUBLISHABLE, KeyRights.of(KeyKind.PUBLISHABLE), name, Optional.empty(), origins);
    }

    /** Returns the terms of a secret or publishable key. */
    public static KeyTerms of(KeyKind kind, String name) {
      return new KeyTerms(kind, KeyRights.of(kind), name, Optional.empty());
    }
  }

  public NewKey createKey(Realm realm, KeyKind kind, String name) {
    return createKey(realm, KeyTerms.of(kind, name), _ -> _ -> true);
  }

  /**
   * Creates a key.
   *
   * @param audit writes the audit entry in the same transaction
   */
  public NewKey createKey(Realm realm, KeyTerms terms, Function<ApiKey, Db.Work<?>> audit) {
    if (realm.isLive()) {
      liveKeys.check();
    }
    requireRoom(realm, terms.kind());
    return db.transaction(connection -> {
      NewKey made = insertKey(connection, key(realm, terms, KeyDescent.NONE, clock.instant()));
      audit.apply(made.key()).run(connection);
      return made;
    });
  }

  public NewKey roll(ApiKey old, Duration overlap) {
    return roll(old, overlap, _ -> _ -> true);
  }

  /**
   * Creates a successor of the key with the same rights, and lets the old one work for the overlap,
   * 0 to 7 days. Both share the daily limits.
   *
   * @param audit writes the audit entry in the same transaction
   * @throws Refusal if the key has an end, which its successor would lose, or was rolled already
   */
  public NewKey roll(ApiKey old, Duration overlap, Function<ApiKey, Db.Work<?>> audit) {
    if (overlap.isNegative() || overlap.compareTo(MAX_OVERLAP) > 0) {
      throw new IllegalArgumentException("an overlap is 0 to 7 days, not " + overlap);
    }
    if (!overlap.isZero()) {
      requireRoom(old.realm(), old.kind());
    }
    Instant now = clock.instant();
    return db.transaction(connection -> {
      if (!store.expire(connection, old.id(), now.plus(overlap))) {
        throw notRolled();
      }
      ApiKey successor = key(old.realm(), KeyTerms.of(old), KeyDescent.rolledFrom(old), now);
      NewKey made = insertKey(connection, successor);
      audit.apply(made.key()).run(connection);
      return made;
    });
  }

  /** A new key with the writes that create it. */
  public record KeyCreation(NewKey made, List<Write> writes) {
    public KeyCreation {
      writes = List.copyOf(writes);
    }
  }

  /**
   * Returns a new restricted key, which the caller commits. It ends with the key that creates it.
   *
   * @throws Refusal if there are too many
   */
  public KeyCreation creating(Realm realm, KeyTerms terms, KeyId parent) {
    if (realm.isLive()) {
      liveKeys.check();
    }
    requireRoom(realm, terms.kind());
    return creation(key(realm, terms, KeyDescent.madeWith(parent), clock.instant()), List.of());
  }

  /**
   * Returns the successor of a restricted key, which the caller commits. See {@link #roll}. It ends
   * with the key that rolls it, which knows its secret.
   *
   * @param by the key that rolls it
   * @throws Refusal if the key has an end, was rolled already, or is revoked
   */
  public KeyCreation rolling(ApiKey old, Duration overlap, KeyId by) {
    if (old.expires().isPresent() || old.isRevoked()) {
      throw notRolled();
    }
    if (!overlap.isZero()) {
      requireRoom(old.realm(), old.kind());
    }
    Instant now = clock.instant();
    return creation(
        key(
            old.realm(),
            KeyTerms.of(old),
            new KeyDescent(Optional.of(by), Optional.of(old.id())),
            now),
        List.of(AccountStore.ending(old, now.plus(overlap))));
  }

  /** Returns a key of a realm that does not exist yet, which the caller commits with it. */
  public NewKey firstKey(Realm realm, KeyKind kind) {
    KeyText text = KeyText.make(kind, realm.mode(), random);
    return new NewKey(key(realm, kind, "", clock.instant()).with(text), text);
  }

  private KeyCreation creation(ApiKey wanted, List<Write> more) {
    KeyText text = KeyText.make(wanted.kind(), wanted.realm().mode(), random);
    ApiKey key = wanted.with(text);
    return new KeyCreation(
        new NewKey(key, text),
        Stream.of(
                Stream.of(AccountStore.inserting(key, text.hash()), AccountStore.raiseEpoch()),
                more.stream())
            .flatMap(writes -> writes)
            .toList());
  }

  /**
   * Rejects a restricted key beyond the limit. Parallel requests may exceed it by their number: it
   * keeps lists short, and nothing depends on the exact count.
   */
  private void requireRoom(Realm realm, KeyKind kind) {
    if (kind == KeyKind.RESTRICTED
        && store.countRestricted(realm, clock.instant()) >= MAX_RESTRICTED) {
      throw new Problem.BadRequest(
              ErrorCode.KEY_LIMIT_REACHED,
              "There are %d active restricted keys in this account and mode, which is the maximum. Revoke one that you don't need, or roll a key without an overlap; nothing was created."
                  .formatted(MAX_RESTRICTED))
          .refusal();
    }
  }

  private static Refusal notRolled() {
    return new Problem.BadRequest(
            ErrorCode.PARAMETER_INVALID,
            "A key that has an end, was rolled already or is revoked can't be rolled. Create a new key instead; nothing was changed.")
        .refusal();
  }

  /**
   * Sets the origins whose pages may show the card fields of a publishable key.
   *
   * @param audit writes the audit entry in the same transaction
   * @throws Refusal if it is another key
   */
  public ApiKey allow(ApiKey key, List<PageOrigin> origins, Db.Work<?> audit) {
    requirePublishable(key);
    return db.transaction(connection -> {
      store.setOrigins(connection, key.id(), origins);
      store.raiseEpoch(connection);
      audit.run(connection);
      return key.with(origins);
    });
  }

  /**
   * Returns the writes that set the origins of a publishable key, which the caller commits.
   *
   * @throws Refusal if it is another key
   */
  public List<Write> allowing(ApiKey key, List<PageOrigin> origins) {
    requirePublishable(key);
    return List.of(AccountStore.settingOrigins(key, origins), AccountStore.raiseEpoch());
  }

  private static void requirePublishable(ApiKey key) {
    if (key.kind() != KeyKind.PUBLISHABLE || key.isRevoked()) {
      throw new Problem.BadRequest(
              ErrorCode.PARAMETER_INVALID,
              "Only a publishable key that isn't revoked has allowed origins. Choose one; nothing was changed.")
          .refusal();
    }
  }

  public List<ApiKey> revoke(ApiKey key) {
    return revoke(key, _ -> _ -> true);
  }

  /**
   * Revokes a key with those that were made with it: within a second, no node accepts them. Calling
   * it again revokes keys that were created meanwhile.
   *
   * @param audit writes the audit entry of a key in the same transaction
   * @return the revoked keys
   */
  public List<ApiKey> revoke(ApiKey key, Function<ApiKey, Db.Work<?>> audit) {
    Instant now = clock.instant();
    return db.transaction(connection -> {
      var revoked = new ArrayList<ApiKey>();
      revoke(connection, key, audit, revoked);
      List<ApiKey> made = KeyDescent.madeWith(key, store.listKeys(connection, key.realm()));
      for (ApiKey one : made.stream().filter(it -> it.isUsable(now)).toList()) {
        revoke(connection, one, audit, revoked);
      }
      if (!revoked.isEmpty()) {
        store.raiseEpoch(connection);
      }
      return revoked;
    });
  }

  private void revoke(
      Connection connection, ApiKey key, Function<ApiKey, Db.Work<?>> audit, List<ApiKey> revoked)
      throws SQLException {
    if (store.revoke(connection, key.id(), clock.instant())) {
      audit.apply(key).run(connection);
      revoked.add(key);
    }
  }

  private ApiKey key(Realm realm, KeyKind kind, String name, Instant now) {
    return key(realm, KeyTerms.of(kind, name), KeyDescent.NONE, now);
  }

  /** Returns a new key without its text, whose daily limits are its own. */
  private ApiKey key(Realm realm, KeyTerms terms, KeyDescent descent, Instant now) {
    var id = new KeyId(ids.next());
    return new ApiKey(
        id,
        realm,
        terms.kind(),
        terms.rights().with(terms.rights().limits().startedBy(id.uuid())),
        terms.name(),
        "",
        Optional.empty(),
        terms.origins(),
        now,
        terms.expires(),
        Optional.empty(),
        Optional.empty(),
        descent);
  }

  private NewKey insertKey(Connection connection, ApiKey wanted) throws SQLException {
    KeyText text = KeyText.make(wanted.kind(), wanted.realm().mode(), random);
    ApiKey key = wanted.with(text);
    store.insertKey(connection, key, text.hash());
    store.raiseEpoch(connection);
    return new NewKey(key, text);
  }
}
