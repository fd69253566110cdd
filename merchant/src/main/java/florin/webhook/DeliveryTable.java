package florin.webhook;

import static florin.db.SqlType.INTEGER;
import static florin.db.SqlType.TEXT;
import static florin.db.SqlType.TIMESTAMPTZ;
import static florin.db.SqlType.UUID;

import florin.db.RecordStatement;
import florin.db.SqlType;
import florin.db.Table;
import florin.webhook.Delivery.DeliveryAttempt;
import florin.webhook.Delivery.Status;
import florin.webhook.Fanout.Lease;
import java.time.Instant;
import java.util.Optional;

/** The writes after an attempt: the delivery's new state in `delivery`, and the attempt. */
final class DeliveryTable {
  /**
   * The new state of a leased delivery.
   *
   * @param next the time of the next attempt; empty if it is completed
   */
  record DeliveryCourse(
      Lease delivery, Status status, Optional<Instant> next, Optional<Instant> completed) {}

  record Tried(Lease delivery, DeliveryAttempt attempt) {}

  private static final Table<DeliveryCourse> COURSES = new Table<>("delivery", "d");
  private static final Table<Tried> ATTEMPTS = new Table<>("delivery_attempt", "a", "delivery_id");

  static {
    COURSES.column("realm_id", SqlType.REALM, course -> course.delivery().realm());
    COURSES.column("id", UUID, course -> course.delivery().id().uuid());
    COURSES.column("version", INTEGER, course -> course.delivery().version());

    ATTEMPTS.column("realm_id", SqlType.REALM, tried -> tried.delivery().realm());
    ATTEMPTS.column("delivery_id", UUID, tried -> tried.delivery().id().uuid());
    ATTEMPTS.column("version", INTEGER, tried -> tried.delivery().version());
    ATTEMPTS.column("result", TEXT, tried -> tried.attempt().result().text());
    ATTEMPTS.optional("http_status", INTEGER, tried -> tried.attempt().httpStatus());
    ATTEMPTS.optional("error", TEXT, tried -> tried.attempt().error());
    ATTEMPTS.column("latency_ms", INTEGER, tried -> (int) tried.attempt().latencyMs());
    ATTEMPTS.optional("response_headers", TEXT, tried -> tried.attempt().responseHeaders());
    ATTEMPTS.optional("response_body", TEXT, tried -> tried.attempt().responseBody());
    ATTEMPTS.column("created_at", TIMESTAMPTZ, tried -> tried.attempt().created());
  }

  /**
   * Records a result. A successful delivery is final, whichever node has the lease now; otherwise
   * only the holder of the lease may set the state.
   */
  static final RecordStatement<DeliveryCourse> RECORD =
      COURSES
          .lenient(
              "delivery.record",
              """
              UPDATE delivery d
                 SET status = r.status,
                     due_at = r.due_at,
                     completed_at = r.completed_at
                FROM :rows r
               WHERE d.realm_id = :realm
                 AND d.id = r.id
                 AND d.status = 'pending'
                 AND (d.version = r.version OR r.status = 'delivered')\
              """,
              COURSES.column("status", TEXT, course -> course.status().text()),
              COURSES.optional("due_at", TIMESTAMPTZ, DeliveryCourse::next),
              COURSES.optional("completed_at", TIMESTAMPTZ, DeliveryCourse::completed))
          .sentAs("delivery_record_row");

  static final RecordStatement<Tried> INSERT_ATTEMPT =
      ATTEMPTS.insertWithout().sentAs("delivery_attempt_insert_row");

  private DeliveryTable() {}
}
