package florin.bench.crash;

import florin.bench.agent.Rewrite;
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
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Nodes of one service that share an external PostgreSQL, and clients that send requests to any
 * node.
 */
final class Cluster implements Site, AutoCloseable {
  /** The time after which a node that hasn't ended is killed. */
  private static final Duration LONGEST_END = Duration.ofSeconds(50);

  private final Belongings belongings = new Belongings();
  private final Supplier<PostgresAddress> database;
  private final Map<String, String> settings;
  private final List<ClusterNode> nodes = new ArrayList<>();
  private final Path outside;
  private final Receiver receiver;
  private final Journal journal;
  private final BufferedWriter log;
  private final AtomicLong numbers = new AtomicLong();
  private final ClusterPlan plan;
  private final Optional<AgentJar> agent;

  /** A node, on a fixed port. */
  private static final class ClusterNode {
    private final DataFolder folder;
    private final int port;
    private final Path clock;
    private ServiceProcess process;

    private ClusterNode(DataFolder folder, int port, Path clock, ServiceProcess process) {
      this.folder = folder;
      this.port = port;
      this.clock = clock;
      this.process = process;
    }
  }

  /**
   * The outcome of a restart.
   *
   * @param isOrderly whether the node was running and ended on its own after SIGTERM
   * @param ended time until the node ended
   * @param served time until the node served again
   */
  record Restart(boolean isOrderly, Duration ended, Duration served) {}

  /**
   * The configuration of a cluster.
   *
   * @param from jar that the nodes are first started from, for example of another version; this
   *     version if empty
   * @param rewrites rewrites of the nodes, each of which has its own clock file
   */
  record ClusterPlan(Path parent, int size, Optional<Path> from, Set<Rewrite> rewrites) {
    ClusterPlan {
      rewrites = Set.copyOf(rewrites);
    }

    static ClusterPlan of(Path parent, int size) {
      return new ClusterPlan(parent, size, Optional.empty(), Set.of());
    }
  }

  /**
   * Starts the nodes.
   *
   * @param url database URL that the nodes are configured with
   * @param database returns the current address of the database
   */
  Cluster(ClusterPlan plan, String url, Supplier<PostgresAddress> database) throws IOException {
    this.plan = plan;
    this.database = database;
    this.settings = Map.of("FLORIN_RATE_LIMIT", "off", "FLORIN_DATABASE_URL", url);
    try {
      this.outside = Files.createTempDirectory(plan.parent().toRealPath(), "florin-drill-");
      belongings.add(() -> DataFolder.delete(outside));
      this.receiver = belongings.add(new Receiver());
      this.journal = belongings.add(new Journal(outside.resolve("journal")));
      this.log =
          belongings.add(
              Files.newBufferedWriter(
                  logFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
      this.agent =
          plan.rewrites().isEmpty()
              ? Optional.empty()
              : Optional.of(AgentJar.write(outside.resolve("agent.jar")));
      for (int i = 0; i < plan.size(); i++) {
        nodes.add(makeNode(i));
      }
      listen();
    } catch (IOException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private ClusterNode makeNode(int number) throws IOException {
    DataFolder folder = belongings.add(DataFolder.create(plan.parent()));
    int port = ServiceProcess.freePort();
    Path clock = outside.resolve("clock-" + number);
    Files.writeString(clock, "0");
    var node = new ClusterNode(folder, port, clock, start(folder, port, clock, plan.from()));
    belongings.add(() -> node.process.close());
    return node;
  }

  /** Starts a node. The first node creates the keys file, which all nodes use. */
  private ServiceProcess start(DataFolder folder, int port, Path clock, Optional<Path> jar)
      throws IOException {
    var environment = new HashMap<>(settings);
    if (!nodes.isEmpty() && !folder.equals(nodes.getFirst().folder)) {
      environment.put(
          "FLORIN_KEYS_FILE", nodes.getFirst().folder.path().resolve("keys").toString());
    }
    if (jar.isPresent()) {
      return ServiceProcess.startFrom(jar.get(), folder, port, environment, this::note);
    }
    List<String> options =
        agent.map(written -> written.options(plan.rewrites(), clock)).orElse(List.of());
    return ServiceProcess.start(folder, port, environment, options, this::note);
  }

  private void listen() throws IOException {
    String body = "{\"url\":\"%s\",\"enabled_events\":[\"*\"]}".formatted(receiver.url("/cards"));
    try (Shop merchant = new Shop(urls(), key(), Shop.Notes.NONE)) {
      Reply made =
          merchant
              .post("/v2/webhook_endpoints", body, "")
              .filter(Reply::isGood)
              .orElseThrow(() -> new IOException("the endpoint was not created"));
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

  /** Stops a node with SIGTERM, starts this version, and returns when it serves again. */
  Restart restart(int number) throws IOException {
    long begin = System.nanoTime();
    ClusterNode node = nodes.get(number);
    boolean isOrderly = node.process.isAlive() && node.process.end(LONGEST_END);
    node.process.close();
    Duration ended = Duration.ofNanos(System.nanoTime() - begin);
    node.process = start(node.folder, node.port, node.clock, Optional.empty());
    return new Restart(isOrderly, ended, Duration.ofNanos(System.nanoTime() - begin));
  }

  boolean isAlive(int number) {
    return nodes.get(number).process.isAlive();
  }

  /** Sets the offset of a node's clock. */
  void stepClock(int number, Duration step) throws IOException {
    Files.writeString(nodes.get(number).clock, Long.toString(step.toMillis()));
  }

  /** Returns a node's response to a probe. */
  Optional<Reply> probe(int number, String path) throws IOException {
    try (var prober = new Shop(urls().get(number), key())) {
      return prober.get(path);
    }
  }

  /** Returns this node's response to a `POST` request, which isn't journaled. */
  Optional<Reply> ask(int number, String path, String body) throws IOException {
    try (var asking = new Shop(urls().get(number), key())) {
      return asking.post(path, body, "");
    }
  }

  /** Starts clients that pay by card at any node until they are stopped. */
  Clients pay(int clients, SplittableRandom random, Verdict verdict) throws IOException {
    var all = new Clients(verdict);
    for (int i = 0; i < clients; i++) {
      var shop = new Shop(urls(), key(), journal);
      all.start(new Buyer(shop, random.split(), numbers)::act);
    }
    return all;
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
  public List<HostedAccount> accounts() {
    return List.of();
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

  @Override
  public Shop shop(HostedAccount account) {
    return new Shop(urls(), account.key(), journal);
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
    belongings.close();
  }
}
