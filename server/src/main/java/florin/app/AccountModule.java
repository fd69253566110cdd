package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.ApiKeys;
import florin.api.ApiPipeline;
import florin.config.Config;
import florin.idempotency.RecordRetention;

/** Accounts, their API keys, and the retention of idempotency records. */
final class AccountModule {
  final ApiKeys keys;
  final Accounts accounts;
  private final CoreServices core;

  AccountModule(CoreServices core, RuntimeProfile profile) {
    this.core = core;
    Parts parts = core.parts();
    this.keys = parts.open(new ApiKeys(core.db(), new AccountStore(core.db()), core.clock()));
    this.accounts = accounts(core, profile);
    accounts.createFirst("My company", TestKeysFile.in(core.config().data())::write);
    parts.addJob(() -> new RecordRetention(core.queueDb(), profile.clock(), core.clock()));
  }

  /** Returns the accounts alone. */
  static Accounts accounts(CoreServices core, RuntimeProfile profile) {
    return new Accounts(
        core.db(),
        new AccountStore(core.db()),
        profile.ids(),
        profile.clock(),
        new LiveKeys(core.database())::check);
  }

  ApiPipeline gate() {
    return new ApiPipeline(
        keys,
        core.config().rateLimit().map(Config.Rate::limiter),
        realm -> accounts.allowsLiveSettings(realm.accountNumber()));
  }
}
