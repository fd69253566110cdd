package florin.bench.rows;

import florin.bench.rows.RowTemplate.Values;
import java.io.IOException;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import org.postgresql.PGConnection;

/**
 * An object that was created over HTTP, as rows of all tables that refer to it, to be copied.
 *
 * @param tables the rows of each table
 * @param ids all ids in the rows, by their numbers; the first is the object's
 * @param customer number of the customer's id
 */
record Sample(
    Map<String, RowTemplate> tables, List<UUID> ids, Instant made, Optional<Integer> customer) {
  private static final String PAYMENT = "SELECT * FROM payment WHERE id = '%1$s'";

  /** The queries of the rows, in an order that satisfies foreign keys. */
  private static final Map<String, String> CUSTOMER_ROWS =
      inOrder(
          Map.entry("customer", "SELECT * FROM customer WHERE id = '%1$s'"),
          Map.entry("event", "SELECT * FROM event WHERE object_id = '%1$s' ORDER BY id"));

  private static final Map<String, String> PAYMENT_ROWS =
      inOrder(
          Map.entry(
              "payment_method",
              "SELECT * FROM payment_method WHERE id IN (SELECT payment_method_id FROM payment WHERE id = '%1$s')"),
          Map.entry("payment", PAYMENT),
          Map.entry("attempt", "SELECT * FROM attempt WHERE payment_id = '%1$s'"),
          Map.entry(
              "event",
              "SELECT * FROM event WHERE object_id = '%1$s' OR object_id IN (SELECT id FROM refund WHERE payment_id = '%1$s') ORDER BY id"),
          Map.entry(
              "simulator_operation",
              "SELECT * FROM simulator_operation WHERE reference IN (SELECT id FROM attempt WHERE payment_id = '%1$s')"));

  private static final Map<String, String> REFUND_ROWS =
      inOrder(Map.entry("refund", "SELECT * FROM refund WHERE payment_id = '%1$s'"));

  /** The text format of `COPY` uses the time zone of the session. */
  private static final String IN_UTC = "SET TimeZone = 'UTC'";

  static Sample ofCustomer(Connection connection, UUID id) throws SQLException, IOException {
    return of(connection, id, CUSTOMER_ROWS, Optional.empty());
  }

  static Sample ofPayment(
      Connection connection, UUID id, Optional<UUID> customer, boolean isRefunded)
      throws SQLException, IOException {
    var rows = new LinkedHashMap<>(PAYMENT_ROWS);
    if (isRefunded) {
      rows.putAll(REFUND_ROWS);
    }
    return of(connection, id, rows, customer);
  }

  private static Sample of(
      Connection connection, UUID id, Map<String, String> queries, Optional<UUID> customer)
      throws SQLException, IOException {
    try (var session = connection.createStatement()) {
      session.execute(IN_UTC);
    }
    Instant made = Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    var ids = new LinkedHashMap<UUID, Integer>();
    ids.put(id, 0);
    var tables = new LinkedHashMap<String, RowTemplate>();
    for (var query : queries.entrySet()) {
      String rows = copyOut(connection, query.getValue().formatted(id));
      tables.put(query.getKey(), RowTemplate.of(rows, ids, made));
    }
    return new Sample(tables, List.copyOf(ids.keySet()), made, customer.map(ids::get));
  }

  private static String copyOut(Connection connection, String query)
      throws SQLException, IOException {
    var rows = new StringWriter();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("COPY (" + query + ") TO STDOUT", rows);
    if (rows.toString().isEmpty()) {
      throw new IOException("nothing is stored where the sample should be: " + query);
    }
    return rows.toString();
  }

  /**
   * Returns the values of a copy. Its ids follow each other as the sample's do, at another time.
   *
   * @param id id of the object
   */
  Values copy(
      UUID id, Optional<UUID> customerId, long amount, long order, SplittableRandom random) {
    long madeMillis = id.getMostSignificantBits() >>> 16;
    var copies = new ArrayList<UUID>(ids.size());
    for (UUID original : ids) {
      long millis = madeMillis + (original.getMostSignificantBits() >>> 16) - made.toEpochMilli();
      copies.add(Ids.of(millis, original.getMostSignificantBits(), random));
    }
    copies.set(0, id);
    customer.ifPresent(number -> copies.set(number, customerId.orElseThrow()));
    return new Values(copies, Instant.ofEpochMilli(madeMillis), amount, order);
  }

  void appendTo(Map<String, StringBuilder> rows, Values values) {
    tables.forEach((table, template) ->
        template.appendTo(rows.computeIfAbsent(table, _ -> new StringBuilder()), values));
  }

  @SafeVarargs
  private static Map<String, String> inOrder(Map.Entry<String, String>... entries) {
    var ordered = new LinkedHashMap<String, String>();
    for (var entry : entries) {
      ordered.put(entry.getKey(), entry.getValue());
    }
    return ordered;
  }
}
