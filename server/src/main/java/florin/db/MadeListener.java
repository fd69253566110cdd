package florin.db;

import java.util.List;

/**
 * Hears of the rows that statements of {@link Statement.Effect#SPREAD} have made, once they are
 * durable. It is called on a committer's thread, so it may only take note; and it hears nothing
 * where a connection was lost during COMMIT, so nothing may depend on it.
 */
@FunctionalInterface
public interface MadeListener {
  MadeListener NOBODY = _ -> {};

  /**
   * @param rows what the statement returned, a value a column
   */
  void made(List<List<Object>> rows);
}
