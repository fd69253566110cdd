package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.simulator.Audit;
import florin.connector.simulator.Audit.AuthorizationTotals;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.TestConnections;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Compares the records with the simulator's ledger and with each other, after all work is done. The
 * assertions must hold after any crash: no attempt stays open, no cent is lost or counted twice,
 * and the events agree with the records.
 */
public final class Reconciliation {
  private static final List<String> FINAL = List.of("succeeded", "failed", "canceled");

  /** The possible first events: a payment that outlives its request, or one of the outcomes. */
  private static final List<String> FIRST =
      List.of(
          "payment.created",
          "payment.succeeded",
          "payment.failed",
          "payment.amount_capturable_updated");

  /** The events that may follow the final event of a payment. */
  private static final List<String> AFTERWARDS =
      List.of("payment.refunded", "payment.updated", "payment.disputed", "payment.dispute_updated");

  private static final Realm TEST_REALM = Realm.of(1, Mode.TEST);

  /**
   * The number of open objects. A payment that waits for its merchant or payer isn't open, though
   * it expires later.
   */
  private static final String RESTLESS =
      """
      SELECT 1 FROM attempt WHERE due_at < now() + interval '1 minute'
       UNION ALL
      SELECT 1 FROM payment WHERE status = 'processing' OR pending_operation IS NOT NULL
      """;

  private final List<Payment> payments;
  private final List<Refund> refunds;
  private final List<Attempt> attempts;
  private final List<Event> events;
  private final List<IdempotencyRow> records;
  private final List<Found> foundByStatus;
  private final Map<UUID, AuthorizationTotals> book;

  /** The status under which a list finds a payment. */
  private record Found(UUID id, String status) {}

  /** A stored payment. */
  public record Payment(
      UUID id,
      String status,
      String captureMethod,
      long amount,
      long capturable,
      long captured,
      long refunded,
      long refundPending,
      int sequence) {
    boolean isFinal() {
      return FINAL.contains(status);
    }
  }

  /** A stored refund. */
  public record Refund(UUID id, UUID payment, String status, long amount, int sequence) {}

  /** A stored attempt. */
  public record Attempt(
      UUID id, UUID payment, String operation, String status, String resolvedBy, UUID slot) {}

  private record Event(UUID object, int sequence, String type) {}

  private record IdempotencyRow(UUID id, UUID payment, boolean answered) {}

  private Reconciliation(Db db) {
    this.payments =
        db.list(
            "SELECT * FROM payment ORDER BY id",
            row ->
                new Payment(
                    row.getObject("id", UUID.class),
                    row.getString("status"),
                    row.getString("capture_method"),
                    row.getLong("amount"),
                    row.getLong("amount_capturable"),
                    row.getLong("amount_captured"),
                    row.getLong("amount_refunded"),
                    row.getLong("amount_refund_pending"),
                    row.getInt("sequence")));
    this.refunds =
        db.list(
            "SELECT * FROM refund ORDER BY id",
            row ->
                new Refund(
                    row.getObject("id", UUID.class),
                    row.getObject("payment_id", UUID.class),
                    row.getString("status"),
                    row.getLong("amount"),
                    row.getInt("sequence")));
    this.attempts =
        db.list(
            "SELECT *, coalesce(resolved_by, '') AS resolution FROM attempt ORDER BY id",
            row ->
                new Attempt(
                    row.getObject("id", UUID.class),
                    row.getObject("payment_id", UUID.class),
                    row.getString("operation"),
                    row.getString("status"),
                    row.getString("resolution"),
                    row.getObject("idempotency_id", UUID.class)));
    this.events =
        db.list(
            "SELECT * FROM event ORDER BY sequence, id",
            row ->
                new Event(
                    row.getObject("object_id", UUID.class),
                    row.getInt("sequence"),
                    row.getString("type")));
    this.records =
        db.list(
            "SELECT *, EXISTS (SELECT FROM event e WHERE e.id = i.event_id) AS is_event FROM idempotency i WHERE i.id <> i.resource_id",
            row ->
                new IdempotencyRow(
                    row.getObject("id", UUID.class),
                    row.getObject("resource_id", UUID.class),
                    row.getString("body") != null || row.getBoolean("is_event")));
    this.foundByStatus =
        db.list(
            "SELECT * FROM payment_status ORDER BY id",
            row -> new Found(row.getObject("id", UUID.class), row.getString("status")));
    this.book =
        new Audit(db)
            .list(TEST_REALM, Instant.now()).stream()
                .collect(
                    Collectors.toMap(
                        standing -> standing.reference().id().uuid(), standing -> standing));
  }

  /** Reads all records in the database. */
  public static Reconciliation of(PostgresAddress database) {
    try (var db = TestConnections.patient(database)) {
      return new Reconciliation(db);
    }
  }

  /** Returns whether all outcomes are final and processed, so that nothing changes any longer. */
  public static boolean isAtRest(PostgresAddress database) {
    return TestConnections.run(
            database, connection -> Db.query(connection, RESTLESS, row -> row.getInt(1)))
        .isEmpty();
  }

  public List<Payment> payments() {
    return payments;
  }

  public List<Refund> refunds() {
    return refunds;
  }

  public List<Attempt> attempts() {
    return attempts;
  }

