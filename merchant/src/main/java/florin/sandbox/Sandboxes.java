package florin.sandbox;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.Accounts.NewKey;
import florin.account.Sandbox;
import florin.account.SandboxStore;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.SandboxId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.RealmClock.SandboxTime;
import florin.core.Refusal;
import florin.db.IdTime;
import florin.event.EventLog;
import florin.event.EventLog.EventFilter;
import florin.event.EventLog.StoredEvent;
import florin.idempotency.Decision;
import florin.idempotency.Idempotency;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import florin.idempotency.Result.Again;
import florin.idempotency.Result.Now;
import florin.sandbox.SandboxRunner.Advanced;
import florin.vault.SecretSeal;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The commands on sandboxes. */
public final class Sandboxes {
  /** The most sandboxes of an account. */
  public static final int MAX_SANDBOXES = 20;

  /** How far the clock of a sandbox may be ahead of the real time. */
  public static final Duration MAX_AHEAD = Duration.ofDays(5 * 366);

  /** The most events in the response to one request. */
  static final int MAX_EVENTS = 50;

  private final SandboxStore store;
  private final Accounts accounts;
  private final EventLog events;
  private final SecretSeal seal;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource real;
  private final SecureRandom random = new SecureRandom();

  /** A new sandbox with its keys, whose secret is shown once. */
  record NewSandbox(Sandbox sandbox, NewKey secret, NewKey publishable) {}

  /**
   * The result of advancing.
   *
   * @param events the first events since the request began, the oldest first
   * @param hasMore whether there are more of them
   * @param real the real time of the response, which a repeated request gets again
   */
  record Advance(Advanced advanced, List<StoredEvent> events, boolean hasMore, Instant real) {
    Advance {
      events = List.copyOf(events);
    }
  }

  /**
   * Creates the commands.
   *
   * @param real the real time, in which sandboxes and their keys are created
   */
  public Sandboxes(
      SandboxStore store,
      Accounts accounts,
      EventLog events,
      SecretSeal seal,
      IdempotentCommand once,
      IdSource ids,
      InstantSource real) {
    this.store = store;
    this.accounts = accounts;
    this.events = events;
    this.seal = seal;
    this.once = once;
    this.ids = ids;
    this.real = real;
  }

  Result<NewSandbox> create(Realm realm, Origin origin, String name, Optional<Long> seed) {
    if (realm.isLive()) {
      throw new Problem.Forbidden(
              ErrorCode.TEST_MODE_ONLY,
              "Sandboxes belong to test mode. Use a test key; nothing was created.")
          .refusal();
    }
    if (realm.isSandbox()) {
      throw ofAccount();
    }
    return revealed(
        realm,
        once.run(
            realm,
            origin,
            () -> {
              if (store.count(realm) >= MAX_SANDBOXES) {
                throw tooMany();
              }
              Realm made = store.nextRealm(realm);
              var sandbox =
                  new Sandbox(
                      new SandboxId(ids.next()),
                      realm,
                      made,
                      name,
                      new SandboxTime(made, Duration.ZERO, seed.orElseGet(this::newSeed)),
                      real.instant());
              var created =
                  new NewSandbox(
                      sandbox,
                      accounts.firstKey(made, KeyKind.SECRET),
                      accounts.firstKey(made, KeyKind.PUBLISHABLE));
              String sealed =
                  seal.seal(realm, sandbox.id().uuid(), created.secret().text().reveal());
              return new Decision.Change<>(
                  sandbox.id().uuid(),
                  created,
                  List.of(
                      SandboxStore.insert(sandbox, created.secret(), created.publishable()),
                      AccountStore.raiseEpoch()),
                  _ -> SandboxView.keptWithoutSecret(created, sealed));
            }));
  }

  /** Returns a seed that JSON can hold exactly. */
  private long newSeed() {
    return random.nextLong(1L << 32);
  }

  /** Returns a sandbox of the account, or the one to which the caller's own key belongs. */
  Optional<Sandbox> find(Realm realm, SandboxId id) {
    return realm.isSandbox()
        ? store.findOf(realm).filter(own -> own.id().equals(id))
        : store.find(realm, id);
  }

