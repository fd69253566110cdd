package florin.bank.account;

import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccount.FileExchange;
import florin.bank.account.ReceivingAccount.KeyAccess;
import florin.bank.account.ReceivingAccount.Status;
import florin.bank.statement.StatementFormat;
import florin.core.Bic;
import florin.core.ErrorCode;
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.IdempotentCommand;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * The commands on the bank accounts to which payers send money. One account per currency is enabled
 * and receives new payments; earlier payments keep their account.
 *
 * <p>An attacker who could redirect live payers to another account would take their money. So only
 * a person who enters the password can enable a live account, never an API key, which may have
 * leaked. The IBAN of an account never changes.
 */
public final class ReceivingAccounts {
  /** The limit for a realm; concurrent requests may exceed it slightly. */
  static final int MAX_OF_REALM = 50;

  private final ReceivingAccountStore store;
  private final IdempotentCommand once;
  private final IdSource ids;
  private final InstantSource clock;

  public ReceivingAccounts(
      ReceivingAccountStore store, IdempotentCommand once, IdSource ids, InstantSource clock) {
    this.store = store;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /** The kind of requester. */
  public enum Requester {
    /** A signed-in person, who has entered the password where it is required. */
    PERSON,
    /** A caller with a secret key. */
    KEY;

    boolean mayEnable(Realm realm) {
      return this == PERSON || !realm.isLive();
    }
  }

  public record NewReceivingAccount(Details details, StatementFormat format) {}

  /** The changes to an account. A field that is absent stays as it is. */
  public record AccountChange(
      Optional<Bic> bic, Optional<String> holder, Optional<StatementFormat> format) {}

  /**
   * Adds an account. Florin enables it immediately if the requester may do so and the currency has
   * no other account.
   */
  public Result<ReceivingAccount> add(
      Realm realm, Origin origin, Requester asker, NewReceivingAccount wanted) {
    return once.run(
        realm,
        origin,
        () -> {
          Details details = wanted.details();
          requireFree(realm, details.iban());
          if (store.count(realm) >= MAX_OF_REALM) {
            throw tooMany();
          }
          boolean isFirst = store.findEnabled(realm, details.currency()).isEmpty();
          var account =
              new ReceivingAccount(
                  realm,
                  new ReceivingAccountId(ids.next()),
                  1,
                  isFirst && asker.mayEnable(realm) ? Status.ENABLED : Status.DISABLED,
                  details,
                  new FileExchange(wanted.format(), false, false),
                  clock.instant());
          return decision(account, List.of(ReceivingAccountStore.insert(account)));
        });
  }

  private void requireFree(Realm realm, Iban iban) {
    boolean isTaken = realm.isLive() ? store.isLive(iban) : store.find(realm, iban).isPresent();
    if (isTaken) {
      throw Problem.BadParameters.of(
              "iban",
              ErrorCode.RECEIVING_ACCOUNT_EXISTS,
              "iban belongs to an existing receiving account. A live bank account can belong to only one merchant of this installation.")
          .refusal();
    }
  }

  public Optional<ReceivingAccount> find(Realm realm, ReceivingAccountId id) {
    return store.find(realm, id);
  }

  /** Returns all accounts of a realm, newest first: {@link #MAX_OF_REALM}, or slightly more. */
  public List<ReceivingAccount> listAll(Realm realm) {
    return store.list(realm, PageRequest.first(PageRequest.MAX_LIMIT)).data();
  }

  /** Returns a page of accounts, newest first. */
  public Page<ReceivingAccount> list(Realm realm, PageRequest page) {
    return store.list(realm, page);
  }

  public Result<ReceivingAccount> update(
      Realm realm, ReceivingAccountId id, Origin origin, AccountChange change) {
    return change(
        realm,
        id,
        origin,
        before -> {
          Details was = before.details();
          var is =
              new Details(
                  was.iban(),
                  change.bic().or(was::bic),
                  change.holder().orElse(was.holder()),
                  was.currency());
          StatementFormat format = change.format().orElse(before.format());
          return is.equals(was) && format == before.format() ? before : before.with(is, format);
        });
  }

  /** Enables an account: new payments in its currency use it. */
  public Result<ReceivingAccount> enable(Realm realm, ReceivingAccountId id, Origin origin) {
    return change(
        realm,
        id,
        origin,
        before -> {
          if (before.isEnabled()) {
            return before;
          }
          if (store.findEnabled(realm, before.currency()).isPresent()) {
            throw anotherIsEnabled();
          }
          return before.with(Status.ENABLED);
        });
  }

  /** Disables an account: no new payment uses it, but money that arrives is still booked. */
  public Result<ReceivingAccount> disable(Realm realm, ReceivingAccountId id, Origin origin) {
    return change(
        realm, id, origin, before -> before.isEnabled() ? before.with(Status.DISABLED) : before);
  }

  /**
   * Allows or forbids an access to API keys. Only a person decides this, because a key may be
   * stolen.
   */
  public Result<ReceivingAccount> allow(
      Realm realm, ReceivingAccountId id, Origin origin, KeyAccess access, boolean allowed) {
    return change(realm, id, origin, before -> before.with(access, allowed));
  }

  private interface Change {
    /** Returns the changed account, or the same object if there is nothing to change. */
    ReceivingAccount of(ReceivingAccount before);
  }

  private Result<ReceivingAccount> change(
      Realm realm, ReceivingAccountId id, Origin origin, Change change) {
    return once.run(
        realm,
        origin,
        () -> {
          ReceivingAccount before = store.find(realm, id).orElseThrow(id::notFound);
          ReceivingAccount after = change.of(before);
          return decision(
              after,
              after.equals(before) ? List.of() : List.of(ReceivingAccountStore.update(after)));
        });
  }

  private static Decision<ReceivingAccount> decision(ReceivingAccount account, List<Write> writes) {
    return Decision.untold(account.id().uuid(), account, writes, ReceivingAccountView::of);
  }

  private static Refusal tooMany() {
    return new Problem.BadRequest(
            ErrorCode.RECEIVING_ACCOUNT_LIMIT_REACHED,
            "There are "
                + MAX_OF_REALM
                + " receiving accounts in this account and mode, which is the maximum. Change an unused one; nothing was created.")
        .refusal();
  }

  private static Refusal anotherIsEnabled() {
    return new Problem.BadRequest(
            ErrorCode.RECEIVING_ACCOUNT_UNEXPECTED_STATE,
            "Another receiving account of this currency is enabled. Disable it first; nothing was changed.")
        .refusal();
  }
}
