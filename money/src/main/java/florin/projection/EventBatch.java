package florin.projection;

import florin.db.Db;
import florin.db.Db.RowReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Some events, and the transaction in which a projection applies them.
 *
 * <p>A statement has {@link #BATCH} once, which is replaced by a query of the events with the
 * columns `realm_id, type, object_id, sequence, body, created_at`. Only events of refunds, disputes
 * and customer credits have a body. After it, `{b.realm_id}` is the realm of `b`, or a value if one
 * realm is processed alone.
 */
public final class EventBatch {
  static final String BATCH = ":batch";

  private static final Pattern REALM = Pattern.compile("\\{(\\w+\\.realm_id)\\}");

  private final Connection connection;
  private final String query;
  private final List<Object> bounds;
  private final Optional<Long> realm;

  /**
   * Creates a batch.
   *
   * @param query selects the events
   * @param bounds the parameters of the query
   * @param realm the only realm of the events, if realms are processed separately
   */
  EventBatch(Connection connection, String query, List<Object> bounds, Optional<Long> realm) {
    this.connection = connection;
    this.query = query;
    this.bounds = List.copyOf(bounds);
    this.realm = realm;
  }

  static void requireBatch(String statement) {
    if (statement.split(BATCH, -1).length != 2) {
      throw new IllegalArgumentException("a statement of a projection has not one " + BATCH);
    }
  }

  /** Runs a statement, and returns the number of changed rows. */
  public int update(String statement) throws SQLException {
    return Db.update(connection, sql(statement), parameters(statement));
  }

  /** Runs a statement that returns rows. */
  public <T> List<T> list(String statement, RowReader<T> reader) throws SQLException {
    return Db.query(connection, sql(statement), reader, parameters(statement));
  }

  /** Returns the connection, for statements that do not read the events. */
  public Connection connection() {
    return connection;
  }

  private String sql(String statement) {
    return REALM
        .matcher(statement)
        .replaceAll(realm.isPresent() ? "?" : "$1")
        .replace(BATCH, query);
  }

  private @Nullable Object[] parameters(String statement) {
    var all = new ArrayList<@Nullable Object>(bounds);
    realm.ifPresent(id ->
        all.addAll(Collections.nCopies((int) REALM.matcher(statement).results().count(), id)));
    return all.toArray();
  }
}
