package florin.cli;

import florin.app.Database;
import florin.app.ProgramVersion;
import florin.backup.Backup;
import florin.backup.Backup.BackupFile;
import florin.backup.BackupCheck;
import florin.backup.BackupCheck.Checked;
import florin.backup.BackupKeys;
import florin.backup.RestoreKeys;
import florin.config.Config;
import florin.vault.Keyring;
import florin.vault.Passphrase;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin backup`. */
@Command(
    name = "backup",
    description =
        "Back the embedded database up while the service runs. The secret keys are not part of it, unless they are sealed with a passphrase.")
final class BackupCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE|FOLDER",
      description = "File to make, or folder to make one in that is named after the moment.")
  private Path target = Path.of("");

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "Put the secret keys into it, sealed with the passphrase in the first line of FILE (20 characters or more, mode 0600).")
  private @Nullable Path passphraseFile;

  @Option(
      names = "--verify",
      description =
          "Try it out afterwards: restore it beside itself, read every table, and delete that again. It takes as much room as the database.")
  private boolean verify;

  @Mixin private final Operator operator;

  private final PrintStream out;

  BackupCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Override
  public Integer call() {
    Config config = operator.embedded("backup");
    Optional<BackupKeys> keys =
        Optional.ofNullable(passphraseFile)
            .map(file -> new BackupKeys(config.keysFile(), file, new SecureRandom()));
    BackupFile made;
    try (Database database = Database.attach(config)) {
      made = Backup.make(config.data(), database.address(), target, ProgramVersion.text(), keys);
      if (verify) {
        verify(config, made.file());
      }
    }
    out.printf("%s  %,d bytes, all until %s%n", made.file(), made.bytes(), made.moment());
    if (keys.isPresent()) {
      out.println(
          "The secret keys are in it, sealed: whoever has it and the passphrase can read every card number. Keep the two apart.");
      return 0;
    }
    out.printf(
        "The secret keys are not in it. They are in %s: keep a copy elsewhere, apart from the backups, for without them this one is worth nothing.%n",
        config.keysFile().toAbsolutePath().normalize());
    return 0;
  }

  private void verify(Config config, Path file) {
    RestoreKeys keys =
        passphraseFile == null
            ? new RestoreKeys.Given(Keyring.load(config.keysFile()))
            : new RestoreKeys.Sealed(Passphrase.read(passphraseFile));
    Path scratch = file.toAbsolutePath().resolveSibling(file.getFileName() + ".trial");
    Checked checked = BackupCheck.run(file, scratch, config.data(), keys);
    out.printf(
        "It was restored for a trial and is good: %,d rows in %d tables.%n",
        checked.rows(), checked.tables());
  }
}
