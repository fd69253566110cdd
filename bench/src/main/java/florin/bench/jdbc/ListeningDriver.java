package florin.bench.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Wraps PostgreSQL's driver for a Florin in this process and records the statements of its
 * committers. While open, it replaces the driver in {@link DriverManager}, which affects the whole
 * process. Other code must not open connections meanwhile.
 */
final class ListeningDriver implements Driver, AutoCloseable {
  private static final String URL = "jdbc:postgresql:";

  private final Driver driver;
  private final List<String> heard = new CopyOnWriteArrayList<>();

  private ListeningDriver(Driver driver) {
    this.driver = driver;
  }

  static ListeningDriver open() throws SQLException {
    Driver driver = DriverManager.getDriver(URL + "//localhost/florin");
    var listening = new ListeningDriver(driver);
    DriverManager.registerDriver(listening);
    DriverManager.deregisterDriver(driver);
    return listening;
  }

  /** Returns the statements sent since the last call, over all connections and in order. */
  List<String> drain() {
    var drained = List.copyOf(heard);
    heard.clear();
    return drained;
  }

  @Override
  public void close() throws SQLException {
    DriverManager.registerDriver(driver);
    DriverManager.deregisterDriver(this);
  }

  @Override
  public @Nullable Connection connect(String url, Properties properties) throws SQLException {
    Connection connection = driver.connect(url, properties);
    return connection == null ? null : listenTo(Connection.class, connection, this::onConnection);
  }

  private @Nullable Object onConnection(
      Connection connection, Method method, @Nullable Object @Nullable [] arguments)
      throws Throwable {
    Object result = invoke(connection, method, arguments);
    return switch (result) {
      case PreparedStatement statement when arguments != null ->
          listen(PreparedStatement.class, statement, Optional.of(String.valueOf(arguments[0])));
      case Statement statement -> listen(Statement.class, statement, Optional.empty());
      case null, default -> result;
    };
  }

  /**
   * Wraps a statement.
   *
   * @param prepared SQL of a prepared statement; empty for others
   */
  private <S extends Statement> S listen(Class<S> type, S statement, Optional<String> prepared) {
    return listenTo(
        type,
        statement,
        (target, method, arguments) -> {
          if (method.getName().startsWith("execute")) {
            heard.add(prepared.orElseGet(() -> arguments == null ? "" : "" + arguments[0]));
          }
          return invoke(target, method, arguments);
        });
  }

  /** Handles a call on a wrapped object. */
  private interface Ear<T> {
    @Nullable Object call(T target, Method method, @Nullable Object @Nullable [] arguments)
        throws Throwable;
  }

  private static <T> T listenTo(Class<T> type, T target, Ear<T> ear) {
    return type.cast(
        Proxy.newProxyInstance(
            ListeningDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> ear.call(target, method, arguments)));
  }

  private static @Nullable Object invoke(
      Object target, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException failed) {
      throw failed.getCause() == null ? failed : failed.getCause();
    }
  }

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    return driver.acceptsURL(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties)
      throws SQLException {
    return driver.getPropertyInfo(url, properties);
  }

  @Override
  public int getMajorVersion() {
    return driver.getMajorVersion();
  }

  @Override
  public int getMinorVersion() {
    return driver.getMinorVersion();
  }

  @Override
  public boolean jdbcCompliant() {
    return driver.jdbcCompliant();
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return driver.getParentLogger();
  }
}
