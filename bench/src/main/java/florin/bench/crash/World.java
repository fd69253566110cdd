package florin.bench.crash;

import emulator.provider.Options;
import florin.bench.agent.Rewrite;
import florin.bench.provider.Connecting;
import florin.bench.provider.HostedProvider;
import florin.bench.provider.Shop;
import florin.bench.provider.Shop.Reply;
import florin.bench.service.DataFolder;
import florin.bench.service.ServiceProcess;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.PostgresAddress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service on its data folder that may be killed, surrounded by parts that survive: the journal, a
 * merchant's endpoint, and providers. The first account takes cards at the simulator. Each other
 * account sells at a provider.
 */
final class World implements Site, AutoCloseable {
  static final Realm CARDS = Realm.of(1, Mode.TEST);

  private static final Duration ANSWER = Duration.ofMillis(100);
  private static final Duration SLOW = Duration.ofSeconds(2);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int STARTS = 3;
  private static final Pattern SECRET_KEY = Pattern.compile("sk_test_\\S+");

  private final Belongings belongings = new Belongings();
  private final Plan plan;
  private final Path outside;
  private final Optional<BoundedDisk> disk;
  private final DataFolder folder;
  private final List<HostedProvider> providers = new ArrayList<>();
  private final List<HostedAccount> accounts = new ArrayList<>();
  private final Receiver receiver;
  private final Journal journal;
  private final BufferedWriter log;
  private final AgentJar agent;
  private final Map<String, String> settings = new HashMap<>();
  private final int port;
  private ServiceProcess service;
  private int failedStarts;

  /**
   * The configuration of a service and its surroundings.
   *
   * @param template data folder to copy; empty to start with a new one
   * @param providers those that accounts sell at
   * @param bounded whether the data is on a disk of its own, if the machine permits it
   * @param rewrites rewrites of the service, in each of its processes
   */
  record Plan(
      Path parent,
      Optional<DataFolder> template,
      Set<HostedProvider.Kind> providers,
      boolean bounded,
      Set<Rewrite> rewrites,
      Map<String, String> settings,
      long seed) {
    Plan {
      providers = Set.copyOf(providers);
      rewrites = Set.copyOf(rewrites);
      settings = Map.copyOf(settings);
    }
  }

