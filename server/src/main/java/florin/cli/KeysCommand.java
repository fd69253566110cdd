package florin.cli;

import florin.account.Account;
import florin.account.AccountStore;
import florin.account.Accounts;
import florin.account.Accounts.KeyTerms;
import florin.account.Accounts.NewKey;
import florin.account.ApiKey;
import florin.account.RightsText;
import florin.app.CommandFailure;
import florin.config.ConfigException;
import florin.connector.Connectors;
import florin.core.Caller.KeyKind;
import florin.core.DailyLimits;
import florin.core.Id.AccountId;
import florin.core.Id.KeyId;
import florin.core.KeyRights;
import florin.core.Mode;
import florin.core.PageOrigin;
import florin.core.Scope;
import florin.docs.OperationScopes;
import florin.report.UsedScopes;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin keys list|create|origins|roll|revoke`. */
@Command(
    name = "keys",
    header = "List, create, change, roll and revoke API keys.",
    footer = {
      "  ./florin keys create --name \"Web shop\"",
      "  ./florin keys roll key_01h455vb4pex5vsknk084sn02q --overlap-hours 48"
    })
final class KeysCommand {
  /** The longest time until a key expires. */
  private static final int MAX_DAYS = 3650;

  private final PrintStream out;

  @Mixin private final Operator operator;

  KeysCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(name = "list", header = "List the keys of an account.", footer = "  ./florin keys list")
  int list(
      @Option(
              names = "--account",
              description =
                  "Id of the account, acct_…. Default: the account, if there is only one.")
          @Nullable String account) {
    Optional<AccountId> id = Optional.ofNullable(account).map(Operator::accountId);
    List<ApiKey> keys = operator.withAccounts(accounts -> accounts.listKeys(account(accounts, id)));
    Instant now = Instant.now();
    var table = new TextTable("ID", "KEY", "STATUS", "LAST USED", "NAME");
    keys.forEach(key ->
        table.add(
            key.id(),
            key.shown(),
            key.status(now),
            key.lastUsed().map(Object::toString).orElse("never"),
            key.name()));
    table.print(out);
    return 0;
  }

  @Command(
      name = "create",
      header = "Create a key.",
      description = {
        "Without options, the command creates a secret key for test mode. A secret key is shown",
        "once; Florin stores only its hash. With --scopes, it creates a restricted key."
      },
      footer = {
        "  ./florin keys create --live --name \"Web shop\"",
        "  ./florin keys create --like key_01h455vb4pex5vsknk084sn02q --name Plugin"
      })
  int create(
      @Option(
              names = "--account",
              description =
                  "Id of the account, acct_…. Default: the account, if there is only one.")
          @Nullable String account,
      @Option(names = "--live", description = "Create a key for live mode. Default: test mode.")
          boolean live,
      @Option(
              names = "--publishable",
              description = "Create a publishable key. Default: a secret key.")
          boolean publishable,
      @Option(
              names = "--origins",
              paramLabel = "ORIGINS",
              description =
                  "Origins whose pages may show the card fields of a publishable key, with commas, such as https://shop.example.")
          @Nullable String origins,
      @Option(
              names = "--like",
              paramLabel = "KEY",
              description =
                  "Create a restricted key with the scopes that this key used in the last 30 days, by the request log. Scopes of --scopes are added.")
          @Nullable String like,
      @ArgGroup(exclusive = false) @Nullable Restriction restriction,
      @Option(
              names = "--name",
              defaultValue = "Created on the command line",
              description = "Name of the key. Default: \"${DEFAULT-VALUE}\".")
          String name) {
    Operator.requireName(name);
    Optional<AccountId> id = Optional.ofNullable(account).map(Operator::accountId);
    Mode mode = live ? Mode.LIVE : Mode.TEST;
    boolean restricted = restriction != null || like != null;
    if (publishable && restricted) {
      throw new ConfigException(
          "--publishable excludes --scopes and --like. A publishable key has fixed scopes.");
    }
    if (origins != null && !publishable) {
      throw new ConfigException(
          "--origins requires --publishable, because only a publishable key shows card fields.");
    }
    Set<Scope> used = like == null ? Set.of() : usedBy(keyId(like));
    KeyTerms terms =
        restricted
            ? Objects.requireNonNullElseGet(restriction, Restriction::new)
                .terms(name, used, Instant.now())
            : publishable
                ? KeyTerms.publishable(name, origins(origins == null ? "" : origins))
                : KeyTerms.of(KeyKind.SECRET, name);
    show(
        operator.withAccounts(accounts ->
            accounts.createKey(account(accounts, id).realm(mode), terms, _ -> _ -> true)));
    return 0;
  }

  /** Reads the scopes that a key used, and prints them. */
  private Set<Scope> usedBy(KeyId id) {
    UsedScopes used =
        operator.withVault((db, _) -> {
          ApiKey key = new AccountStore(db).findKey(id).orElseThrow(() -> missing(id));
          return UsedScopes.read(db, OperationScopes.read(), key.realm(), id, Instant.now());
        });
    if (used.scopes().isEmpty()) {
      throw new CommandFailure(
          "The request log has no request of %s in the last %d days. No key was created."
              .formatted(id, UsedScopes.PERIOD.toDays()));
    }
    out.printf(
        "Scopes of %d requests since %s: %s%n",
        used.requests(),
        used.since().orElseThrow(),
        used.scopes().stream().map(Scope::text).collect(Collectors.joining(",")));
    return used.scopes();
  }

  /** The rights of a restricted key. */
  static final class Restriction {
    @Option(
        names = "--scopes",
        defaultValue = "",
        paramLabel = "SCOPES",
        description =
            "Scopes of a restricted key, with commas, such as payments:read,refunds:* or *:read.")
    private String scopes = "";

    @Option(
        names = "--limits",
        paramLabel = "LIMITS",
        defaultValue = "",
        description =
            "Daily limits, with commas, such as \"refunds:create<=500000 eur/day\" (an amount in the smallest unit) or \"payments:create<=100/day\".")
    private String limits = "";

    @Option(
        names = "--addresses",
        paramLabel = "RANGES",
        defaultValue = "",
        description =
            "Address ranges that may use the key, with commas, such as 203.0.113.0/24. Default: all.")
    private String addresses = "";

    @Option(
        names = "--expires-days",
        paramLabel = "DAYS",
        description = "Days until the key expires, 1 to 3650. Default: it doesn't expire.")
    private @Nullable Integer days;

    /**
     * Returns the terms of the key.
     *
     * @param used scopes in addition to those of the option; it can be left out if there are some
     */
    KeyTerms terms(String name, Set<Scope> used, Instant now) {
      if (days != null && (days < 1 || days > MAX_DAYS)) {
        throw new ConfigException("--expires-days must be 1 to " + MAX_DAYS + ".");
      }
      var all = new HashSet<>(used);
      if (used.isEmpty() || !scopes.isEmpty()) {
        all.addAll(
            RightsText.scopes(scopes)
                .orElseThrow(() ->
                    new ConfigException(
                        "--scopes must be scopes such as payments:read,refunds:*, and is required with --limits, --addresses and --expires-days. The guide to restricted keys lists the scopes.")));
      }
      var rights =
          new KeyRights(
              all,
              DailyLimits.of(
                  RightsText.limits(limits)
                      .orElseThrow(() ->
                          new ConfigException(
                              "--limits must be limits such as \"refunds:create<=500000 eur/day\" or \"payments:create<=100/day\", one of each kind."))),
              RightsText.addresses(addresses)
                  .orElseThrow(() ->
                      new ConfigException(
                          "--addresses must be ranges such as 203.0.113.0/24,2001:db8::/32.")));
      return new KeyTerms(
          KeyKind.RESTRICTED,
          rights,
          name,
          Optional.ofNullable(days).map(it -> now.plus(Duration.ofDays(it))));
    }
  }

  @Command(
      name = "origins",
      header = "Set the origins whose pages may show the card fields of a publishable key.",
      description = "The new list replaces the old one. Without origins, no page may show them.",
      footer = "  ./florin keys origins key_01h455vb4pex5vsknk084sn02q https://shop.example")
  int origins(
      @Parameters(paramLabel = "KEY", description = "Id of the key, key_….") String key,
      @Parameters(
              paramLabel = "ORIGIN",
              arity = "0..*",
              description =
                  "Origins such as https://shop.example, without a path; http only for localhost.")
          @Nullable List<String> origins) {
    List<PageOrigin> wanted = origins(String.join(",", origins == null ? List.of() : origins));
    KeyId id = keyId(key);
    ApiKey changed =
        operator.withAccounts(accounts -> accounts.allow(usable(accounts, id), wanted, _ -> true));
    out.println(
        changed.origins().isEmpty()
            ? "No page may show the card fields of " + id + "."
            : id + " is allowed on " + listed(changed.origins()) + ".");
    return 0;
  }

  private static String listed(List<PageOrigin> origins) {
    return origins.stream().map(PageOrigin::text).collect(Collectors.joining(", "));
  }

  private static List<PageOrigin> origins(String text) {
    return RightsText.origins(text)
        .orElseThrow(() ->
            new ConfigException(
                "Origins must be at most %d origins such as https://shop.example, without a path; http only for localhost."
                    .formatted(ApiKey.MAX_ORIGINS)));
  }

  @Command(
      name = "roll",
      header = "Create a successor of a key. The old key remains valid for the overlap.",
      footer = "  ./florin keys roll key_01h455vb4pex5vsknk084sn02q --overlap-hours 48")
  int roll(
      @Parameters(paramLabel = "KEY", description = "Id of the key, key_….") String key,
      @Option(
              names = "--overlap-hours",
              defaultValue = "24",
              description =
                  "Hours for which the old key remains valid, 0 to 168. Default: ${DEFAULT-VALUE}.")
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
      header = "Revoke a key and those created with it. Every node rejects them within a second.",
      footer = "  ./florin keys revoke key_01h455vb4pex5vsknk084sn02q")
  int revoke(@Parameters(paramLabel = "KEY", description = "Id of the key, key_….") String key) {
    KeyId id = keyId(key);
    List<ApiKey> revoked = operator.withAccounts(accounts -> accounts.revoke(usable(accounts, id)));
    revoked.forEach(it -> out.println(it.id() + " is revoked."));
    return 0;
  }

  private void show(NewKey made) {
    out.printf("%s  %s%n", made.key().id(), made.text().reveal());
    if (made.key().kind() != KeyKind.PUBLISHABLE) {
      out.println("Copy the key now. It is not shown again.");
    }
    if (made.key().realm().isLive()) {
      out.println(Connectors.NO_LIVE_PAYMENTS);
    }
  }

  static Account account(Accounts accounts, Optional<AccountId> wanted) {
    List<Account> all = accounts.list();
    if (wanted.isEmpty()) {
      if (all.size() != 1) {
        throw all.isEmpty()
            ? new CommandFailure(
                "There is no account yet. Create one with ./florin accounts create NAME.")
            : new ConfigException(
                "There are "
                    + all.size()
                    + " accounts. Choose one with --account; ./florin accounts list shows the ids.");
      }
      return all.getFirst();
    }
    return all.stream()
        .filter(account -> account.id().equals(wanted.get()))
        .findFirst()
        .orElseThrow(() ->
            new CommandFailure(
                "There is no account "
                    + wanted.get()
                    + ". List the accounts with ./florin accounts list."));
  }

  private static KeyId keyId(String text) {
    return KeyId.KIND
        .parse(text)
        .orElseThrow(() ->
            new ConfigException(
                "A key id is key_ and 26 characters. List the ids with ./florin keys list."));
  }

  private static ApiKey usable(Accounts accounts, KeyId wanted) {
    ApiKey key = accounts.findKey(wanted).orElseThrow(() -> missing(wanted));
    if (!key.isUsable(Instant.now())) {
      throw new CommandFailure(wanted + " is already revoked or expired. Nothing was changed.");
    }
    return key;
  }

  private static CommandFailure missing(KeyId wanted) {
    return new CommandFailure(
        "There is no key " + wanted + ". List the keys with ./florin keys list.");
  }
}
