package florin.report;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Data derived from events.
 *
 * @param name of its row in the table `projection`
 * @param statements run in order for each batch. Each has {@link #BATCH} once, which is replaced by
 *     a query of the batch's events with the columns `realm_id, type, object_id, sequence, body,
 *     created_at`; only refunds have a body. After it, `{b.realm_id}` is the realm of `b`, or a
 *     value if one realm is processed alone
 */
record Projection(String name, List<String> statements) {
  static final String BATCH = ":batch";

  private static final Pattern REALM = Pattern.compile("\\{(\\w+\\.realm_id)\\}");

  Projection {
    statements = List.copyOf(statements);
    if (!statements.stream().allMatch(sql -> sql.split(BATCH, -1).length == 2)) {
      throw new IllegalArgumentException("a statement of " + name + " has not one " + BATCH);
    }
  }

  /** Returns the statement for events of all realms. */
  static String ofAllRealms(String statement, String batch) {
    return REALM.matcher(statement).replaceAll("$1").replace(BATCH, batch);
  }

  /** Returns the statement for events of one realm, whose parameter follows those of the batch. */
  static String ofOneRealm(String statement, String batch) {
    return REALM.matcher(statement).replaceAll("?").replace(BATCH, batch);
  }

  /** Returns the number of realm placeholders. */
  static int realms(String statement) {
    return (int) REALM.matcher(statement).results().count();
  }
}
