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
 * The PostgreSQL of all tests of this JVM. It starts on first use and stops with the JVM, and tests
 * create databases in it. It is the same PostgreSQL as in production, but with fsync off, because
 * no test cuts the power.
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
   * Returns the instance of this JVM. A lock guards it rather than a lazily initialized class:
   * virtual threads that wait for a class initializer keep their carrier threads, which the start
   * needs.
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
            // Autovacuum would visit hundreds of unused databases.
            "autovacuum=off",
            "max_connections=300",
            "shared_buffers=128MB",
            "scram_iterations=1");
    var postgres = EmbeddedPostgres.start(folder, Optional.of(programs()), settings);
    easePassword(postgres.address());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres, folder), "stop-postgres"));
    return new TestPostgres(postgres);
  }

  /** A test run opens thousands of connections, and each would compute 4096 hashes. */
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
      // A database has a thousand files. The ending JVM has no time to delete them, so a
      // separate process does.
      new ProcessBuilder("rm", "-rf", folder.toString()).start();
    } catch (IOException e) {
      throw new UncheckedIOException("delete " + folder, e);
    }
  }

  /** Returns the path of the log of this JVM's PostgreSQL. */
  static Path log() {
    return FOLDER.resolve(Long.toString(ProcessHandle.current().pid())).resolve("postgres/log");
  }

  /** Returns the folder with PostgreSQL's unpacked programs, which all JVMs share. */
  public static Path programs() {
    return FOLDER.toAbsolutePath();
  }

  /** Creates a database with the schema of production. */
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
   * Creates a database as a copy of a template.
   *
   * @param template the name of the template, which must always have the same {@code migrate}
   * @param migrate fills the template, once in this JVM, and closes all its connections
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

  /** Creates an empty database. */
  public static PostgresAddress emptyDatabase() {
    return only().create("test_" + only().databases.incrementAndGet(), "template1");
  }

  /**
   * Creates a database by copying files. The default, which copies through the log, takes twice as
   * long.
   */
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
