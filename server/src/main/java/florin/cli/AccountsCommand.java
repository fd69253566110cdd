package florin.cli;

import florin.account.Account;
import florin.account.Accounts.NewAccount;
import florin.config.ConfigException;
import florin.core.TimeZones;
import java.io.PrintStream;
import java.time.ZoneId;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin accounts create|list`. */
@Command(
    name = "accounts",
    header = "Create and list accounts, one for each merchant.",
    footer = {"  ./florin accounts create \"Flower shop\"", "  ./florin accounts list"})
final class AccountsCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  AccountsCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "create",
      header = "Create an account with a pair of test keys.",
      footer = "  ./florin accounts create \"Flower shop\"")
  int create(
      @Parameters(paramLabel = "NAME", description = "Name of the merchant.") String name,
      @Option(
              names = "--time-zone",
              defaultValue = "UTC",
              description =
                  "Time zone of the days in reports, for example Europe/Berlin. Default: UTC.")
          String timeZone) {
    Operator.requireName(name);
    ZoneId zone =
        TimeZones.parse(timeZone)
            .orElseThrow(() ->
                new ConfigException(
                    "Unknown time zone. Give a name of the IANA database, for example Europe/Berlin."));
    NewAccount made = operator.withAccounts(accounts -> accounts.create(name, zone));
    out.printf("account      %s  %s%n", made.account().id(), name);
    out.printf("secret       %s%n", made.testSecret().text().reveal());
    out.printf("publishable  %s%n", made.testPublishable().text().reveal());
    out.println("Copy the secret key now. It is not shown again.");
    return 0;
  }

  @Command(name = "list", header = "List the accounts.", footer = "  ./florin accounts list")
  int list() {
    List<Account> all = operator.withAccounts(accounts -> accounts.list());
    var table = new TextTable("ACCOUNT", "CREATED", "NAME");
    all.forEach(account -> table.add(account.id(), account.created(), account.name()));
    table.print(out);
    return 0;
  }
}
