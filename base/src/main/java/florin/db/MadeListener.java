package florin.db;

import java.util.List;

/**
 * A listener for the rows that statements with {@link Statement.Effect#SPREAD} have created, once
 * they are durable. It is called on a committer's thread, so it must return quickly. It is not
 * called if a connection was lost during COMMIT, so nothing may depend on it.
 */
@FunctionalInterface
public interface MadeListener {
  MadeListener NOBODY = _ -> {};

  /**
   * Receives the rows.
   *
   * @param rows the rows that the statement returned, with one value for each column
   */
  void made(List<List<Object>> rows);
}
