package florin.cli;

import florin.account.Account;
import florin.account.AccountStore;
import florin.db.Db;
import florin.team.AuditLog;
import florin.team.AuditLog.ChainFault;
import florin.vault.KeyRotation;
import florin.vault.Keyring.Purpose;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** `./florin audit verify`. */
@Command(
    name = "audit",
    header = "Verify the audit log of the dashboard.",
    footer = "  ./florin audit verify")
final class AuditCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  AuditCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "verify",
      header = "Verify the hash chain of each account's audit log.",
      description = "If a chain is broken, the command prints its first broken entry.",
      exitCodeList = {
        "0:All chains are intact.",
        "1:A chain is broken, or the command failed.",
        "2:An option or argument is wrong."
      },
      footer = "  ./florin audit verify")
  int verify() {
    return operator.withVault(this::verify);
  }

  /** Lists every account, also after one with a broken chain. */
  private int verify(Db db, Path keysFile) {
    AuditLog log = log(db, keysFile);
    int broken = 0;
    var table = new TextTable("ACCOUNT", "RESULT", "NAME");
    for (Account account : new AccountStore(db).listAccounts()) {
      Optional<ChainFault> fault = log.verify(account.number());
      table.add(account.id(), words(fault), account.name());
      broken += fault.isPresent() ? 1 : 0;
    }
    table.print(out);
    return broken == 0 ? 0 : FlorinCommand.FAILED;
  }

  static AuditLog log(Db db, Path keysFile) {
    return new AuditLog(
        db, new KeyRotation(db, keysFile, new SecureRandom()).keyring().hmac(Purpose.AUDIT));
  }

  private static String words(Optional<ChainFault> fault) {
    return fault
        .map(found -> "broken at entry " + found.number() + ": " + found.what())
        .orElse("intact");
  }
}