  Page<Sandbox> list(Realm realm, PageRequest page) {
    return store.list(realm, page);
  }

  /**
   * Advances the clock of a sandbox. Advancing it to an earlier time changes nothing.
   *
   * @param runner does what is due
   */
  Result<Advance> advance(
      SandboxRunner runner, Realm realm, Origin origin, SandboxId id, Instant to) {
    return once.<Advance>findReplay(realm, origin)
        .orElseGet(() -> {
          Sandbox sandbox = find(realm, id).orElseThrow(id::notFound);
          Instant begin = sandbox.now(real.instant());
          if (to.isAfter(real.instant().plus(MAX_AHEAD))) {
            throw Problem.BadParameters.of(
                    "to",
                    ErrorCode.PARAMETER_INVALID,
                    "to must be at most five years ahead of the real time.")
                .refusal();
          }
          Advanced advanced = runner.advance(sandbox, to).orElseThrow(Sandboxes::inUse);
          Advance result = read(advanced, begin);
          return once.run(
              realm,
              origin,
              () ->
                  new Decision.Change<>(
                      id.uuid(),
                      result,
                      List.of(),
                      _ -> new Idempotency.AnswerCopy(200, SandboxView.text(result))));
        });
  }

  private Advance read(Advanced advanced, Instant begin) {
    var page =
        events.list(
            advanced.reached().realm(),
            EventFilter.of(Optional.empty(), List.of()),
            new PageRequest(MAX_EVENTS, Optional.empty(), Optional.of(IdTime.first(begin))));
    return new Advance(advanced, page.data().reversed(), page.hasMore(), real.instant());
  }

  /**
   * A sandbox in a response, which a repeated request gets again.
   *
   * @param real the real time of the response, from which its clock is computed
   */
  record Shown(Sandbox sandbox, Instant real) {}

  Result<Shown> reset(Realm realm, Origin origin, SandboxId id) {
    return once.run(
        realm,
        origin,
        () -> {
          Sandbox before = find(realm, id).orElseThrow(id::notFound);
          Sandbox after = before.reset(store.nextRealm(before.account()));
          var shown = new Shown(after, real.instant());
          return Decision.untold(
              id.uuid(),
              shown,
              List.of(
                  SandboxStore.reset(before, after.realm(), shown.real()),
                  AccountStore.raiseEpoch()),
              SandboxView::of);
        });
  }

  Result<Sandbox> delete(Realm realm, Origin origin, SandboxId id) {
    if (realm.isSandbox()) {
      throw ofAccount();
    }
    return once.run(
        realm,
        origin,
        () -> {
          Sandbox sandbox = find(realm, id).orElseThrow(id::notFound);
          return Decision.untold(
              id.uuid(),
              sandbox,
              List.of(SandboxStore.delete(sandbox, real.instant()), AccountStore.raiseEpoch()),
              SandboxView::deleted);
        });
  }

  private static Refusal ofAccount() {
    return new Problem.Forbidden(
            ErrorCode.TEST_MODE_ONLY,
            "The key of a sandbox can't do this. Use a test key of the account; nothing was changed.")
        .refusal();
  }

  private static Refusal tooMany() {
    return new Problem.BadRequest(
            ErrorCode.SANDBOX_LIMIT_REACHED,
            "This account has %d sandboxes, which is the maximum. Delete one, or reset one and use it again. Nothing was created."
                .formatted(MAX_SANDBOXES))
        .refusal();
  }

  private static Refusal inUse() {
    return new Problem.Conflict(
            ErrorCode.SANDBOX_IN_USE,
            "Another request advances or resets this sandbox. Try again later; nothing was changed.",
            Duration.ofSeconds(1))
        .refusal();
  }

  /** Returns the refusal of a request that had begun to advance a sandbox and lost it. */
  static Refusal lost() {
    return new Problem.Conflict(
            ErrorCode.SANDBOX_IN_USE,
            "The sandbox was reset, or another request continues. Retrieve it to see its clock.",
            Duration.ofSeconds(1))
        .refusal();
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
