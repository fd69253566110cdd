package florin.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * By which tests look into databases. A new connection is a new process, and those that wait for
 * something look twenty times a second: so the last few are kept for whoever looks again.
 */
public final class TestConnections {
  private static final int KEPT = 16;
  private static final int ALIVE_WITHIN_SECONDS = 5;
  private static final ReentrantLock LOCK = new ReentrantLock();
  private static final Deque<Spare> SPARES = new ArrayDeque<>();

  private record Spare(PostgresAddress database, Connection connection) {}

  private TestConnections() {}

  /** On a connection that nobody else has meanwhile, in autocommit unless it says otherwise. */
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
   * A database without a pool: each statement waits for a connection for as long as a loaded
   * machine needs, where a pool gives up after three seconds.
   */
  public static Db patient(PostgresAddress database) {
    var connections = new PGSimpleDataSource();
    connections.setUrl(database.jdbcUrl());
    connections.setUser(database.user());
    connections.setPassword(database.password());
    return new Db(connections);
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
