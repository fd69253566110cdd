package florin.cli;

import florin.app.Database;
import florin.backup.Backup;
import florin.backup.Backup.BackupFile;
import florin.config.Config;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** `./florin backup`. */
@Command(
    name = "backup",
    description =
        "Back the embedded database up while the service runs. The secret keys are not part of it.")
final class BackupCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE|FOLDER",
      description = "File to make, or folder to make one in that is named after the moment.")
  private Path target = Path.of("");

  @Mixin private final Operator operator;

  private final PrintStream out;

  BackupCommand(Terminal terminal) {
    this.out = terminal.out();
    this.operator = new Operator(terminal);
  }

  @Override
  public Integer call() {
    Config config = operator.embedded("backup");
    BackupFile made;
    try (Database database = Database.attach(config)) {
      made =
          Backup.make(
              config.data(),
              database.address(),
              target,
              new FlorinCommand.Version().getVersion()[0]);
    }
    out.printf("%s  %,d bytes, all until %s%n", made.file(), made.bytes(), made.moment());
    out.printf(
        "The secret keys are not in it. They are in %s: keep a copy elsewhere, apart from the backups, for without them this one is worth nothing.%n",
        config.keysFile().toAbsolutePath().normalize());
    return 0;
  }
}
