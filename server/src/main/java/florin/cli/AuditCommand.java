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
@Command(name = "audit", description = "Check the dashboard's audit log.")
final class AuditCommand {
  private final PrintStream out;

  @Mixin private final Operator operator;

  AuditCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Command(
      name = "verify",
      description =
          "Go through the chain of each account's entries. Names the first that is broken, and fails then.")
  int verify() {
    return operator.withVault(this::verify);
  }

  /** Every account is told of, also after one that is broken. */
  private int verify(Db db, Path keysFile) {
    AuditLog log = log(db, keysFile);
    int broken = 0;
    for (Account account : new AccountStore(db).listAccounts()) {
      Optional<ChainFault> fault = log.verify(account.number());
      out.printf("%s  %s  %s%n", account.id(), words(fault), account.name());
      broken += fault.isPresent() ? 1 : 0;
    }
    return broken == 0 ? 0 : FlorinCommand.FAILED;
  }

  static AuditLog log(Db db, Path keysFile) {
    return new AuditLog(
        db, new KeyRotation(db, keysFile, new SecureRandom()).keyring().hmac(Purpose.AUDIT));
  }

  private static String words(Optional<ChainFault> fault) {
    return fault
        .map(found -> "BROKEN at entry " + found.number() + ": " + found.what())
        .orElse("whole");
  }
}
