package florin.app;

import florin.config.Config;
import florin.core.Hmac;
import florin.db.Db;
import florin.db.Migrations;
import florin.db.PostgresAddress;
import florin.idempotency.Idempotency;
import florin.job.DatabaseClock;
import florin.payment.machine.Attempt.Owner;
import florin.projection.Followers;
import florin.projection.RestoredDumpStore;
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
 * The basis of all modules: the settings, the migrated database, the encryption keys, the clock.
 *
 * @param db for requests
 * @param queueDb for jobs: its connections walk indexes, and have no short query limit
 * @param self the identity of this node
 * @param besideDb for background work that can be repeated: see {@link Db#unhurried}
 */
record CoreServices(
    Parts parts,
    Config config,
    PostgresAddress database,
    Db db,
    Db queueDb,
    Owner self,
    LiveKeyring keyring,
    DatabaseClock clock,
    Idempotency idempotency,
    SecureRandom random,
    PrometheusRegistry registry,
    Db besideDb,
    Followers followers) {

  static CoreServices open(
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
    var idempotency = parts.open(new Idempotency(db, live.get().hmac(Purpose.IDEMPOTENCY)));
    Db queueDb = parts.open(Db.walkingIndexes(database));
    Db besideDb = parts.open(Db.unhurried(database));
    var followers = parts.open(new Followers(besideDb, registry, clock));
    return new CoreServices(
        parts,
        config,
        database,
        db,
        queueDb,
        self,
        live,
        clock,
        idempotency,
        random,
        registry,
        besideDb,
        followers);
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
