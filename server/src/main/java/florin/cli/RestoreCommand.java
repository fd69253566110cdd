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
    description =
        "Restore a backup into an empty data folder, or show what providers have that is lost by it.")
final class RestoreCommand implements Callable<Integer> {
  private static final int MOST_SHOWN = 10_000;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "What ./florin backup has made.")
  private @Nullable Path file;

  @Option(
      names = "--keys",
      description =
          "File with the secret keys of the time of the backup; it is copied into the data folder (default: the one there, or FLORIN_KEYS_FILE).")
  private @Nullable Path keys;

  @Option(
      names = "--passphrase-file",
      paramLabel = "FILE",
      description =
          "File with the passphrase, of a backup that holds the secret keys; they are put into the data folder.")
  private @Nullable Path passphraseFile;

  @Option(
      names = "--review",
      description =
          "Show what the providers have since the backup that this service does not know. It changes nothing.")
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
      throw new ConfigException("Name the FILE of a backup to restore, or say --review.");
    }
    return file == null ? review() : restore(file);
  }

  private int restore(Path backup) {
    Config config = operator.embedded("restore");
    if (keys != null && passphraseFile != null) {
      throw new ConfigException(
          "Name --keys, or --passphrase-file where the keys are in the backup: not both.");
    }
    RestoredFolder restored = Restore.run(backup, config.data(), restoreKeys(config));
    if (!Files.exists(config.keysFile())) {
      restored.keyring().save(config.keysFile());
    }
    out.printf(
        "%s has all until %s. What was done after that is lost here.%n",
        config.data(), restored.moment());
    out.println(
        "Start it with ./florin serve --data DIR, and never the one that it takes the place of again. It asks the providers then what they have since; ./florin restore --review --data DIR shows what is not known here.");
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
    found.forEach(it ->
        out.printf(
            "%s  %-24s  %14s  %-12s  %s  %s  %s%n",
            it.object().created(),
            it.object().id(),
            it.object().amount().map(Money::toString).orElse("?"),
            it.object().status(),
            it.object().reference(),
            it.connector(),
            it.object().page().map(URI::toString).orElse("")));
    if (found.isEmpty()) {
      out.println("The providers that have been asked have nothing that is not known here.");
    }
    return 0;
  }
}
