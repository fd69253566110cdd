package florin.app;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.db.PostgresAddress;
import florin.db.ServerCheck;
import florin.db.ServerCheck.Durability;
import java.sql.Connection;
import java.sql.SQLException;

/** Allows live keys only on a database whose commits survive a power failure. */
public record LiveKeys(PostgresAddress database) {
  public void check() {
    try (Connection connection = database.connect()) {
      Durability durability = ServerCheck.of(connection).durability();
      if (!durability.isFull()) {
        throw new Problem.BadRequest(
                ErrorCode.BAD_REQUEST,
                "Live keys can't be created with this database: "
                    + String.join(", ", durability.missing())
                    + " must be on, because otherwise a power loss loses acknowledged payments. No key was created.")
            .refusal();
      }
    } catch (SQLException failed) {
      throw new IllegalStateException("cannot ask the database how durable it is", failed);
    }
  }
}
