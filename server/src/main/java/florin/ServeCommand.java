package florin;

import florin.payment.Probe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

  /** Longer than the server's own patience with requests in flight, and the database's stop. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(45);

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
    serve(config, Database.open(config));
    return 0;
  }

  private void serve(Config config, Database database) throws InterruptedException {
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    try (database;
        App app = App.open(config, database.address(), Node.of(data), Probe.NONE)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndExit(stop, stopped), "stop"));
      System.out.print(Greeting.of(config, app.port(), TestKeysFile.in(data)));
      System.out.flush();
      stop.await();
      LOG.info("Stopping: requests in flight are finished first");
    } finally {
      stopped.countDown();
    }
  }

  /**
   * Runs on a signal. A JVM that a signal ends has an exit code of its own, 143 for SIGTERM, and a
   * stop that was asked for is no failure.
   */
  private static void stopAndExit(CountDownLatch stop, CountDownLatch stopped) {
    stop.countDown();
    boolean inTime = false;
    try {
      inTime = stopped.await(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(inTime ? 0 : Main.FAILED);
  }
}
