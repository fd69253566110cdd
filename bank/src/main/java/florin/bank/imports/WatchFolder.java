package florin.bank.imports;

import florin.bank.imports.BankFile.Source;
import florin.bank.imports.StatementImports.ImportResult;
import florin.core.Id.ReceivingAccountId;
import florin.core.Realm;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Imports statements from a folder that an operator's program puts them into: a subfolder for each
 * receiving account, named by its id. Florin moves an imported file to `done`, and a rejected one
 * to `failed`, with the reason in a file beside it. It reads a file that has not changed since the
 * round before. It rejects no file that changed within the last minute, because its upload may
 * continue.
 */
public final class WatchFolder implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(WatchFolder.class);

  private final AccountFolders folders;
  private final BackgroundJob job;

  /**
   * Creates and starts the watcher.
   *
   * @param realms returns the realm of an account
   * @param onTaken runs when there are entries to match
   */
  public WatchFolder(
      Path folder,
      Function<ReceivingAccountId, Optional<Realm>> realms,
      StatementImports intake,
      Runnable onTaken,
      InstantSource clock,
      WorkAcceptance acceptance) {
    this.folders =
        new AccountFolders(
            folder,
            realms,
            (realm, account, file) -> {
              ImportResult taken = intake.take(realm, Source.FOLDER, file, Optional.of(account));
              LOG.info(
                  "imported {} statements from the folder of {}{}",
                  taken.statements().size(),
                  account,
                  taken.known() ? "; the file was already imported" : "");
              onTaken.run();
            },
            intake::requireDatabase,
            clock);
    this.job =
        BackgroundJob.ofWork(
            "bank-folder",
            PAUSE,
            acceptance,
            () -> {
              folders.round();
              return false;
            });
  }

  @Override
  public void close() {
    job.close();
  }

  /**
   * Returns the accounts with files that a person must look at, until the person has removed the
   * files that were rejected or can't be read.
   */
  public Set<ReceivingAccountId> listRefused() {
    return folders.listRefused();
  }
}
