package florin.report;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What is made of events.
 *
 * @param name of its row in the table `projection`
 * @param statements run one after the other for each batch; in each of them {@link #BATCH} stands
 *     once, for a query of the batch's events with the columns `realm_id, type, object_id,
 *     sequence, body, created_at`; the body of refunds only. Behind it `{b.realm_id}` stands for
 *     the realm of `b`, where one realm alone is followed as a value
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

  /** The statement for the events of whatever realms. */
  static String ofAllRealms(String statement, String batch) {
    return REALM.matcher(statement).replaceAll("$1").replace(BATCH, batch);
  }

  /** The same for those of one realm, which is the parameter behind those of the batch. */
  static String ofOneRealm(String statement, String batch) {
    return REALM.matcher(statement).replaceAll("?").replace(BATCH, batch);
  }

  /** How often it says of which realm it is. */
  static int realms(String statement) {
    return (int) REALM.matcher(statement).results().count();
  }
}
