package florin.cli;

import florin.account.Account;
import florin.account.Accounts.NewAccount;
import java.io.PrintStream;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** `./florin accounts create|list`. */
@Command(name = "accounts", description = "Create and list accounts: one for each merchant.")
final class AccountsCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  AccountsCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(name = "create", description = "Create an account with its test keys.")
  int create(@Parameters(paramLabel = "NAME", description = "The merchant's name.") String name) {
    Operator.requireName(name);
    NewAccount made = operator.withAccounts(accounts -> accounts.create(name));
    out.printf("account      %s  %s%n", made.account().id(), name);
    out.printf("secret       %s%n", made.testSecret().text().reveal());
    out.printf("publishable  %s%n", made.testPublishable().text().reveal());
    out.println("The secret key is not shown again.");
    return 0;
  }

  @Command(name = "list", description = "List all accounts.")
  int list() {
    List<Account> all = operator.withAccounts(accounts -> accounts.list());
    all.forEach(
        account -> out.printf("%s  %s  %s%n", account.id(), account.created(), account.name()));
    return 0;
  }
}
