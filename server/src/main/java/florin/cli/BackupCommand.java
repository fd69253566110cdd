package florin.cli;

import florin.app.App;
import florin.app.Database;
import florin.backup.Backup;
import florin.backup.Backup.BackupFile;
import florin.backup.Backup.BackupKeys;
import florin.backup.BackupCheck;
import florin.backup.BackupCheck.Checked;
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
    header = "Back up the embedded database while the service runs.",
    description = {
      "The backup doesn't contain the encryption keys unless --passphrase-file encrypts them. Keep a",
      "copy of the keys file apart from the backups: without the keys, a backup can't be restored."
    },
    footer = {
      "  ./florin backup /mnt/backups --verify",
      "  ./florin backup /mnt/backups --passphrase-file passphrase"
    })
final class BackupCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE|FOLDER",
      description =
          "File to create, or folder in which to create a file named after the current time.")
  private Path target = Path.of("");

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "Include the encryption keys, encrypted with the passphrase in the first line of FILE. It needs at least 20 characters and mode 0600.")
  private @Nullable Path passphraseFile;

  @Option(
      names = "--verify",
      description =
          "Restore the backup into a temporary folder beside it, read every table, and delete the folder. It takes as much disk space as the database.")
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
      made = Backup.make(config.data(), database.address(), target, App.version(), keys);
      if (verify) {
        verify(config, made.file());
      }
    }
    out.printf(
        "Created %s: %,d bytes, with every commit until %s%n",
        made.file(), made.bytes(), made.moment());
    if (keys.isPresent()) {
      out.println(
          "The backup contains the encrypted keys. The file and the passphrase together reveal every card number, so keep them apart.");
      return 0;
    }
    out.printf(
        "The backup doesn't contain the encryption keys. Keep a copy of %s apart from the backups: without it, this backup can't be restored.%n",
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
        "Restore verification passed: %,d rows in %d tables.%n", checked.rows(), checked.tables());
  }
}
