package florin.projection;

import java.sql.SQLException;
import java.util.List;

/**
 * A projection by statements.
 *
 * @param statements run in order for each batch; see {@link EventBatch} for their placeholders
 */
public record SqlProjection(String name, List<String> statements) implements Projection {
  public SqlProjection {
    statements = List.copyOf(statements);
    statements.forEach(EventBatch::requireBatch);
  }

  @Override
  public void apply(EventBatch batch) throws SQLException {
    for (String statement : statements) {
      batch.update(statement);
    }
  }
}
