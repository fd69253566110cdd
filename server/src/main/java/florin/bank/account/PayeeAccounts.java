package florin.bank.account;

import florin.bank.Iban;
import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccount.Statements;
import florin.bank.account.ReceivingAccount.Status;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.GroupCommit;
import java.time.InstantSource;
import java.util.Optional;

/**
 * To which account a payment is sent. A test realm that has none of its own is given one as soon as
 * it is needed, at the bank that the simulator plays.
 */
public final class PayeeAccounts {
  private static final int MAX_TRIES = 5;

  /** The number by which Germany's IBAN is explained everywhere: it is no real account. */
  static final Details TEST =
      new Details(
          new Iban("DE89370400440532013000"),
          Optional.empty(),
          "Test account",
          Currency.get("eur"));

  private final ReceivingAccountStore store;
  private final GroupCommit commits;
  private final IdSource ids;
  private final InstantSource clock;

  public PayeeAccounts(
      ReceivingAccountStore store, GroupCommit commits, IdSource ids, InstantSource clock) {
    this.store = store;
    this.commits = commits;
    this.ids = ids;
    this.clock = clock;
  }

  /** Whether payments of a currency can be paid by a bank transfer. */
  public boolean isAvailable(Realm realm, Currency currency) {
    return store.findEnabled(realm, currency).isPresent()
        || isTestToBeMade(realm, currency)
        || store.findEnabled(realm, currency).isPresent(); // somebody has made it in between
  }

  /** Whether payments of any currency can. */
  public boolean isAvailable(Realm realm) {
    return !store.listEnabled(realm).isEmpty()
        || isTestToBeMade(realm, TEST.currency())
        || !store.listEnabled(realm).isEmpty();
  }

  public Optional<ReceivingAccount> findFor(Realm realm, Currency currency) {
    Optional<ReceivingAccount> enabled = store.findEnabled(realm, currency);
    for (int i = 0; i < MAX_TRIES && enabled.isEmpty() && isTestToBeMade(realm, currency); i++) {
      // Whoever is second may be refused before the first is durable, and is behind it next time.
      commits.commit(Changeset.of(ReceivingAccountStore.insert(newTest(realm))));
      enabled = store.findEnabled(realm, currency);
    }
    return enabled.or(() -> store.findEnabled(realm, currency));
  }

  public Optional<ReceivingAccount> find(Realm realm, ReceivingAccountId id) {
    return store.find(realm, id);
  }

  /** One that was disabled is not made again. */
  private boolean isTestToBeMade(Realm realm, Currency currency) {
    return !realm.isLive()
        && currency.equals(TEST.currency())
        && store.find(realm, TEST.iban()).isEmpty();
  }

  private ReceivingAccount newTest(Realm realm) {
    return new ReceivingAccount(
        realm,
        new ReceivingAccountId(ids.next()),
        1,
        Status.ENABLED,
        TEST,
        new Statements(StatementFormat.CAMT_053, false),
        clock.instant());
  }
}
