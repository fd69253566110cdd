package florin.testing;

import florin.app.App;
import florin.app.App.Networks;
import florin.config.Config;
import florin.connector.simulator.Audit;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.TestConnections;
import florin.db.TestPostgres;
import florin.http.HttpConfig;
import florin.mail.SmtpServer;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.payment.machine.Attempt.Owner;
import florin.vault.Argon2id;
import florin.webhook.WebhookModule.WebhookSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * One life of one node: the real {@link App} on a database of {@link TestPostgres}, on a free port,
 * without a rate limit. Tests call it over HTTP, and inspect it with SQL and through the
 * simulator's ledger.
 *
 * <p>{@link #abandon} ends it as a kill would, without any support in the App. It cuts the
 * connections to PostgreSQL, which stores both the records and the simulator's ledger. Whatever the
 * threads still do has no effect. If a probe throws {@link SimulatedCrash}, the same happens at
 * that step, before the thread continues. {@link #reopen} and {@link #openAnotherNode} start the
 * next life.
 */
public final class TestApp implements AutoCloseable {
  private static final HttpConfig.Limits HURRIED =
      TestConfig.limits("stopTimeout", Duration.ofSeconds(1));

  /** A request for a receiving account that Florin accepts. */
  public static final String ACCOUNT =
      "{\"iban\": \"GB33 BUKB 2020 1555 5555 55\", \"holder\": \"Shop\", \"currency\": \"gbp\"}";

  private final PostgresAddress database;
  private final Path folder;
  private final UUID node;
  private final CrashPoint crashPoint;
  private final UnaryOperator<Config> configured;
  private final Networks networks;
  private final Wire wire;
  private final AtomicBoolean dead = new AtomicBoolean();
  private final CountDownLatch crashed = new CountDownLatch(1);
  private final CompletableFuture<App> opened = new CompletableFuture<>();
  private final CompletableFuture<TestClient> client = new CompletableFuture<>();
  private final TestKeys keys;

  private record TestKeys(String secret, String publishable) {}

  private TestApp(
      PostgresAddress database,
      Path folder,
      UUID node,
      CrashPoint crashPoint,
      UnaryOperator<Config> configured,
      Networks networks) {
    this.configured = configured;
    this.networks = networks;
    this.database = database;
    this.folder = folder;
    this.node = node;
    this.crashPoint = crashPoint;
    this.wire = new Wire(database);
    opened.complete(
        App.open(config(), wire.address(), new Owner(node, UUID.randomUUID()), this::at, networks));
    this.keys = readKeys(folder.resolve("test-keys.env"));
    client.complete(new TestClient(app().port(), keys.secret()));
  }

  /** Opens an App on a new database. */
  public static TestApp open() {
    return open(CrashPoint.NONE);
  }

  /**
   * Opens an App on a new database.
   *
   * @param crashPoint called at every step; its exceptions propagate into the App
   */
  public static TestApp open(CrashPoint crashPoint) {
    return open(crashPoint, UnaryOperator.identity());
  }

  /**
   * Opens an App on a new database with a changed configuration.
   *
   * @param configured changes the default configuration
   */
  public static TestApp open(CrashPoint crashPoint, UnaryOperator<Config> configured) {
    return open(crashPoint, configured, Networks.ofService(Optional.empty(), Optional.empty()));
  }

  /** Opens an App on a new database with other networks than that of test mode. */
  public static TestApp open(CrashPoint crashPoint, Networks networks) {
    return open(crashPoint, UnaryOperator.identity(), networks);
  }

  /** Opens an App on a new database with a changed configuration and other networks. */
  public static TestApp open(
      CrashPoint crashPoint, UnaryOperator<Config> configured, Networks networks) {
    Path folder = Path.of("target", "test-apps", UUID.randomUUID().toString());
    try {
      Files.createDirectories(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return new TestApp(
        TestPostgres.freshDatabase(), folder, UUID.randomUUID(), crashPoint, configured, networks);
  }

  /**
   * Opens an App on the database of an earlier Florin.
   *
   * @param folder has its encryption keys, and its test keys as `./florin serve` writes them
   */
  public static TestApp openOn(PostgresAddress database, Path folder) {
    return new TestApp(
        database,
        folder,
        UUID.randomUUID(),
        CrashPoint.NONE,
        UnaryOperator.identity(),
        Networks.ofService(Optional.empty(), Optional.empty()));
  }

  /**
   * Opens an App on the database of an earlier Florin, with other networks than that of test mode.
   */
  public static TestApp openOn(PostgresAddress database, Path folder, Networks networks) {
    return new TestApp(
        database, folder, UUID.randomUUID(), CrashPoint.NONE, UnaryOperator.identity(), networks);
  }

  /** Opens an App on a new database with a mail server, which all its lives use. */
  public static TestApp open(SmtpServer smtp) {
    return open(CrashPoint.NONE, usual -> Records.with(usual, "smtp", Optional.of(smtp)));
  }

  /**
   * Opens an App on a fresh database, with two committers to a group: for tests of requests at the
   * same moment. One committer is the default of a machine with two cores, and each more costs a
   * connection.
   */
  public static TestApp openWithTwoCommitters() {
    return open(CrashPoint.NONE, usual -> Records.with(usual, "committers", 2));
  }

  /** Opens an App on a new database with a rate limit for each key. */
  public static TestApp openLimited(Config.Rate rate) {
    return open(CrashPoint.NONE, usual -> Records.with(usual, "rateLimit", Optional.of(rate)));
  }

  /**
   * Starts the next life of this node, which must have ended: on the same database, as a new boot.
   */
  public TestApp reopen() {
    return reopen(CrashPoint.NONE);
  }

  public TestApp reopen(CrashPoint next) {
    return new TestApp(database, folder, node, next, configured, networks);
  }

  /** Opens another node on the same database, while this one runs or afterwards. */
  public TestApp openAnotherNode() {
    return openAnotherNode(CrashPoint.NONE);
  }

  public TestApp openAnotherNode(CrashPoint next) {
    return new TestApp(database, folder, UUID.randomUUID(), next, configured, networks);
  }

  /** Opens another node on the same database with a changed configuration. */
  public TestApp openAnotherNodeWith(UnaryOperator<Config> otherwise) {
    return new TestApp(database, folder, UUID.randomUUID(), CrashPoint.NONE, otherwise, networks);
  }

  /** Ends the App as a kill would. It has no visible effect afterwards. */
  public void abandon() {
    if (dead.compareAndSet(false, true)) {
      wire.cut();
      var _ = client.thenAccept(TestClient::abandon);
      Thread.ofVirtual().name("undertaker").start(this::bury);
      crashed.countDown();
    }
  }

  /** Cuts the connections to the database and leaves the App running. */
  public void loseDatabase() {
    wire.cut();
  }

  /** Waits until the probe has crashed the App; returns false after the timeout. */
  public boolean awaitCrash(Duration patience) {
    try {
      return crashed.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  public boolean isDead() {
    return dead.get();
  }

  /** Shuts down in an orderly way, unless the App was abandoned. */
  @Override
  public void close() {
    if (dead.compareAndSet(false, true)) {
      client.join().close();
      app().close();
      wire.close();
      RealmBinding.require(database, wire.statements());
    }
  }

  public App app() {
    return opened.join();
  }

  public String secretKey() {
    return keys.secret();
  }

  public String publishableKey() {
    return keys.publishable();
  }

  /** Returns the realm of the test keys. */
  public Realm realm() {
    return Realm.of(1, Mode.TEST);
  }

  /** Opens an App on an empty database that no other test uses. */
  public static TestApp openOn(PostgresAddress database, Path folder, CrashPoint crashPoint) {
    return new TestApp(
        database,
        folder,
        UUID.randomUUID(),
        crashPoint,
        UnaryOperator.identity(),
        Networks.ofService(Optional.empty(), Optional.empty()));
  }

  /** Returns a client with the secret test key. */
  public TestClient client() {
    return client.join();
  }

  /** Returns the ID of the node, which all its lives share. */
  public UUID node() {
    return node;
  }

  /** Returns the file of the encryption keys that all nodes of the database share. */
  public Path keysFile() {
    return folder.resolve("keys");
  }

  /** Returns the address of the database, also after a crash. */
  public PostgresAddress database() {
    return database;
  }

  public Reply get(String path) {
    return client().get(path);
  }

  public Reply post(String path, String json) {
    return client().post(path, json);
  }

  public Reply post(String path, String json, String idempotencyKey) {
    return client().post(path, json, idempotencyKey);
  }

  /**
   * Returns the body of a card payment. It is valid; the number decides what the simulator does.
   */
  public static String payment(long amount, String number) {
    return """
    {"amount": %d, "currency": "usd", "payment_method": {"type": "card", "card":
        {"number": "%s", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
    """
        .formatted(amount, number);
  }

  /** Reads or changes the database directly, also after a crash. */
  public <T> T sql(Db.Work<T> work) {
    return TestConnections.run(database, work);
  }

  /** Returns the first column of all rows as text. */
  public List<String> query(String sql, Object... parameters) {
    return sql(connection -> Db.query(connection, sql, row -> row.getString(1), parameters));
  }

  public int update(String sql, Object... parameters) {
    return sql(connection -> Db.update(connection, sql, parameters));
  }

  /** Returns every authorization of the test realm in the simulator's ledger. */
  public List<Audit.AuthorizationTotals> book() {
    try (var db = TestConnections.patient(database)) {
      return new Audit(db).list(realm(), Instant.now());
    }
  }

  /** A hash with the cost of the service takes a fifth of a second. */
  private static final Argon2id CHEAP_PASSWORDS = new Argon2id(8, 1, 1);

  private Config config() {
    return configured.apply(
        new Config(
            TestConfig.http(HURRIED),
            folder,
            Optional.of(database),
            folder.resolve("keys"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            true,
            1,
            Duration.ofDays(180),
            Duration.ofDays(14),
            Optional.empty(),
            Optional.empty(),
            WebhookSettings.DEFAULT,
            Duration.ofDays(7),
            Optional.empty(),
            0,
            Optional.empty(),
            Optional.empty(),
            CHEAP_PASSWORDS));
  }

  private void at(Step step) {
    if (dead.get()) {
      throw new SimulatedCrash(step);
    }
    try {
      crashPoint.at(step);
    } catch (SimulatedCrash crash) {
      abandon();
      throw crash;
    }
  }

  /**
   * Frees the threads and ports of a dead App; the wire last, so that no other App gets its port.
   */
  private void bury() {
    app().abort();
    wire.close();
  }

  private static TestKeys readKeys(Path file) {
    var properties = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return new TestKeys(
        properties.getProperty("FLORIN_TEST_SECRET_KEY"),
        properties.getProperty("FLORIN_TEST_PUBLISHABLE_KEY"));
  }
}
