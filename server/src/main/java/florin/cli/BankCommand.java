package florin.cli;

import picocli.CommandLine.Command;

/** `./florin bank`: what has to do with bank transfers, at a running service. */
@Command(
    name = "bank",
    description = "Bank transfers: the accounts to which payers send money.",
    subcommands = BankAccountsCommand.class)
public final class BankCommand {
  BankCommand() {}
}
