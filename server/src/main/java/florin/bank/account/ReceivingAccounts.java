package florin.bank.account;

import florin.bank.Bic;
import florin.bank.Iban;
import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccount.Statements;
import florin.bank.account.ReceivingAccount.Status;
import florin.bank.statement.StatementFormat;
import florin.core.ErrorCode;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Problem;
import florin.core.Realm;
import florin.core.Refusal;
import florin.db.Write;
import florin.idempotency.Decision;
import florin.idempotency.Once;
import florin.idempotency.Origin;
import florin.idempotency.Result;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * What merchants do with the bank accounts to which their payers send money. Of each currency one
 * is enabled: new payments are sent there, and those that were begun before stay with theirs.
 *
 * <p>Whoever could lead live payers to an account of his own would take their money. So a live
 * account is enabled by a person, with the password, and by no key that may have leaked; and the
 * number of one never changes.
 */
public final class ReceivingAccounts {
  /** Of one realm; requests that come at the same moment may make some more. */
  static final int MAX_OF_REALM = 50;

  private final ReceivingAccountStore store;
  private final Once once;
  private final IdSource ids;
  private final InstantSource clock;

  public ReceivingAccounts(
      ReceivingAccountStore store, Once once, IdSource ids, InstantSource clock) {
    this.store = store;
    this.once = once;
    this.ids = ids;
    this.clock = clock;
  }

  /** Who asks for it. */
  public enum Requester {
    /** A person who is signed in, and has given the password where that is needed. */
    PERSON,
    /** Whoever has a secret key. */
    KEY;

    boolean mayEnable(Realm realm) {
      return this == PERSON || !realm.isLive();
    }
  }

  public record NewReceivingAccount(Details details, StatementFormat format) {}

  /** What is not said stays. */
  public record AccountChange(
      Optional<Bic> bic, Optional<String> holder, Optional<StatementFormat> format) {}

  /** Enabled at once where it may be, and is the first of its currency. */
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
                  new Statements(wanted.format(), false),
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
              "iban is of an account that is here already. A live account belongs to one merchant of this installation.")
          .refusal();
    }
  }

  public Optional<ReceivingAccount> find(Realm realm, ReceivingAccountId id) {
    return store.find(realm, id);
  }

  /** All of a realm, newest first: there are {@link #MAX_OF_REALM} or some more. */
  public List<ReceivingAccount> listAll(Realm realm) {
    return store.list(realm, PageRequest.first(PageRequest.MAX_LIMIT)).data();
  }

  /** Newest first. */
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

  /** Has new payments of its currency sent there. */
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

  /** No new payment is sent there; what comes is booked all the same. */
  public Result<ReceivingAccount> disable(Realm realm, ReceivingAccountId id, Origin origin) {
    return change(
        realm, id, origin, before -> before.isEnabled() ? before.with(Status.DISABLED) : before);
  }

  /**
   * Has live statements of it taken by key, or not any more: for a person to say, since who has
   * stolen a key could make up money by them.
   */
  public Result<ReceivingAccount> allowUploads(
      Realm realm, ReceivingAccountId id, Origin origin, boolean allowed) {
    return change(
        realm,
        id,
        origin,
        before ->
            before.statements().uploadsAllowed() == allowed ? before : before.withUploads(allowed));
  }

  private interface Change {
    /** The same where there is nothing to be changed. */
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
                + " receiving accounts in this account and mode, which is the most there can be.")
        .refusal();
  }

  private static Refusal anotherIsEnabled() {
    return new Problem.BadRequest(
            ErrorCode.RECEIVING_ACCOUNT_UNEXPECTED_STATE,
            "Another receiving account of this currency is enabled, and payments go to one. Disable that one first.")
        .refusal();
  }
}
