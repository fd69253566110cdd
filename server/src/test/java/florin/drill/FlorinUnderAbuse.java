package florin.drill;

import florin.app.App;
import florin.config.Config;
import florin.db.PostgresAddress;
import florin.payment.execution.CrashPoint;
import florin.payment.machine.Attempt.Owner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Scanner;
import java.util.UUID;

/**
 * A Florin in its own process, so that its memory use is that of the service without the tests. Its
 * heap is small, and the process exits when the heap is exhausted. It has two accounts, so that one
 * of them can be hostile.
 */
final class FlorinUnderAbuse implements AutoCloseable {
  private static final String READY = "ready ";
  private static final String WEIGH = "weigh";
  private static final String RESIDENT = "VmHWM:";

  private final Process process;
  private final BufferedReader output;
  private final PrintWriter input;
  private final Path folder;
  private final int port;
  private final String hostileKey;
  private final Properties keys = new Properties();

  /**
   * The resources in use. In MiB: the heap after a full collection, direct buffers, and the peak
   * resident memory of the process. Also the number of system threads, including the carriers of
   * virtual threads.
   */
  record Weight(int heap, int direct, int resident, int threads) {
    /** Returns whether no value exceeds its limit. */
    boolean isWithin(Weight most) {
      return heap <= most.heap
          && direct <= most.direct
          && resident <= most.resident
          && threads <= most.threads;
    }
  }

  private FlorinUnderAbuse(Process process, Path folder) throws IOException {
    this.process = process;
    this.folder = folder;
    this.output = process.inputReader();
    this.input = new PrintWriter(process.outputWriter(), true);
    String[] said = answer(READY).split(" ");
    this.port = Integer.parseInt(said[0]);
    this.hostileKey = said[1];
    try (var reader = Files.newBufferedReader(folder.resolve("test-keys.env"))) {
      keys.load(reader);
    }
  }

  /**
   * Starts a service.
   *
   * @param folder empty, or that of the previous life
   * @param heap as in -Xmx
   * @param options JVM options besides those of the script
   */
  static FlorinUnderAbuse start(
      Path folder, PostgresAddress database, String heap, List<String> options) throws IOException {
    return start(folder, database, heap, options, List.of());
  }

  /**
   * Starts a service with settings.
   *
   * @param settings settings besides the usual ones, each as `NAME=value`
   */
  static FlorinUnderAbuse start(
      Path folder,
      PostgresAddress database,
      String heap,
      List<String> options,
      List<String> settings)
      throws IOException {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-Xmx" + heap,
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(options);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            FlorinUnderAbuse.class.getName(),
            folder.toString(),
            database.jdbcUrl(),
            database.user(),
            database.password()));
    command.addAll(settings);
    Process process =
        new ProcessBuilder(command).redirectError(folder.resolve("log").toFile()).start();
    try {
      return new FlorinUnderAbuse(process, folder);
    } catch (IOException | RuntimeException failed) {
      process.destroyForcibly();
      throw failed;
    }
  }

  int port() {
    return port;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Returns the secret key of the account whose requests Florin must serve. */
  String secretKey() {
    return keys.getProperty("FLORIN_TEST_SECRET_KEY");
  }

  String publishableKey() {
    return keys.getProperty("FLORIN_TEST_PUBLISHABLE_KEY");
  }

  /** Returns the secret key of the hostile account. */
  String hostileKey() {
    return hostileKey;
  }

  /** Returns the size of the log in bytes. */
  long logged() throws IOException {
    return Files.size(folder.resolve("log"));
  }

  String log() throws IOException {
    return Files.readString(folder.resolve("log"));
  }

  /** Measures the resources in use. */
  synchronized Weight weigh() throws IOException {
    input.println(WEIGH);
    String[] weighed = answer(WEIGH).strip().split(" ");
    return new Weight(
        Integer.parseInt(weighed[0]),
        Integer.parseInt(weighed[1]),
        residentAtMost(),
        Integer.parseInt(weighed[2]));
  }

  private int residentAtMost() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0; // the system doesn't report the value
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith(RESIDENT))
        .mapToInt(line -> Integer.parseInt(line.replaceAll("[^0-9]", "")) >> 10)
        .findFirst()
        .orElse(0);
  }

  private String answer(String beginning) throws IOException {
    var said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(beginning)) {
        return line.substring(beginning.length());
      }
      said.append(line).append('\n');
    }
    throw new IOException("it has ended:\n" + said + log());
  }

  @Override
  public void close() {
    input.close();
    process.onExit().join();
  }

  /**
   * Runs the service. Arguments: the data folder, the three parts of the database's address, and
   * the settings.
   */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    var database = new PostgresAddress(arguments[1], arguments[2], arguments[3]);
    var settings = new HashMap<>(Map.of("FLORIN_RATE_LIMIT", "off"));
    Arrays.stream(arguments)
        .skip(4)
        .map(setting -> setting.split("=", 2))
        .forEach(setting -> settings.put(setting[0], setting[1]));
    Config config = Config.of("127.0.0.1", 0, data, settings);
    var self = new Owner(UUID.randomUUID(), UUID.randomUUID());
    try (var app = App.open(config, database, self, CrashPoint.NONE);
        var input = new Scanner(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(
          READY + app.port() + " " + app.accounts().create("Hostile").testSecret().text().reveal());
      while (input.hasNextLine() && input.nextLine().equals(WEIGH)) {
        System.out.println(WEIGH + " " + weighed());
      }
    }
  }

  private static String weighed() {
    System.gc();
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return "%d %d %d"
        .formatted(heap >> 20, direct >> 20, ManagementFactory.getThreadMXBean().getThreadCount());
  }
}
