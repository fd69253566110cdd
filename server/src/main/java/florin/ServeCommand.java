package florin;

import florin.payment.Probe;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** `./florin serve`: runs until it is told to stop. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description =
        "Start the service. Everything else is configured by environment variables; see the README.")
final class ServeCommand implements Callable<Integer> {
  private static final Logger LOG = LoggerFactory.getLogger(ServeCommand.class);

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "Port to listen on (default ${DEFAULT-VALUE}; 0 for any).")
  private int port;

  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      description = "Address to listen on (default ${DEFAULT-VALUE}).")
  private String bind = "";

  @Option(
      names = "--data",
      defaultValue = "./data",
      description = "Folder for the database and the secret keys (default ${DEFAULT-VALUE}).")
  private Path data = Path.of("");

  @Override
  public Integer call() throws Exception {
    Config config = Config.of(bind, port, data, System.getenv());
    try (Database database = Database.open(config)) {
      serve(config, database);
    }
    return 0;
  }

  private void serve(Config config, Database database) throws InterruptedException {
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    try (App app = App.open(config, database.address(), Node.of(data), Probe.NONE)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndWait(stop, stopped), "stop"));
      System.out.print(Greeting.of(config, app.port(), TestKeysFile.in(data)));
      System.out.flush();
      stop.await();
      LOG.info("Stopping: requests in flight are finished first");
    } finally {
      closeQuietly(database);
      stopped.countDown();
    }
  }

  /**
   * The JVM ends when this returns; its exit code for a signal would be 143, and a stop is no
   * failure.
   */
  private static void stopAndWait(CountDownLatch stop, CountDownLatch stopped) {
    stop.countDown();
    try {
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  private static void closeQuietly(Database database) {
    try {
      database.close();
    } catch (RuntimeException failed) {
      LOG.warn("The database did not stop cleanly", failed);
    }
  }
}
