package florin.bench.crash;

import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.db.PostgresAddress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import standin.stripe.StripeDouble;

/**
 * Nodes of one service on a PostgreSQL that is none of theirs, and clients that ask any of them.
 */
final class Cluster implements Site, AutoCloseable {
  private static final Duration LULL = Duration.ofMillis(10);

  private final Supplier<PostgresAddress> database;
  private final Map<String, String> settings;
  private final List<ClusterNode> nodes = new ArrayList<>();
  private final Path outside;
  private final Receiver receiver;
  private final Journal journal;
  private final BufferedWriter log;
  private final AtomicLong numbers = new AtomicLong();

  /** One of them, on a port that stays. */
  private static final class ClusterNode {
    private final DataFolder folder;
    private final int port;
    private ServiceProcess process;

    private ClusterNode(DataFolder folder, int port, ServiceProcess process) {
      this.folder = folder;
      this.port = port;
      this.process = process;
    }
  }

  /**
   * @param url as the nodes are told it
   * @param database where it is at any moment
   */
  Cluster(Path parent, int size, String url, Supplier<PostgresAddress> database)
      throws IOException {
    this.database = database;
    this.settings = Map.of("FLORIN_RATE_LIMIT", "off", "FLORIN_DATABASE_URL", url);
    this.outside = Files.createTempDirectory(parent.toRealPath(), "florin-drill-");
    this.receiver = new Receiver();
    this.journal = new Journal(outside.resolve("journal"));
    this.log =
        Files.newBufferedWriter(logFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    try {
      for (int i = 0; i < size; i++) {
        var folder = DataFolder.create(parent);
        int port = ServiceProcess.freePort();
        nodes.add(new ClusterNode(folder, port, start(folder, port)));
      }
      listen();
    } catch (IOException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  /** The first makes the keys, with which all work. */
  private ServiceProcess start(DataFolder folder, int port) throws IOException {
    var environment = new HashMap<>(settings);
    if (!nodes.isEmpty() && !folder.equals(nodes.getFirst().folder)) {
      environment.put(
          "FLORIN_KEYS_FILE", nodes.getFirst().folder.path().resolve("keys").toString());
    }
    return ServiceProcess.start(folder, port, environment, List.of(), this::note);
  }

  private void listen() throws IOException {
    String body = "{\"url\":\"%s\",\"enabled_events\":[\"*\"]}".formatted(receiver.url("/cards"));
    try (Shop merchant = new Shop(urls(), key(), Shop.Notes.NONE)) {
      Reply made =
          merchant
              .post("/v2/webhook_endpoints", body, "")
              .filter(Reply::isGood)
              .orElseThrow(() -> new IOException("no endpoint was made"));
      receiver.expect("/cards", made.at("/secret"));
    }
  }

  private synchronized void note(String line) {
    try {
      log.write(line);
      log.newLine();
      log.flush();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  int size() {
    return nodes.size();
  }

  /** SIGTERM, its end, and a start; returns when it serves again, how long that took. */
  Duration restart(int number) throws IOException {
    long begin = System.nanoTime();
    ClusterNode node = nodes.get(number);
    node.process.close();
    node.process = start(node.folder, node.port);
    return Duration.ofNanos(System.nanoTime() - begin);
  }

  boolean isAlive(int number) {
    return nodes.get(number).process.isAlive();
  }

  /** Until they are told to stop, so many clients pay by cards at any of the nodes. */
  List<Thread> pay(int clients, SplittableRandom random, AtomicBoolean stop) throws IOException {
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < clients; i++) {
      var buyer = new Buyer(cards(), random.split(), numbers);
      threads.add(
          Thread.startVirtualThread(() -> {
            while (!stop.get()) {
              buyer.act();
              LockSupport.parkNanos(LULL.toNanos());
            }
          }));
    }
    return threads;
  }

  private List<URI> urls() {
    return nodes.stream().map(node -> URI.create("http://127.0.0.1:" + node.port)).toList();
  }

  private String key() throws IOException {
    return nodes.getFirst().folder.testKey();
  }

  @Override
  public PostgresAddress database() {
    return database.get();
  }

  @Override
  public Optional<StripeDouble> provider() {
    return Optional.empty();
  }

  @Override
  public Receiver receiver() {
    return receiver;
  }

  @Override
  public Journal journal() {
    return journal;
  }

  @Override
  public Shop cards() throws IOException {
    return new Shop(urls(), key(), journal);
  }

  /** Nobody sells at a provider here. */
  @Override
  public Shop hosted() {
    return new Shop(urls(), "", journal);
  }

  @Override
  public List<Path> remains() {
    var all = new ArrayList<>(nodes.stream().map(node -> node.folder.path()).toList());
    all.add(logFile());
    return all;
  }

  private Path logFile() {
    return outside.resolve("service.log");
  }

  @Override
  public void close() throws IOException {
    nodes.forEach(node -> node.process.close());
    receiver.close();
    journal.close();
    log.close();
    for (ClusterNode node : nodes) {
      node.folder.close();
    }
    new DataFolder(outside).close();
  }
}
