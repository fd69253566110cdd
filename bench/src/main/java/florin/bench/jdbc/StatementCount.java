package florin.bench.jdbc;

import florin.app.App;
import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.service.DataFolder;
import florin.config.Config;
import florin.payment.execution.CrashPoint;
import florin.payment.machine.Attempt.Owner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The number of statements in each batch that contains a payment's changesets, from its beginning
 * to its end. The number is the same for one payment and for two hundred, since a batch executes
 * each statement once.
 */
public record StatementCount(List<Integer> batches) {
  /** The first statement of each batch, which is counted too. */
  private static final String BATCH_BEGINS = "UPDATE committer";

  private static final String SEPARATOR = ";\n";
  private static final String CARD = "4242424242424242";

  public StatementCount {
    batches = List.copyOf(batches);
  }

  /**
   * Makes payments at a Florin in this process and records its statements. This Florin is a second
   * node on the database of the service in the folder.
   */
  public static StatementCount hear(DataFolder folder) throws IOException, SQLException {
    try (DataFolder own = folder.createBeside();
        ListeningDriver driver = ListeningDriver.open();
        App app = open(folder, own.path())) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), app.port());
      pay(address, folder.testKey()); // from this read, committers learn that there is no endpoint
      driver.drain();
      pay(address, folder.testKey());
      StatementCount first = read(driver.drain());
      pay(address, folder.testKey());
      if (!first.equals(read(driver.drain()))) {
        throw new IOException("two equal payments were committed with different statements");
      }
      return first;
    }
  }

  private static App open(DataFolder folder, Path own) {
    Map<String, String> environment =
        Map.of("FLORIN_KEYS_FILE", folder.path().resolve("keys").toString());
    return App.open(
        Config.of("127.0.0.1", 0, own, environment),
        folder.database(),
        new Owner(UUID.randomUUID(), UUID.randomUUID()),
        CrashPoint.NONE);
  }

  private static void pay(InetSocketAddress address, String key) throws IOException {
    byte[] request =
        new PaymentRequests(address, key)
            .create(1000, CARD, "A payment", Optional.of(UUID.randomUUID().toString()));
    Once.succeed(address, request);
  }

  /**
   * Counts the statements of one payment.
   *
   * @param heard statements sent for the payment, in order
   * @throws IOException if no committer sent a statement
   */
  static StatementCount read(List<String> heard) throws IOException {
    List<Integer> batches =
        heard.stream()
            .filter(sql -> sql.startsWith(BATCH_BEGINS))
            .map(sql -> sql.split(SEPARATOR).length)
            .toList();
    if (batches.isEmpty()) {
      throw new IOException("no committer sent a statement");
    }
    return new StatementCount(batches);
  }

  /** Returns the number of statements in all batches. */
  public int sum() {
    return batches.stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the counts, for example `5 + 1 + 4`. */
  @Override
  public String toString() {
    return batches.stream().map(String::valueOf).collect(Collectors.joining(" + "));
  }
}
