package florin.bench.jdbc;

import florin.app.App;
import florin.bench.load.Once;
import florin.bench.load.PaymentRequests;
import florin.bench.service.DataFolder;
import florin.config.Config;
import florin.payment.execution.Probe;
import florin.payment.machine.Attempt.Owner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * What one payment is to the database: its transactions, each a list of statements.
 *
 * @param session what a committer's connection is set to: the plain way gets the same plans
 * @param ids how many ids are new in each payment
 */
record PlainPayment(String session, List<List<PlainStatement>> transactions, int ids) {
  private static final String SESSION_BEGINS = "SET enable_seqscan";

  /** The committer's own row is of no use to whoever commits alone. */
  private static final String BATCH_BEGINS = "UPDATE committer";

  private static final String CARD = "4242424242424242";

  PlainPayment {
    transactions = transactions.stream().map(List::copyOf).toList();
  }

  /**
   * Makes two payments at a Florin in this process, a second node on the database of the service on
   * this folder, and hears what it sends.
   */
  static PlainPayment hear(DataFolder folder) throws IOException, SQLException {
    try (DataFolder own = folder.createBeside();
        ListeningDriver driver = ListeningDriver.open();
        App app = open(folder, own.path())) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), app.port());
      Instant now = Instant.now();
      pay(address, folder.testKey());
      List<Heard> one = driver.drain();
      pay(address, folder.testKey());
      return read(one, driver.drain(), now);
    }
  }

  private static App open(DataFolder folder, Path own) {
    Map<String, String> environment =
        Map.of("FLORIN_KEYS_FILE", folder.path().resolve("keys").toString());
    return App.open(
        Config.of("127.0.0.1", 0, own, environment),
        folder.database(),
        new Owner(UUID.randomUUID(), UUID.randomUUID()),
        Probe.NONE);
  }

  private static void pay(InetSocketAddress address, String key) throws IOException {
    byte[] request =
        new PaymentRequests(address, key)
            .create(1000, CARD, "A payment", Optional.of(UUID.randomUUID().toString()));
    Once.succeed(address, request);
  }

  static PlainPayment read(List<Heard> one, List<Heard> other, Instant now) {
    List<Heard> batches = batches(one);
    List<Heard> otherBatches = batches(other);
    if (!sql(batches).equals(sql(otherBatches))) {
      throw new IllegalStateException("two payments alike were committed in different ways");
    }
    var ids = new HashMap<UUID, Integer>();
    var transactions = new ArrayList<List<PlainStatement>>();
    for (int i = 0; i < batches.size(); i++) {
      transactions.add(
          PlainStatement.read(
              batches.get(i).withoutFirst(), otherBatches.get(i).withoutFirst(), ids, now));
    }
    return new PlainPayment(session(one), transactions, ids.size());
  }

  private static List<Heard> batches(List<Heard> heard) {
    return heard.stream().filter(each -> each.sql().startsWith(BATCH_BEGINS)).toList();
  }

  private static List<String> sql(List<Heard> heard) {
    return heard.stream().map(Heard::sql).toList();
  }

  private static String session(List<Heard> heard) {
    return heard.stream()
        .map(Heard::sql)
        .filter(sql -> sql.startsWith(SESSION_BEGINS))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no committer set up its connection"));
  }

  /** For example `5 + 1 + 4`. */
  String statementsPerTransaction() {
    return transactions.stream()
        .map(statements -> Integer.toString(statements.size()))
        .collect(Collectors.joining(" + "));
  }
}
