package florin.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Connections for the tests' own queries. Each new connection starts a process, and a waiting test
 * queries twenty times a second, so this class keeps the last few connections.
 */
public final class TestConnections {
  private static final int KEPT = 16;
  private static final int ALIVE_WITHIN_SECONDS = 5;
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Deque<Spare> SPARES = new ArrayDeque<>();

  private record Spare(PostgresAddress database, Connection connection) {}

  private TestConnections() {}

  /**
   * Runs the work on a connection that no other caller uses meanwhile. The connection is in
   * autocommit mode unless the work changes that.
   */
  public static <T> T run(PostgresAddress database, Db.Work<T> work) {
    try {
      Connection connection = take(database);
      boolean reusable = false;
      try {
        T result = work.run(connection);
        reusable = connection.getAutoCommit();
        return result;
      } finally {
        if (reusable) {
          keep(new Spare(database, connection));
        } else {
          connection.close();
        }
      }
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /**
   * Returns a database without a pool: a statement waits for a connection for as long as a loaded
   * machine needs, where a pool gives up after three seconds. It uses the kept connections too.
   */
  public static Db patient(PostgresAddress database) {
    return new Db(
        new PGSimpleDataSource() {
          @Override
          public Connection getConnection() throws SQLException {
            return returning(new Spare(database, take(database)));
          }
        });
  }

  /** Wraps a connection so that close() keeps it for the next caller. */
  private static Connection returning(Spare spare) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (method.getName().equals("close")) {
                giveBack(spare);
                return null;
              }
              try {
                return method.invoke(spare.connection(), arguments);
              } catch (InvocationTargetException failed) {
                throw failed.getCause();
              }
            });
  }

  /** Closes a connection that is broken or inside a transaction, and keeps any other. */
  private static void giveBack(Spare spare) throws SQLException {
    if (spare.connection().isClosed() || !spare.connection().getAutoCommit()) {
      spare.connection().close();
    } else {
      keep(spare);
    }
  }

  private static Connection take(PostgresAddress database) throws SQLException {
    Optional<Spare> spare = find(database);
    if (spare.isPresent()) {
      Connection connection = spare.get().connection();
      if (connection.isValid(ALIVE_WITHIN_SECONDS)) {
        return connection;
      }
      connection.close();
    }
    return database.connect();
  }

  private static Optional<Spare> find(PostgresAddress database) {
    LOCK.lock();
    try {
      for (Iterator<Spare> all = SPARES.iterator(); all.hasNext(); ) {
        Spare spare = all.next();
        if (spare.database().equals(database)) {
          all.remove();
          return Optional.of(spare);
        }
      }
      return Optional.empty();
    } finally {
      LOCK.unlock();
    }
  }

  private static void keep(Spare spare) throws SQLException {
    Optional<Spare> oldest = Optional.empty();
    LOCK.lock();
    try {
      SPARES.addFirst(spare);
      if (SPARES.size() > KEPT) {
        oldest = Optional.of(SPARES.removeLast());
      }
    } finally {
      LOCK.unlock();
    }
    if (oldest.isPresent()) {
      oldest.get().connection().close();
    }
  }
}
