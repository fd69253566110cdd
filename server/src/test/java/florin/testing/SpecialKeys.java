package florin.testing;

import static org.awaitility.Awaitility.await;

import florin.account.Account;
import florin.account.Accounts;
import florin.account.Accounts.KeyTerms;
import florin.account.Accounts.NewAccount;
import florin.account.Accounts.NewKey;
import florin.account.KeyText;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits;
import florin.core.KeyRights;
import florin.core.Mode;
import florin.core.Realm;
import florin.core.Scope;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** API keys of every kind for one Florin, most of which Florin rejects. */
public final class SpecialKeys {
  private final TestApp florin;
  private final Accounts accounts;
  private final NewAccount account;

  private SpecialKeys(TestApp florin) {
    this.florin = florin;
    this.accounts = florin.app().accounts();
    this.account = accounts.create("An account of a test's own");
  }

  /** Creates the keys of a new account. */
  public static SpecialKeys ofNewAccount(TestApp florin) {
    return new SpecialKeys(florin);
  }

  public Account account() {
    return account.account();
  }

  public String secret() {
    return account.testSecret().text().reveal();
  }

  public String publishable() {
    return account.testPublishable().text().reveal();
  }

  /** Returns a well-formed key that doesn't exist. */
  public String unknown() {
    return KeyText.make(KeyKind.SECRET, Mode.TEST, new SecureRandom()).reveal();
  }

  public String revoked() {
    NewKey key = accounts.createKey(realm(), KeyKind.SECRET, "revoked");
    accounts.revoke(key.key());
    return untilRefused(key);
  }

  public String expired() {
    NewKey key = accounts.createKey(realm(), KeyKind.SECRET, "expired");
    accounts.roll(key.key(), Duration.ZERO);
    return untilRefused(key);
  }

  /** Lets live keys of the account change live settings, as an owner would in the dashboard. */
  public SpecialKeys allowingLiveSettings() {
    florin.update(
        "UPDATE account SET live_settings_by_key = true WHERE number = ?", account().number());
    return this;
  }

  /** Returns a live key of the same account. */
  public String live() {
    return live(florin, realm(), account().realm(Mode.LIVE));
  }

  /**
   * Inserts a live key with SQL, since the tests' database has fsync off and Florin creates none
   * there.
   */
  public static String live(TestApp florin, Realm testRealm, Realm liveRealm) {
    NewKey test = florin.app().accounts().createKey(testRealm, KeyKind.SECRET, "live by hand");
    KeyText text = KeyText.make(KeyKind.SECRET, Mode.LIVE, new SecureRandom());
    florin.update(
        "UPDATE api_key SET realm_id = ?, hash = ? WHERE id = ?",
        liveRealm.id(),
        text.hash(),
        test.key().id().uuid());
    return text.reveal();
  }

  /** Returns a restricted key with one scope. */
  public String restrictedTo(Scope scope) {
    var rights = new KeyRights(Set.of(scope), DailyLimits.NONE, List.of());
    var terms = new KeyTerms(KeyKind.RESTRICTED, rights, scope.text(), Optional.empty());
    return accounts.createKey(realm(), terms, _ -> _ -> true).text().reveal();
  }

  private Realm realm() {
    return account().realm(Mode.TEST);
  }

  private String untilRefused(NewKey key) {
    String text = key.text().reveal();
    try (var client = new TestClient(florin.app().port(), text)) {
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> client.get("/v2/events?limit=1").status() == 401);
    }
    return text;
  }
}
