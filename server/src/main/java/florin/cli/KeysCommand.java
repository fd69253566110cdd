package florin.cli;

import florin.account.Account;
import florin.account.Accounts;
import florin.account.Accounts.NewKey;
import florin.account.ApiKey;
import florin.app.CommandFailure;
import florin.config.ConfigException;
import florin.connector.Connectors;
import florin.core.Caller.KeyKind;
import florin.core.Id.AccountId;
import florin.core.Id.KeyId;
import florin.core.Mode;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin keys list|create|roll|revoke`. */
@Command(name = "keys", description = "List, create, roll and revoke API keys.")
final class KeysCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  KeysCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(name = "list", description = "List an account's keys.")
  int list(
      @Option(names = "--account", description = "acct_… (default: the only one)")
          @Nullable String account) {
    Optional<AccountId> id = Optional.ofNullable(account).map(Operator::accountId);
    List<ApiKey> keys = operator.withAccounts(accounts -> accounts.listKeys(account(accounts, id)));
    Instant now = Instant.now();
    keys.forEach(key ->
        out.printf(
            "%s  %-17s  %-8s  used %-24s  %s%n",
            key.id(),
            key.shown(),
            key.status(now),
            key.lastUsed().map(Object::toString).orElse("never"),
            key.name()));
    return 0;
  }

  @Command(name = "create", description = "Create a key. A secret one is shown once.")
  int create(
      @Option(names = "--account", description = "acct_… (default: the only one)")
          @Nullable String account,
      @Option(names = "--live", description = "For live mode (default: test).") boolean live,
      @Option(names = "--publishable", description = "A publishable key (default: secret).")
          boolean publishable,
      @Option(
              names = "--name",
              defaultValue = "Made on the command line",
              description = "What it is for.")
          String name) {
    Operator.requireName(name);
    Optional<AccountId> id = Optional.ofNullable(account).map(Operator::accountId);
    Mode mode = live ? Mode.LIVE : Mode.TEST;
    KeyKind kind = publishable ? KeyKind.PUBLISHABLE : KeyKind.SECRET;
    show(
        operator.withAccounts(
            accounts -> accounts.createKey(account(accounts, id).realm(mode), kind, name)));
    return 0;
  }

  @Command(
      name = "roll",
      description = "Make a key's successor; the old one works on for the overlap.")
  int roll(
      @Parameters(paramLabel = "KEY", description = "key_…, as the list shows it") String key,
      @Option(
              names = "--overlap-hours",
              defaultValue = "24",
              description = "0 to 168 (default ${DEFAULT-VALUE}).")
          long hours) {
    if (hours < 0 || hours > Accounts.MAX_OVERLAP.toHours()) {
      throw new ConfigException("--overlap-hours must be 0 to 168.");
    }
    KeyId id = keyId(key);
    show(
        operator.withAccounts(
            accounts -> accounts.roll(usable(accounts, id), Duration.ofHours(hours))));
    return 0;
  }

  @Command(
      name = "revoke",
      description = "Refuse a key from now on, within a second on every node.")
  int revoke(
      @Parameters(paramLabel = "KEY", description = "key_…, as the list shows it") String key) {
    KeyId id = keyId(key);
    operator.withAccounts(accounts -> {
      accounts.revoke(usable(accounts, id));
      return id;
    });
    out.println(id + " is revoked.");
    return 0;
  }

  private void show(NewKey made) {
    out.printf("%s  %s%n", made.key().id(), made.text().reveal());
    if (made.key().kind() == KeyKind.SECRET) {
      out.println("It is not shown again.");
    }
    if (made.key().realm().isLive()) {
      out.println(Connectors.NO_LIVE_PAYMENTS);
    }
  }

  private static Account account(Accounts accounts, Optional<AccountId> wanted) {
    List<Account> all = accounts.list();
    if (wanted.isEmpty()) {
      if (all.size() != 1) {
        throw all.isEmpty()
            ? new CommandFailure(
                "There is no account yet: ./florin accounts create NAME makes one.")
            : new ConfigException(
                "There are "
                    + all.size()
                    + " accounts: name one with --account; ./florin accounts list shows them.");
      }
      return all.getFirst();
    }
    return all.stream()
        .filter(account -> account.id().equals(wanted.get()))
        .findFirst()
        .orElseThrow(() -> new CommandFailure("There is no account " + wanted.get() + "."));
  }

  private static KeyId keyId(String text) {
    return KeyId.KIND
        .parse(text)
        .orElseThrow(() ->
            new ConfigException(
                "A key's id is key_ and 26 characters; ./florin keys list shows them."));
  }

  private static ApiKey usable(Accounts accounts, KeyId wanted) {
    ApiKey key =
        accounts
            .findKey(wanted)
            .orElseThrow(() ->
                new CommandFailure(
                    "There is no key " + wanted + "; ./florin keys list shows them."));
    if (!key.isUsable(Instant.now())) {
      throw new CommandFailure(wanted + " is revoked or expired already.");
    }
    return key;
  }
}
