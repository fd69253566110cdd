package florin.db;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens connections to one database; {@link PostgresAddress#connect} is the usual one. */
@FunctionalInterface
public interface ConnectionSource {
  Connection connect() throws SQLException;
}