  World(Plan plan) throws IOException {
    this.plan = plan;
    try {
      this.outside = Files.createTempDirectory(plan.parent().toRealPath(), "florin-drill-");
      belongings.add(() -> DataFolder.delete(outside));
      this.disk = plan.bounded() ? BoundedDisk.mount(outside.resolve("disk")) : Optional.empty();
      disk.ifPresent(belongings::add);
      this.folder = makeFolder();
      if (disk.isEmpty()) {
        belongings.add(folder); // its files disappear with the disk
      }
      startProviders();
      this.receiver = belongings.add(new Receiver());
      this.journal = belongings.add(new Journal(outside.resolve("journal")));
      this.log =
          belongings.add(
              Files.newBufferedWriter(
                  logFile(), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
      this.agent = AgentJar.write(outside.resolve("agent.jar"));
      this.port = ServiceProcess.freePort();
      settings.put("FLORIN_RATE_LIMIT", "off");
      providers.forEach(
          provider -> settings.put(provider.setting(), provider.emulator().url().toString()));
      if (disk.isPresent()) {
        settings.put(
            "FLORIN_DISK_FREE",
            "0"); // the drill fills the disk, so the service must not stop early to spare it
      }
      settings.putAll(plan.settings());
      stepClock(Duration.ZERO);
      this.service = start(Set.of());
      belongings.add(() -> service.close());
      setUp();
    } catch (IOException | RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private DataFolder makeFolder() throws IOException {
    Path parent = disk.map(BoundedDisk::path).orElse(plan.parent());
    return plan.template().isPresent()
        ? plan.template().get().copyInto(parent)
        : DataFolder.create(parent);
  }

  private void setUp() throws IOException {
    listen(folder.testKey(), "/cards");
    for (HostedProvider provider : providers) {
      String name = "Hosted by " + provider.kind();
      Matcher key = SECRET_KEY.matcher(ServiceProcess.ask(folder, "accounts", "create", name));
      if (!key.find()) {
        throw new IOException("the account has no key: " + name);
      }
      Connecting.connect(service, key.group(), provider);
      listen(key.group(), "/" + provider.kind());
      Realm realm = Realm.of(2 + accounts.size(), Mode.TEST);
      accounts.add(new HostedAccount(realm, key.group(), provider));
    }
  }

  private void startProviders() throws IOException {
    for (HostedProvider.Kind kind : HostedProvider.Kind.values()) {
      if (plan.providers().contains(kind)) {
        var options = new Options(0, plan.seed(), InstantSource.system(), ANSWER, SLOW, RETRY);
        providers.add(belongings.add(kind.start(options)));
      }
    }
  }

  private void listen(String key, String path) throws IOException {
    String body = "{\"url\":\"%s\",\"enabled_events\":[\"*\"]}".formatted(receiver.url(path));
    try (var merchant = new Shop(url(), key)) {
      Reply made =
          merchant
              .post("/v2/webhook_endpoints", body, "")
              .filter(Reply::isGood)
              .orElseThrow(() -> new IOException("the endpoint was not created"));
      receiver.expect(path, made.at("/secret"));
    }
  }

  /** Starts a process of the service, with additional rewrites. */
  private ServiceProcess start(Set<Rewrite> besides) throws IOException {
    Set<Rewrite> rewrites = EnumSet.noneOf(Rewrite.class);
    rewrites.addAll(plan.rewrites());
    rewrites.addAll(besides);
    List<String> options = rewrites.isEmpty() ? List.of() : agent.options(rewrites, clock());
    return ServiceProcess.start(folder, port, settings, options, this::note);
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

  /**
   * Starts the service after it has ended, with as many attempts as a process supervisor would
   * make.
   */
  void startAgain(Rewrite... besides) throws IOException {
    service.close();
    for (int i = 1; ; i++) {
      try {
        service = start(Set.of(besides));
        return;
      } catch (IOException failed) {
        failedStarts++;
        note("a start failed: " + failed);
        if (i == STARTS) {
          throw failed;
        }
      }
    }
  }

  /** Returns the number of failed starts. */
  int failedStarts() {
    return failedStarts;
  }

  ServiceProcess service() {
    return service;
  }

  DataFolder folder() {
    return folder;
  }

  Optional<BoundedDisk> disk() {
    return disk;
  }

  @Override
  public PostgresAddress database() {
    return folder.database();
  }

  @Override
  public List<HostedAccount> accounts() {
    return List.copyOf(accounts);
  }

  @Override
  public Receiver receiver() {
    return receiver;
  }

  @Override
  public Journal journal() {
    return journal;
  }

  /** Returns the data folder and the log of all processes of the service. */
  @Override
  public List<Path> remains() {
    return List.of(folder.path(), logFile());
  }

  /** Copies the log to a file that isn't deleted at the end, and returns its path. */
  Path keepLog() throws IOException {
    return Files.copy(
        logFile(),
        Files.createTempFile(plan.parent(), "florin-drill-", ".log"),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private Path logFile() {
    return outside.resolve("service.log");
  }

  private Path clock() {
    return outside.resolve("clock");
  }

  /** Sets the offset of the service's clock. The service must run with {@link Rewrite#CLOCK}. */
  void stepClock(Duration step) throws IOException {
    Files.writeString(clock(), Long.toString(step.toMillis()));
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + port);
  }

  @Override
  public Shop cards() throws IOException {
    return new Shop(url(), folder.testKey(), journal);
  }

  @Override
  public Shop shop(HostedAccount account) {
    return new Shop(url(), account.key(), journal);
  }

  @Override
  public void close() throws IOException {
    belongings.close();
  }
}
