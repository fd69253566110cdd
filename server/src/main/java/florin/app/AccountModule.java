package florin.app;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.ApiKeys;
import florin.account.SandboxClocks;
import florin.account.SandboxStore;
import florin.api.ApiPipeline;
import florin.config.Config;
import florin.idempotency.RecordRetention;
import java.time.InstantSource;

/** Accounts, their API keys, and the retention of idempotency records. */
final class AccountModule {
  final ApiKeys keys;
  final Accounts accounts;
  final SandboxStore sandboxes;
  final SandboxClocks clocks;
  private final CoreServices core;

  AccountModule(CoreServices core, RuntimeProfile profile) {
    this.core = core;
    this.sandboxes = new SandboxStore(core.db());
    this.clocks = new SandboxClocks(sandboxes);
    Parts parts = core.parts();
    this.keys = parts.open(new ApiKeys(core.db(), new AccountStore(core.db()), core.clock()));
    this.accounts = accounts(core, profile, core.clock());
    accounts.createFirst("My company", TestKeysFile.in(core.config().data())::write);
    parts.addJob(() -> new RecordRetention(core.queueDb(), core.clock(), core.clock()));
  }

  /**
   * Returns the accounts alone.
   *
   * @param clock the time of keys, which is not that of a sandbox
   */
  static Accounts accounts(CoreServices core, RuntimeProfile profile, InstantSource clock) {
    return new Accounts(
        core.db(),
        new AccountStore(core.db()),
        profile.ids(),
        clock,
        new LiveKeys(core.database())::check);
  }

  ApiPipeline gate() {
    return new ApiPipeline(
        keys,
        core.config().rateLimit().map(Config.Rate::limiter),
        realm -> accounts.allowsLiveSettings(realm.accountNumber()),
        clocks);
  }
}
