package florin.report;

import java.util.List;

/**
 * What is made of events.
 *
 * @param name of its row in the table `projection`
 * @param statements run one after the other for each batch; in each of them {@link #BATCH} stands
 *     once, for a query of the batch's events with the columns `realm_id, type, object_id,
 *     sequence, body, created_at`; the body of refunds only
 */
record Projection(String name, List<String> statements) {
  static final String BATCH = ":batch";

  Projection {
    statements = List.copyOf(statements);
    if (!statements.stream().allMatch(sql -> sql.split(BATCH, -1).length == 2)) {
      throw new IllegalArgumentException("a statement of " + name + " has not one " + BATCH);
    }
  }
}
