package florin.cli;

import florin.app.App;
import florin.app.CommandFailure;
import florin.app.Database;
import florin.app.Node;
import florin.app.TestKeysFile;
import florin.config.Config;
import florin.config.Setting;
import florin.config.SettingNames;
import florin.core.IoReason;
import florin.payment.execution.CrashPoint;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** `./florin serve`: runs until the process receives a signal to stop. */
@Command(
    name = "serve",
    header = "Start the service.",
    description = {
      "Florin starts an embedded PostgreSQL in the data folder unless FLORIN_DATABASE_URL names",
      "another database. Environment variables set everything else. docs/reference/configuration.md",
      "lists them."
    },
    footer = {"  ./florin serve", "  ./florin serve --port 0 --data /var/lib/florin"})
final class ServeCommand implements Callable<Integer> {

  private static final int LAST_PORT = 65_535;

  /** Longer than the server's drain time for requests plus the shutdown of the database. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(45);

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "Port to listen on. With 0, the system chooses one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--bind",
      defaultValue = "127.0.0.1",
      description = "IP address to listen on. Default: ${DEFAULT-VALUE}.")
  private String bind = "";

  @Option(
      names = "--data",
      defaultValue = "./data",
      description = "Folder for the database and the encryption keys. Default: ${DEFAULT-VALUE}.")
  private Path data = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  ServeCommand(Terminal terminal) {
    this.environment = terminal.environment();
  }

  @Override
  public Integer call() throws Exception {
    requireLiteral(bind);
    if (port < 0 || port > LAST_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port must be 0 to " + LAST_PORT + ", not " + port + ".");
    }
    Config.accessLog(environment).ifPresent(ServeCommand::logAccess);
    Config config = Config.of(bind, port, data, environment);
    warnOf(SettingNames.unknown(environment.keySet()));
    serve(config, Database.open(config));
    return 0;
  }

  private void warnOf(List<String> unknown) {
    if (!unknown.isEmpty()) {
      spec.commandLine()
          .getErr()
          .println(
              "Ignored unknown settings: "
                  + String.join(", ", unknown)
                  + ". docs/reference/configuration.md lists all settings.");
    }
  }

  /** Requires an IP address, because a name can have several addresses, and they can change. */
  private void requireLiteral(String address) {
    try {
      InetAddress.ofLiteral(address);
    } catch (IllegalArgumentException name) {
      throw new ParameterException(
          spec.commandLine(),
          "--bind must be an IP address: 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.",
          name);
    }
  }

  /**
   * Sets the access log's file. The first logger loads `logback.xml`, which reads this property.
   */
  private static void logAccess(Path file) {
    try {
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
    } catch (IOException failed) {
      throw new CommandFailure(
          Setting.FLORIN_ACCESS_LOG
              + ": Florin can't write to "
              + file
              + ": "
              + IoReason.of(failed)
              + ".");
    }
    System.setProperty(Setting.FLORIN_ACCESS_LOG.name(), file.toString());
  }

  private void serve(Config config, Database database) throws InterruptedException {
    var stop = new CountDownLatch(1);
    var stopped = new CountDownLatch(1);
    try (database;
        App app = App.open(config, database.address(), Node.of(data), CrashPoint.NONE)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAndExit(stop, stopped), "stop"));
      System.out.print(
          Greeting.of(
              config, app.port(), TestKeysFile.in(data), app.team().users().newSetupLink()));
      System.out.flush();
      stop.await();
      LoggerFactory.getLogger(ServeCommand.class).info("Stopping after the requests in flight");
    } finally {
      stopped.countDown();
    }
  }

  /**
   * Stops the service on a signal and exits with 0. A JVM that a signal ends would exit with an
   * error code, such as 143 for SIGTERM, although the stop was requested.
   */
  private static void stopAndExit(CountDownLatch stop, CountDownLatch stopped) {
    stop.countDown();
    boolean inTime = false;
    try {
      inTime = stopped.await(STOP_PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(inTime ? 0 : FlorinCommand.FAILED);
  }
}
