package florin.bench.crash;

import emulator.stripe.StripeEmulator;
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
import java.net.http.HttpClient;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Nodes of one service on a PostgreSQL that is none of theirs, and clients that ask any of them.
 */
final class Cluster implements Site, AutoCloseable {
  /** A node that has not ended by then is killed. */
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
  private final List<Shop> shops = new CopyOnWriteArrayList<>();
  private final ClusterPlan plan;
  private final Optional<AgentJar> agent;

  /** One of them, on a port that stays. */
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
   * How a restart went.
   *
   * @param isOrderly the node was alive, and ended as it was asked to: nobody had to kill it
   * @param ended how long that took
   * @param served how long it took until it served again
   */
  record Restart(boolean isOrderly, Duration ended, Duration served) {}

  /**
   * What is to be made.
   *
   * @param from the jar by which the nodes are started first, of another version say; our own
   *     without it
   * @param rewrites of the nodes, each with a clock of its own
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
   * @param url as the nodes are told it
   * @param database where it is at any moment
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

  /** The first makes the keys, with which all work. */
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

  /** SIGTERM, its end, and a start of this version; returns when it serves again. */
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

  /** By how much the clock of a node is off from now on. */
  void stepClock(int number, Duration step) throws IOException {
    Files.writeString(nodes.get(number).clock, Long.toString(step.toMillis()));
  }

  /** What a node says to a probe. */
  Optional<Reply> probe(int number, String path) throws IOException {
    try (var prober = new Shop(urls().get(number), key())) {
      return prober.get(path);
    }
  }

  /** What this node says to a request that would make something; in nobody's journal. */
  Optional<Reply> ask(int number, String path, String body) throws IOException {
    try (var asking = new Shop(urls().get(number), key())) {
      return asking.post(path, body, "");
    }
  }

  /** Until they are told to stop, so many clients pay by cards at any of the nodes. */
  Clients pay(int clients, SplittableRandom random, Verdict verdict) throws IOException {
    return pay(clients, 0, random, verdict);
  }

  /**
   * The same.
   *
   * @param http2 so many of them by HTTP/2
   */
  Clients pay(int clients, int http2, SplittableRandom random, Verdict verdict) throws IOException {
    var all = new Clients(verdict);
    for (int i = 0; i < clients; i++) {
      var version = i < http2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
      var shop = new Shop(urls(), key(), journal, version);
      shops.add(shop);
      all.start(new Buyer(shop, random.split(), numbers)::act);
    }
    return all;
  }

  /** How many answers clients have had by HTTP/2. */
  long answersByHttp2() {
    return shops.stream().mapToLong(Shop::answersByHttp2).sum();
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
  public Optional<StripeEmulator> provider() {
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
    belongings.close();
  }
}
