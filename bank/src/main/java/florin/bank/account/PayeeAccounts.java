package florin.bank.account;

import florin.bank.account.ReceivingAccount.Details;
import florin.bank.account.ReceivingAccount.FileExchange;
import florin.bank.account.ReceivingAccount.Status;
import florin.bank.statement.StatementFormat;
import florin.core.Currency;
import florin.core.Iban;
import florin.core.Id.ReceivingAccountId;
import florin.core.IdSource;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.GroupCommit;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The account to which a payment is sent. If a test realm has no account, Florin creates one at the
 * simulated bank when it is first needed.
 */
public final class PayeeAccounts {
  private static final int MAX_TRIES = 5;

  /** The IBAN that documentation uses as Germany's example; it is not a real account. */
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

  /** Returns whether payments in a currency can be paid with a bank transfer. */
  public boolean isAvailable(Realm realm, Currency currency) {
    return store.findEnabled(realm, currency).isPresent()
        || isTestToBeMade(realm, currency)
        || store
            .findEnabled(realm, currency)
            .isPresent(); // another request may have created it in between
  }

  /** Returns whether payments in any currency can be paid with a bank transfer. */
  public boolean isAvailable(Realm realm) {
    return !store.listEnabled(realm).isEmpty()
        || isTestToBeMade(realm, TEST.currency())
        || !store.listEnabled(realm).isEmpty();
  }

  public Optional<ReceivingAccount> findFor(Realm realm, Currency currency) {
    Optional<ReceivingAccount> enabled = store.findEnabled(realm, currency);
    for (int i = 0; i < MAX_TRIES && enabled.isEmpty() && isTestToBeMade(realm, currency); i++) {
      // The second of two concurrent inserts may fail before the first is durable; it then retries
      // after the first.
      commits.commit(Changeset.of(ReceivingAccountStore.insert(newTest(realm))));
      enabled = store.findEnabled(realm, currency);
    }
    return enabled.or(() -> store.findEnabled(realm, currency));
  }

  public Optional<ReceivingAccount> find(Realm realm, ReceivingAccountId id) {
    return store.find(realm, id);
  }

  /** Returns whether the test account must be created. A disabled one is not created again. */
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
        new FileExchange(StatementFormat.CAMT_053, false, false),
        clock.instant());
  }
}
