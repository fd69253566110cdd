package florin.keys;

import florin.account.Accounts;
import florin.account.Accounts.KeyCreation;
import florin.account.Accounts.KeyTerms;
import florin.account.Accounts.NewKey;
import florin.account.ApiKey;
import florin.account.KeyAudit;
import florin.account.KeyAudit.By;
import florin.core.AddressRange;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits.DailyLimit;
import florin.core.Id.KeyId;
import florin.core.Page;
import florin.core.PageOrigin;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.core.Scope;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.Result.Again;
import florin.idempotency.Result.Now;
import florin.vault.SecretSeal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Creates, rolls and revokes restricted keys, and sets the origins of publishable ones, each in one
 * commit with its audit entry.
 */
public final class KeyCommands {
  private final Accounts accounts;
  private final KeyAudit audit;
  private final SecretSeal seal;
  private final IdempotentCommand once;
  private final InstantSource clock;

  public KeyCommands(
      Accounts accounts,
      KeyAudit audit,
      SecretSeal seal,
      IdempotentCommand once,
      InstantSource clock) {
    this.accounts = accounts;
    this.audit = audit;
    this.seal = seal;
    this.once = once;
    this.clock = clock;
  }

  /** The fields of a new key; those that are empty are the caller's. */
  public record WantedKey(
      String name,
      Set<Scope> scopes,
      List<DailyLimit> limits,
      List<AddressRange> addresses,
      Optional<Instant> expires) {
    public WantedKey {
      scopes = Set.copyOf(scopes);
      limits = List.copyOf(limits);
      addresses = List.copyOf(addresses);
    }
  }

  Optional<ApiKey> find(Realm realm, KeyId id) {
    return accounts.findKey(realm, id);
  }

  /** Returns a page of the keys of a realm, newest first. */
  Page<ApiKey> list(Realm realm, PageRequest page) {
    Comparator<ApiKey> byId = Comparator.comparing(key -> key.id().text());
    List<ApiKey> rows =
        accounts.listKeys(realm).stream()
            .sorted(page.isBackwards() ? byId : byId.reversed())
            .filter(key ->
                page.startingAfter()
                    .map(KeyId::new)
                    .filter(after -> key.id().text().compareTo(after.text()) >= 0)
                    .isEmpty())
            .filter(key ->
                page.endingBefore()
                    .map(KeyId::new)
                    .filter(before -> key.id().text().compareTo(before.text()) <= 0)
                    .isEmpty())
            .limit(page.limit() + 1L)
            .toList();
    return Page.of(page, rows);
  }

  Result<NewKey> create(By by, Origin origin, WantedKey wanted) {
    Realm realm = by.caller().realm();
    return revealed(
        realm,
        once.run(
            realm,
            origin,
            () -> {
              Delegation mine = delegation(by);
              mine.requireCurrencies(wanted.limits());
              return made(
                  by,
                  "key.create",
                  accounts.creating(
                      realm,
                      new KeyTerms(
                          KeyKind.RESTRICTED,
                          mine.rights(
                              by.caller(), wanted.scopes(), wanted.limits(), wanted.addresses()),
                          wanted.name(),
                          mine.end(wanted.expires())),
                      by.caller().key()));
            }));
  }

  Result<NewKey> roll(By by, Origin origin, KeyId id, Duration overlap) {
    Realm realm = by.caller().realm();
    return revealed(
        realm,
        once.run(
            realm,
            origin,
            () ->
                made(
                    by,
                    "key.roll",
                    accounts.rolling(changeable(by, id), overlap, by.caller().key()))));
  }

  /** Sets the origins of a publishable key, if there is a change. */
  Result<ApiKey> allow(By by, Origin origin, KeyId id, Optional<List<PageOrigin>> origins) {
    Realm realm = by.caller().realm();
    return once.run(
        realm,
        origin,
        () -> {
          ApiKey key = accounts.findKey(realm, id).orElseThrow(id::notFound);
          Instant now = clock.instant();
          return Decision.untold(
              id.uuid(),
              origins.map(key::with).orElse(key),
              origins
                  .filter(wanted -> !wanted.equals(key.origins()))
                  .map(wanted ->
                      writes(accounts.allowing(key, wanted), by, "key.change_origins", key))
                  .orElse(List.of()),
              it -> KeyView.of(it, now, null));
        });
  }

  /**
   * Revokes a key and those that were made with it, in one transaction with their audit entries.
   * The idempotency record follows in a commit of its own. If a crash separates the two, a repeated
   * request finds the keys revoked, and returns the same response.
   */
  Result<ApiKey> revoke(By by, Origin origin, KeyId id) {
    Realm realm = by.caller().realm();
    // The keys end before the idempotency key is taken, so a reused one must be found first.
    return once.<ApiKey>findReplay(realm, origin)
        .orElseGet(() ->
            once.run(
                realm,
                origin,
                () -> {
                  accounts.revoke(changeable(by, id), it -> entry(by, "key.revoke", it).work());
                  return Decision.untold(
                      id.uuid(),
                      accounts.findKey(realm, id).orElseThrow(id::notFound),
                      List.of(),
                      it -> KeyView.of(it, clock.instant(), null));
                }));
  }

  private ApiKey changeable(By by, KeyId id) {
    ApiKey key = accounts.findKey(by.caller().realm(), id).orElseThrow(id::notFound);
    delegation(by).require(key);
    return key;
  }

  private Delegation delegation(By by) {
    return new Delegation(accounts.findKey(by.caller().key()).orElseThrow());
  }

  private Decision<NewKey> made(By by, String action, KeyCreation creation) {
    NewKey made = creation.made();
    ApiKey key = made.key();
    String sealed = seal.seal(key.realm(), key.id().uuid(), made.text().reveal());
    return new Decision.Change<>(
        key.id().uuid(),
        made,
        writes(creation.writes(), by, action, key),
        _ -> KeyView.keptWithoutSecret(key, clock.instant(), sealed));
  }

  private List<Write> writes(List<Write> own, By by, String action, ApiKey key) {
    return Stream.concat(own.stream(), entry(by, action, key).writes().stream()).toList();
  }

  private KeyAudit.Entry entry(By by, String action, ApiKey key) {
    return audit.entry(by, action, key.id(), key.name());
  }

  /** Adds the secret to a stored response when it is sent; it is stored encrypted. */
  private <T> Result<T> revealed(Realm realm, Result<T> result) {
    return switch (result) {
      case Now<T> now -> now;
      case Again<T>(Optional<T> object, Idempotency.AnswerCopy answer) ->
          new Again<>(
              object,
              answer.revealed(secret -> seal.open(realm, secret.resource(), secret.text())));
    };
  }
}
