package florin.cli;

import florin.app.Database;
import florin.backup.Restore;
import florin.backup.Restore.RestoredFolder;
import florin.backup.RestoreKeys;
import florin.config.Config;
import florin.config.ConfigException;
import florin.connector.instance.RestoreReview.UnknownObject;
import florin.connector.instance.RestoreReviewStore;
import florin.core.Money;
import florin.db.Db;
import florin.db.Migrations;
import florin.vault.Keyring;
import florin.vault.Passphrase;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** `./florin restore`. */
@Command(
    name = "restore",
    header = "Restore a backup into an empty data folder.",
    description = {
      "With --review, the command lists the objects at the providers that the restored database",
      "doesn't have. It changes nothing then."
    },
    footer = {
      "  ./florin restore /mnt/backups/florin.tar.gz --data /var/lib/florin --keys keys",
      "  ./florin restore --review --data /var/lib/florin"
    })
final class RestoreCommand implements Callable<Integer> {
  private static final int MOST_SHOWN = 10_000;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "Backup file from ./florin backup.")
  private @Nullable Path file;

  @Option(
      names = "--keys",
      description =
          "Keys file from the time of the backup. Florin copies it into the data folder. Default: FLORIN_KEYS_FILE, or the file in the data folder.")
  private @Nullable Path keys;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "File with the passphrase, for a backup that contains the encryption keys. Florin writes them into the data folder.")
  private @Nullable Path passphraseFile;

  @Option(
      names = "--review",
      description = "List objects at the providers that the restored database doesn't have.")
  private boolean review;

  @Mixin private final Operator operator;

  private final PrintStream out;

  RestoreCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Override
  public Integer call() {
    if (review == (file != null)) {
      throw new ConfigException("Set either the FILE of a backup to restore, or --review.");
    }
    return file == null ? review() : restore(file);
  }

  private int restore(Path backup) {
    Config config = operator.embedded("restore");
    if (keys != null && passphraseFile != null) {
      throw new ConfigException(
          "Set either --keys or, if the backup contains the keys, --passphrase-file.");
    }
    RestoredFolder restored = Restore.run(backup, config.data(), restoreKeys(config));
    if (!Files.exists(config.keysFile())) {
      restored.keyring().save(config.keysFile());
    }
    out.printf(
        "Restored %s with every commit until %s. Later changes are not in it.%n",
        config.data(), restored.moment());
    out.printf(
        "Start it with ./florin serve --data %1$s, and never start the folder that it replaces. Florin then asks the providers for later objects; ./florin restore --review --data %1$s lists those that are missing here.%n",
        config.data());
    return 0;
  }

  private RestoreKeys restoreKeys(Config config) {
    return passphraseFile == null
        ? new RestoreKeys.Given(Keyring.load(keys == null ? config.keysFile() : keys))
        : new RestoreKeys.Sealed(Passphrase.read(passphraseFile));
  }

  private int review() {
    Config config = operator.config();
    List<UnknownObject> found;
    try (Database database = Database.attach(config)) {
      Migrations.run(database.address());
      try (var db = new Db(database.address())) {
        found = new RestoreReviewStore(db).list(MOST_SHOWN);
      }
    }
    var table =
        new TextTable(
            "CREATED", "OBJECT", TextTable.AMOUNT, "STATUS", "REFERENCE", "CONNECTOR", "PAGE");
    found.forEach(it ->
        table.add(
            it.object().created(),
            it.object().id(),
            it.object().amount().map(Money::toString).orElse("?"),
            it.object().status(),
            it.object().reference(),
            it.connector(),
            it.object().page().map(URI::toString).orElse("")));
    table.print(out);
    if (found.isEmpty()) {
      out.println(
          "No object is missing: the database has all objects of the providers asked so far.");
    }
    return 0;
  }
}
