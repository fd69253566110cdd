package florin.bench.overload;

import florin.core.Id.PaymentId;
import florin.db.Db;
import florin.db.PostgresAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Reads the executed operations directly from the service's database. */
final class OverloadRecords implements AutoCloseable {
  private static final String PAYMENTS = "SELECT description AS name FROM payment";

  private static final String CAPTURED =
      "SELECT id FROM payment WHERE capture_method = 'manual' AND (amount_captured > 0 OR pending_operation IS NOT NULL)";

  private static final String REFUNDED = "SELECT payment_id AS id FROM refund";

  private final Db db;

  OverloadRecords(PostgresAddress database) {
    this.db = new Db(database);
  }

  /** Describes the responses that contradict the records. */
  List<String> differences(List<Answered> told) {
    Set<String> made = names();
    Set<String> captured = ids(CAPTURED);
    Set<String> refunded = ids(REFUNDED);
    var differences = new ArrayList<String>();
    for (Answered answered : told) {
      compare(Errand.PAYMENT, made, answered, differences);
      compare(Errand.CAPTURE, captured, answered, differences);
      compare(Errand.REFUND, refunded, answered, differences);
    }
    return differences;
  }

  private static void compare(
      Errand errand, Set<String> there, Answered answered, List<String> differences) {
    answered.namesRefused(errand).stream()
        .filter(there::contains)
        .map(name -> errand.text() + ": " + name + " was rejected with 503 and executed")
        .forEach(differences::add);
    answered.namesDone(errand).stream()
        .filter(name -> !there.contains(name))
        .map(name -> errand.text() + ": " + name + " returned 200 and is missing")
        .forEach(differences::add);
  }

  private Set<String> names() {
    return new HashSet<>(db.list(PAYMENTS, row -> row.getString("name")));
  }

  private Set<String> ids(String sql) {
    return new HashSet<>(
        db.list(sql, row -> new PaymentId(row.getObject("id", UUID.class)).text()));
  }

  @Override
  public void close() {
    db.close();
  }
}
