package florin.books;

import florin.projection.EventBatch;
import florin.projection.Projection;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The ledger, in a process that dies.
 *
 * @param at the number of steps before; more than there are for none
 */
record DyingProjection(int at) implements Projection {
  /** The process died, so its transaction is rolled back. */
  static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  @Override
  public String name() {
    return LedgerProjection.NAME;
  }

  @Override
  public void lock(Connection connection) throws SQLException {
    LedgerStore.lock(connection);
  }

  @Override
  public void apply(EventBatch batch) throws SQLException {
    for (int i = 0; i <= LedgerProjection.STEPS.size(); i++) {
      if (i == at) {
        throw new Died();
      }
      if (i < LedgerProjection.STEPS.size()) {
        LedgerProjection.STEPS.get(i).run(batch);
      }
    }
  }
}
