package florin.app;

import florin.config.Config;
import florin.core.Hmac;
import florin.db.Db;
import florin.db.Migrations;
import florin.db.PostgresAddress;
import florin.job.DatabaseClock;
import florin.payment.machine.Attempt.Owner;
import florin.report.RestoredDumpStore;
import florin.vault.Keyring;
import florin.vault.Keyring.Purpose;
import florin.vault.KeyringStore;
import florin.vault.LiveKeyring;
import florin.vault.SecretSeal;
import florin.vault.Vault;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.security.SecureRandom;
import java.util.function.Function;

/**
 * The basis of all parts: the settings, the migrated database, the encryption keys, the clock.
 *
 * @param self the identity of this node
 */
record Foundation(
    Config config,
    PostgresAddress database,
    Db db,
    Owner self,
    LiveKeyring keyring,
    DatabaseClock clock,
    SecureRandom random,
    PrometheusRegistry registry) {

  static Foundation open(
      Parts parts,
      Config config,
      PostgresAddress database,
      Function<PostgresAddress, Db> pool,
      Owner self,
      PrometheusRegistry registry) {
    Migrations.run(database);
    var random = new SecureRandom();
    Db db = parts.open(pool.apply(database));
    RestoredDumpStore.repair(db);
    Keyring keyring = KeyringStore.open(db, config.keysFile(), random);
    var live = parts.open(new LiveKeyring(db, config.keysFile(), keyring, self.node()));
    var clock = parts.open(new DatabaseClock(db));
    ClockMetrics.register(registry, clock);
    return new Foundation(config, database, db, self, live, clock, random, registry);
  }

  Hmac hmac(Purpose purpose) {
    return keyring.get().hmac(purpose);
  }

  Vault vault() {
    return new Vault(keyring, random);
  }

  SecretSeal seal() {
    return new SecretSeal(keyring, random);
  }
}