  /** Returns the total that payers have paid, according to the ledger. */
  public long net() {
    return book.values().stream().mapToLong(standing -> standing.net().minor()).sum();
  }

  /** Asserts all invariants. */
  public void assertHolds() {
    payments.forEach(payment -> {
      assertResolved(payment);
      assertMoney(payment);
      assertEvents(payment);
      assertRefunds(payment);
    });
    refunds.forEach(this::assertEvents);
    assertNobodyElsesMoney();
    assertKeys();
    assertFound();
  }

  private void assertResolved(Payment payment) {
    assertThat(payment.status()).as("status of %s", payment).isNotEqualTo("processing");
    assertThat(attemptsOf(payment))
        .as("open attempts of %s", payment)
        .noneMatch(attempt ->
            List.of("begun", "pending", "unknown", "reversing").contains(attempt.status()));
  }

  private void assertMoney(Payment payment) {
    long ours = payment.capturable() + payment.captured() - payment.refunded();
    List<AuthorizationTotals> theirs =
        attemptsOf(payment).stream()
            .filter(attempt -> book.containsKey(attempt.id()))
            .map(attempt -> book.get(attempt.id()))
            .toList();
    if (payment.status().equals("succeeded") && payment.captureMethod().equals("automatic")) {
      assertThat(payment.captured())
          .as("captured amount of %s", payment)
          .isEqualTo(payment.amount());
    }
    assertThat(theirs.stream().mapToLong(standing -> standing.net().minor()).sum())
        .as("the ledger's net of %s, whose authorizations are %s", payment, theirs)
        .isEqualTo(ours);
    assertThat(theirs.stream().mapToLong(standing -> standing.refunded().minor()).sum())
        .as("refunds of %s in the ledger", payment)
        .isEqualTo(payment.refunded());
    assertThat(theirs.stream().filter(standing -> !standing.net().isZero()).count())
        .as("authorizations of %s with a net amount", payment)
        .isLessThanOrEqualTo(1);
  }

  private void assertEvents(Payment payment) {
    List<Event> told =
        events.stream().filter(event -> event.object().equals(payment.id())).toList();
    assertThat(told)
        .as("sequence of the events of %s", payment)
        .extracting(Event::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, payment.sequence()).boxed().toList());
    assertThat(told.getFirst().type()).as("first event of %s", payment).isIn(FIRST);
    assertThat(told.stream().skip(1).map(Event::type))
        .as("later events of %s", payment)
        .doesNotContain("payment.created");
    assertThat(
            told.stream()
                .filter(event -> !AFTERWARDS.contains(event.type()))
                .toList()
                .getLast()
                .type())
        .as("last event of %s", payment)
        .isEqualTo(
            payment.status().equals("requires_capture")
                ? "payment.amount_capturable_updated"
                : "payment." + payment.status());
    assertThat(
            told.stream()
                .filter(event -> FINAL.contains(event.type().substring("payment.".length()))))
        .as("final events of %s", payment)
        .hasSize(payment.isFinal() ? 1 : 0);
  }

  private void assertRefunds(Payment payment) {
    List<Refund> own =
        refunds.stream().filter(refund -> refund.payment().equals(payment.id())).toList();
    assertThat(own)
        .extracting(Refund::status)
        .as("statuses of the refunds of %s", payment)
        .doesNotContain("pending");
    assertThat(payment.refundPending()).as("amount reserved for refunds of %s", payment).isZero();
    assertThat(
            own.stream()
                .filter(refund -> refund.status().equals("succeeded"))
                .mapToLong(Refund::amount)
                .sum())
        .as("total of the successful refunds of %s", payment)
        .isEqualTo(payment.refunded());
  }

  private void assertEvents(Refund refund) {
    List<Event> told = events.stream().filter(event -> event.object().equals(refund.id())).toList();
    assertThat(told)
        .as("sequence of the events of %s", refund)
        .extracting(Event::sequence)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, refund.sequence()).boxed().toList());
    assertThat(told.getFirst().type()).isEqualTo("refund.created");
    assertThat(told.getLast().type())
        .as("last event of %s", refund)
        .isEqualTo(refund.status().equals("failed") ? "refund.failed" : "refund.updated");
  }

  private void assertNobodyElsesMoney() {
    assertThat(attempts.stream().map(Attempt::id))
        .as("an attempt for each authorization in the ledger")
        .containsAll(book.keySet());
  }

  private void assertKeys() {
    assertThat(payments.stream().map(Payment::id))
        .as("payments that idempotency records refer to")
        .containsAll(records.stream().map(IdempotencyRow::payment).toList());
    assertThat(records).allMatch(IdempotencyRow::answered);
    assertThat(
            attempts.stream()
                .filter(attempt -> attempt.slot() != null && !attempt.status().equals("abandoned"))
                .map(Attempt::slot))
        .as("idempotency records, each resolved by at most one attempt")
        .doesNotHaveDuplicates();
  }

  private void assertFound() {
    assertThat(foundByStatus)
        .as("payments in the lists by status")
        .containsExactlyElementsOf(
            payments.stream()
                .filter(payment -> !payment.status().equals("succeeded"))
                .map(payment -> new Found(payment.id(), payment.status()))
                .toList());
  }

  private List<Attempt> attemptsOf(Payment payment) {
    return attempts.stream().filter(attempt -> attempt.payment().equals(payment.id())).toList();
  }
}
