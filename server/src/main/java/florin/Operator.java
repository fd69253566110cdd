package florin;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.core.IdSource;
import florin.db.Db;
import florin.db.Migrations;
import florin.vault.CardNumberScan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.BiFunction;
import java.util.function.Function;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** What commands beside the service have in common: they reach its database, running or not. */
final class Operator {
  @Option(
      names = "--data",
      defaultValue = "./data",
      scope = ScopeType.INHERIT, // `keys list --data DIR` and `keys --data DIR list` alike
      description = "Data folder of the service (default ${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  /** Refuses a name with a card number in it: it would be stored and shown. */
  static void refuseCardNumber(String what, String text) {
    if (CardNumberScan.finds(text)) {
      throw new ConfigException(what + " must not contain a card number.");
    }
  }

  /** With the database and the key file. */
  <T> T withVault(BiFunction<Db, Path, T> work) {
    Config config = Config.of("127.0.0.1", 0, data, System.getenv());
    try (Database database = Database.attach(config)) {
      Migrations.run(database.address());
      try (Db db = new Db(database.address())) {
        return work.apply(db, config.keysFile());
      }
    }
  }

  <T> T withAccounts(Function<Accounts, T> work) {
    Config config = Config.of("127.0.0.1", 0, data, System.getenv());
    try (Database database = Database.attach(config)) {
      Migrations.run(database.address());
      try (Db db = new Db(database.address())) {
        Clock clock = Clock.systemUTC();
        var rule = new LiveKeys(database.address());
        return work.apply(
            new Accounts(db, new AccountStore(db), new IdSource(clock), clock, rule::check));
      }
    }
  }
}
