package florin.cli;

import florin.account.AccountStore;
import florin.account.Accounts;
import florin.app.AddressFile;
import florin.app.Database;
import florin.app.LiveKeys;
import florin.config.BaseUrl;
import florin.config.Config;
import florin.config.ConfigException;
import florin.core.Id.AccountId;
import florin.core.IdSource;
import florin.db.Db;
import florin.db.Migrations;
import florin.vault.CardNumberScan;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options of commands that open the database. They work whether or not the service runs. */
final class Operator {
  @Option(
      names = "--data",
      defaultValue = "./data",
      scope = ScopeType.INHERIT, // accepts `keys list --data DIR` and `keys --data DIR list`
      description = "Data folder of the service. Default: ${DEFAULT-VALUE}.")
  private Path data = Path.of("");

  private final Map<String, String> environment;

  Operator(Terminal terminal) {
    this.environment = terminal.environment();
  }

  /**
   * Returns the URL of the dashboard.
   *
   * @param option the value of `--url`
   */
  URI dashboard(@Nullable String option) {
    return BaseUrl.named(option)
        .or(() -> Config.baseUrl(environment).filter(BaseUrl::hasNoPath))
        .or(() -> AddressFile.in(data).read())
        .orElse(URI.create(BaseUrl.LOCAL));
  }

  Path data() {
    return data;
  }

  Map<String, String> environment() {
    return environment;
  }

  Config config() {
    return Config.of("127.0.0.1", 0, data, environment);
  }

  /**
   * Returns the configuration for commands that need the embedded database.
   *
   * @throws ConfigException if another database is configured
   */
  Config embedded(String command) {
    Config config = config();
    if (config.database().isPresent()) {
      throw new ConfigException(
          "`"
              + command
              + "` works with the embedded database only, and FLORIN_DATABASE_URL names another one. Use pg_basebackup or the snapshots of that server instead.");
    }
    return config;
  }

  /** Runs work with the database and the keys file, and closes the database. */
  <T> T withVault(BiFunction<Db, Path, T> work) {
    Config config = config();
    try (Database database = Database.attach(config)) {
      Migrations.run(database.address());
      try (Db db = new Db(database.address())) {
        return work.apply(db, config.keysFile());
      }
    }
  }

  private static final int LONGEST_NAME = 256;

  /** Requires a valid name for an account or a key. */
  static void requireName(String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new ConfigException("The name must have 1 to " + LONGEST_NAME + " characters.");
    }
    if (CardNumberScan.finds(name)) {
      throw new ConfigException(
          "The name must not contain a card number. Choose another name; nothing was saved.");
    }
  }

  static AccountId accountId(String text) {
    return AccountId.KIND
        .parse(text)
        .orElseThrow(() ->
            new ConfigException(
                "An account id is acct_ and 26 characters. List the ids with ./florin accounts list."));
  }

  <T> T withAccounts(Function<Accounts, T> work) {
    Config config = config();
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
