package florin.bench.jdbc;

import florin.bench.jdbc.PlainStatement.Parameter;
import florin.core.IdSource;
import florin.db.PostgresAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A connection that makes payments one after the other, as good as plain JDBC can: every statement
 * prepared once, and a transaction that is one statement committed with it.
 */
final class PlainConnection implements AutoCloseable {
  /** Nobody has an endpoint here, so an event has no deliveries. */
  private static final String DELIVERIES = "INSERT INTO delivery ";

  private final Connection connection;
  private final PlainPayment payment;
  private final IdSource ids;
  private final List<List<PreparedStatement>> prepared = new ArrayList<>();

  PlainConnection(PostgresAddress database, PlainPayment payment, IdSource ids)
      throws SQLException {
    this.connection = database.connect();
    this.payment = payment;
    this.ids = ids;
    try (var session = connection.createStatement()) {
      session.execute(payment.session());
    }
    for (List<PlainStatement> transaction : payment.transactions()) {
      var statements = new ArrayList<PreparedStatement>();
      for (PlainStatement statement : transaction) {
        statements.add(connection.prepareStatement(statement.sql()));
      }
      prepared.add(statements);
    }
  }

  void pay() throws SQLException {
    var fresh = new UUID[payment.ids()];
    for (int i = 0; i < prepared.size(); i++) {
      List<PlainStatement> transaction = payment.transactions().get(i);
      connection.setAutoCommit(transaction.size() == 1);
      for (int j = 0; j < transaction.size(); j++) {
        execute(prepared.get(i).get(j), transaction.get(j), fresh);
      }
      if (transaction.size() > 1) {
        connection.commit();
      }
    }
  }

  private void execute(PreparedStatement statement, PlainStatement plain, UUID[] fresh)
      throws SQLException {
    int index = 1;
    for (Parameter parameter : plain.parameters()) {
      statement.setObject(index++, value(parameter, fresh));
    }
    boolean touched = touchesOneRow(statement);
    if (!touched && !plain.sql().startsWith(DELIVERIES)) {
      throw new SQLException("touched no row: " + plain.sql());
    }
  }

  private static boolean touchesOneRow(PreparedStatement statement) throws SQLException {
    if (!statement.execute()) {
      return statement.getUpdateCount() == 1;
    }
    try (ResultSet rows = statement.getResultSet()) {
      return rows.next();
    }
  }

  private @Nullable Object value(Parameter parameter, UUID[] fresh) {
    return switch (parameter) {
      case Parameter.Same(Object value) -> value;
      case Parameter.Time(long nanosFromNow) -> Instant.now().plusNanos(nanosFromNow).toString();
      case Parameter.Fresh(int number, boolean timeOrdered) -> {
        if (fresh[number] == null) {
          fresh[number] = timeOrdered ? ids.next() : UUID.randomUUID();
        }
        yield fresh[number];
      }
    };
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
