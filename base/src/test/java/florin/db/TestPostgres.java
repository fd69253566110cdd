package florin.db;

import florin.postgres.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One PostgreSQL for all tests of this JVM, started when the first one asks and stopped when the
 * JVM ends, and as many databases in it as tests want. It is the PostgreSQL of production, but with
 * fsync off, because no test cuts the power.
 */
public final class TestPostgres {
  private static final Path FOLDER = Path.of("target", "test-postgres");
  private static final ReentrantLock STARTING = new ReentrantLock();
  private static @Nullable TestPostgres instance;
  private static @Nullable PostgresAddress onCitus;
  private static final AtomicInteger COPIES = new AtomicInteger();

  private final EmbeddedPostgres postgres;
  private final Map<String, PostgresAddress> templates = new ConcurrentHashMap<>();
  private final AtomicInteger databases = new AtomicInteger();

  private TestPostgres(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  /**
   * The one of this JVM. By a lock and not by a class that is made when it is asked for: virtual
   * threads that wait for a class keep their carriers, and the start needs some.
   */
  private static TestPostgres only() {
    STARTING.lock();
    try {
      TestPostgres started = instance;
      if (started == null) {
        started = start();
        instance = started;
      }
      return started;
    } finally {
      STARTING.unlock();
    }
  }

  private static TestPostgres start() {
    var folder = FOLDER.resolve(Long.toString(ProcessHandle.current().pid()));
    var settings =
        List.of(
            "fsync=off",
            "full_page_writes=off",
            "wal_init_zero=off",
            "autovacuum=off", // it would go through hundreds of databases that nobody uses any more
            "max_connections=300",
            "shared_buffers=128MB",
            "scram_iterations=1");
    var postgres = EmbeddedPostgres.start(folder, Optional.of(programs()), settings);
    easePassword(postgres.address());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres, folder), "stop-postgres"));
    return new TestPostgres(postgres);
  }

  /** Thousands of connections are made in a test run, and each would hash 4096 times. */
  private static void easePassword(PostgresAddress address) {
    try (var connection = address.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "ALTER ROLE %s PASSWORD '%s'".formatted(address.user(), address.password()));
    } catch (SQLException failed) {
      throw new IllegalStateException("set the password again", failed);
    }
  }

  private static void stop(EmbeddedPostgres postgres, Path folder) {
    try {
      postgres.close();
      // A database is a thousand files, and a JVM that ends has no time: another process has.
      new ProcessBuilder("rm", "-rf", folder.toString()).start();
    } catch (IOException e) {
      throw new UncheckedIOException("delete " + folder, e);
    }
  }

  /** What the PostgreSQL of this JVM writes, line by line. */
  static Path log() {
    return FOLDER.resolve(Long.toString(ProcessHandle.current().pid())).resolve("postgres/log");
  }

  /** Where the tests of all JVMs find PostgreSQL's programs unpacked. */
  public static Path programs() {
    return FOLDER.toAbsolutePath();
  }

  /** A new database with the schema of production. */
  public static PostgresAddress freshDatabase() {
    return TestCitus.isAsked() ? freshOnCitus() : freshDatabase("production", Migrations::run);
  }

  private static synchronized PostgresAddress freshOnCitus() {
    PostgresAddress made = onCitus;
    if (made == null) {
      made = TestCitus.create("template", Migrations::run);
      onCitus = made;
    }
    return TestCitus.copy("test_" + COPIES.incrementAndGet(), made);
  }

  /**
   * A new database that is a copy of a template.
   *
   * @param template the template's name; one name stands for one way to migrate
   * @param migrate fills the template, once in this JVM; every connection must be closed when it
   *     returns
   */
  public static PostgresAddress freshDatabase(String template, Consumer<PostgresAddress> migrate) {
    var tests = only();
    var filled = "template_" + template;
    tests.templates.computeIfAbsent(
        filled,
        name -> {
          var address = tests.create(name, "template1");
          migrate.accept(address);
          return address;
        });
    return tests.create("test_" + tests.databases.incrementAndGet(), filled);
  }

  /** A new database with nothing in it. */
  public static PostgresAddress emptyDatabase() {
    return only().create("test_" + only().databases.incrementAndGet(), "template1");
  }

  /** By copying files: by way of the log, which is the default, takes twice as long. */
  private synchronized PostgresAddress create(String name, String template) {
    return TestConnections.run(
        postgres.address(),
        connection -> {
          try (var statement = connection.createStatement()) {
            statement.execute(
                "CREATE DATABASE " + name + " TEMPLATE " + template + " STRATEGY file_copy");
          }
          return postgres.address().withDatabase(name);
        });
  }
}
