package florin.app;

import florin.config.Config;
import florin.core.IoReason;
import florin.db.PostgresAddress;
import florin.db.ServerCheck;
import florin.db.StartFailure;
import florin.postgres.EmbeddedPostgres;
import florin.postgres.FolderLock;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL of this process: the embedded one, or the operator's. Holds the data folder's
 * lock.
 */
public record Database(PostgresAddress address, AutoCloseable held) implements AutoCloseable {

  public static Database open(Config config) {
    requireUsable(config.data());
    return config
        .database()
        .map(address -> outside(config, address))
        .orElseGet(() -> embedded(config));
  }

  /** Opens the database for commands beside a service that may be running. */
  public static Database attach(Config config) {
    if (config.database().isPresent()) {
      return outside(config.database().get(), () -> {});
    }
    if (!Files.exists(config.data().resolve("postgres"))) {
      throw new CommandFailure(
          "There is no Florin data in "
              + config.data()
              + ". Set the data folder of the service with --data, or create one with ./florin serve.");
    }
    EmbeddedPostgres postgres = EmbeddedPostgres.attach(config.data());
    return new Database(postgres.address(), postgres);
  }

  @Override
  public void close() {
    try {
      held.close();
    } catch (Exception failed) {
      throw new IllegalStateException("closing the database", failed);
    }
  }

  private static void requireUsable(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException failed) {
      throw new CommandFailure(
          "Florin can't create the data folder "
              + folder
              + ": "
              + IoReason.of(failed)
              + ". Choose another with --data.");
    }
    if (!Files.isWritable(folder)) {
      throw new CommandFailure(
          "Florin can't write to the data folder "
              + folder
              + ". Run Florin as the folder's owner, or choose another with --data.");
    }
  }

  private static Database embedded(Config config) {
    EmbeddedPostgres postgres = EmbeddedPostgres.start(config.data());
    var closing = new AtomicBoolean();
    var _ = postgres.onExit().thenRun(() -> endWith(closing));
    return new Database(
        postgres.address(),
        () -> {
          closing.set(true);
          postgres.close();
        });
  }

  /**
   * Ends the process if its database ends, because it is then of no use; a supervisor restarts
   * both.
   */
  private static void endWith(AtomicBoolean closing) {
    if (!closing.get()) {
      LoggerFactory.getLogger(Database.class)
          .error(
              "PostgreSQL stopped unexpectedly, so Florin stops too. The log of PostgreSQL is in the data folder.");
      Runtime.getRuntime().halt(1);
    }
  }

  private static Database outside(Config config, PostgresAddress address) {
    try {
      Path folder = config.data().toRealPath();
      FolderLock lock = FolderLock.take(folder);
      try {
        return outside(address, lock);
      } catch (RuntimeException failed) {
        lock.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new CommandFailure(
          "Florin can't use the data folder " + config.data() + ": " + IoReason.of(failed) + ".");
    }
  }

  private static Database outside(PostgresAddress address, AutoCloseable held) {
    try (Connection connection = address.connect()) {
      var _ = ServerCheck.of(connection);
      return new Database(address, held);
    } catch (SQLException failed) {
      String why =
          failed.getCause() instanceof UnknownHostException unknown
              ? "there is no host " + unknown.getMessage()
              : failed.getMessage();
      throw new StartFailure(
          "Florin can't connect to FLORIN_DATABASE_URL (" + address + "): " + why, failed);
    }
  }
}
