package florin.payment.store;

import static florin.payment.store.RowSamples.CUSTOMER;
import static florin.payment.store.RowSamples.NOW;
import static florin.payment.store.RowSamples.OWNER;
import static florin.payment.store.RowSamples.REALM;
import static florin.payment.store.RowSamples.attempt;
import static florin.payment.store.RowSamples.canceled;
import static florin.payment.store.RowSamples.failed;
import static florin.payment.store.RowSamples.held;
import static florin.payment.store.RowSamples.owner;
import static florin.payment.store.RowSamples.payment;
import static florin.payment.store.RowSamples.succeeded;
import static florin.payment.store.RowSamples.usd;
import static florin.payment.store.RowSamples.with;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Checks.Check;
import florin.connector.ConnectorName;
import florin.connector.OffSessionReason;
import florin.core.Currency;
import florin.core.Id.CustomerId;
import florin.core.Id.MandateId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Money;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import florin.db.Write;
import florin.instrument.BankTransfer;
import florin.instrument.Hosted;
import florin.instrument.Instrument;
import florin.mandate.MandateUse.OffSession;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Payment.Method;
import florin.payment.machine.Payment.PaymentTerms;
import florin.payment.machine.Refund;
import florin.payment.machine.Samples;
import florin.paymentmethod.BillingDetails;
import florin.testing.StoredRow;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Rows are read as they were written, and each value is in the column with its name. To detect
 * swapped columns, all values of one type differ.
 */
@TestInstance(Lifecycle.PER_CLASS)
class StoresTest {
  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = new Db(database);
  private final GroupCommit commits =
      new GroupCommit("test", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final PaymentStore payments = new PaymentStore(db);

  @BeforeAll
  void addCustomers() throws Exception {
    try (Connection connection = database.connect()) {
      for (CustomerId id : List.of(CUSTOMER, OWNER)) {
        Db.update(
            connection,
            "INSERT INTO customer (realm_id, id, version, sequence, created_at) VALUES (?, ?, 1, 1, now())",
            REALM.id(),
            id.uuid());
      }
    }
  }

  @AfterAll
  void close() {
    payments.close();
    commits.close();
    db.close();
  }

  @Test
  void a_payment_is_read_as_inserted_and_as_updated() {
    Payment made = payment(succeeded(1, 600, 100, 50, Check.PASS, Check.FAIL, Check.UNAVAILABLE));
    commit(PaymentStore.insert(made));
    assertThat(payments.find(REALM, made.id())).contains(made);

    Payment updated =
        Samples.with(made, succeeded(2, 700, 70, 20, Check.UNAVAILABLE, Check.PASS, Check.FAIL));
    commit(PaymentStore.update(updated));
    assertThat(payments.find(REALM, made.id())).contains(updated);
  }

  @Test
  void every_value_of_a_payment_is_in_its_column() throws Exception {
    Payment made = payment(succeeded(3, 600, 100, 50, Check.PASS, Check.FAIL, Check.UNAVAILABLE));
    commit(PaymentStore.insert(Samples.with(made, failed(2))), PaymentStore.update(made));
    String time = "2026-11-21T12:0";

    assertThat(StoredRow.of(database, "payment", made.id().uuid()))
        .isEqualTo(
            Map.ofEntries(
                entry("realm_id", REALM.id()),
                entry("id", made.id().uuid()),
                entry("version", 3),
                entry("sequence", 13),
                entry("status", "succeeded"),
                entry("amount", 1000),
                entry("currency", "usd"),
                entry("amount_capturable", 0),
                entry("amount_captured", 600),
                entry("amount_refunded", 100),
                entry("amount_refund_pending", 50),
                entry("capture_method", "manual"),
                entry("customer_id", CUSTOMER.uuid()),
                entry("description", "a description"),
                entry("metadata", "{\"a key\": \"a value\"}"),
                entry("receipt_email", "payer@example.com"),
                entry("statement_descriptor", "A DESCRIPTOR"),
                entry("payment_method_id", made.method().id().uuid()),
                entry("method_type", "card"),
                entry(
                    "method",
                    "{\"brand\": \"visa\", \"last4\": \"4242\", \"saved\": true, \"billing\": {\"name\": \"Jo\", \"email\": \"jo@example.com\", \"phone\": \"+1 555\"}, \"consent\": {\"text\": \"I agree.\", \"expires_at\": \"2026-11-21T12:01:00.123456Z\", \"ip_address\": \"203.0.113.7\", \"user_agent\": \"a browser\", \"accepted_at\": \"2026-11-21T12:00:00.123456Z\"}, \"funding\": \"debit\", \"exp_year\": 2040, \"exp_month\": 11, \"created_at\": \"2026-11-21T11:59:55.123456Z\", \"customer_id\": \""
                        + OWNER.uuid()
                        + "\", \"fingerprint\": \"print\"}"),
                entry("connector", "cn_01h455vb4pex5vsknk084sn02q"),
                entry("connector_kind", "stripe"),
                entry("check_cvc", "pass"),
                entry("check_address_line1", "fail"),
                entry("check_postal_code", "unavailable"),
                entry("network_response_code", "85"),
                entry("risk_level", "elevated"),
                entry("created_at", time + "0:00.123456+00:00"),
                entry("captured_at", time + "0:03.123456+00:00"),
                entry("cancellation_reason", "duplicate"),
                entry("return_url", "https://shop.example/return"),
                entry("challenge", "a challenge"),
                entry("action_url", "https://provider.example/pay"),
                entry(
                    "three_d_secure",
                    "{\"eci\": \"05\", \"version\": \"2.2.0\", \"trans_status\": \"A\", \"ds_transaction_id\": \"a ds id\"}")));
  }

  @Test
  void an_operation_in_flight_and_the_time_of_a_cancel_are_in_their_columns() throws Exception {
    Payment made = payment(held(1, 900));
    commit(PaymentStore.insert(made));
    assertThat(StoredRow.of(database, "payment", made.id().uuid()))
        .containsEntry("pending_operation", "capture");

    Payment canceled = Samples.with(made, canceled(2));
    commit(PaymentStore.update(canceled));
    assertThat(payments.find(REALM, made.id())).contains(canceled);
    assertThat(StoredRow.of(database, "payment", made.id().uuid()))
        .containsEntry("canceled_at", "2026-11-21T12:01:42.123456+00:00")
        .doesNotContainKey("pending_operation");
  }

  @Test
  void a_failed_payment_has_its_reason_in_four_columns() throws Exception {
    Payment failed = payment(failed(1));
    commit(PaymentStore.insert(failed));

    assertThat(StoredRow.of(database, "payment", failed.id().uuid()))
        .containsAllEntriesOf(
            Map.ofEntries(
                entry("failure_code", "card_declined"),
                entry("failure_decline_code", "do_not_honor"),
                entry("failure_message", "a message"),
                entry("failure_advice", "try_again_later")));
  }

  @Test
  void a_payment_with_another_instrument_is_read_as_inserted() {
    for (Instrument instrument :
        List.of(
            BankTransfer.NEW,
            BankTransfer.NEW.received(
                usd(300), Optional.of(new BankTransfer.Debtor("Ω \"J\\ö\"", "3000"))),
            new Hosted(List.of("card", "ideal")))) {
      Payment card = payment(held(1, 900));
      var method =
          new Method(
              card.method().id(),
              instrument,
              BillingDetails.NONE,
              card.created(),
              Optional.empty(),
              false,
              Optional.of(
                  new OffSession(
                      OffSessionReason.RECURRING,
                      new MandateId(UUID.randomUUID()),
                      Optional.of(new PaymentId(UUID.randomUUID())))));
      Payment made =
          new Payment(
              REALM,
              card.id(),
              card.created(),
              card.terms(),
              method,
              new ConnectorName("bank", "bank"),
              card.state());
      commit(PaymentStore.insert(made));

      assertThat(payments.find(REALM, made.id())).contains(made);
    }
  }

  @Test
  void a_waiting_or_failed_payment_is_read_as_inserted_and_as_updated() {
    Payment held = payment(held(1, 900));
    commit(PaymentStore.insert(held));
    assertThat(payments.find(REALM, held.id())).contains(held);
    Payment less = Samples.with(held, held(2, 800));
    commit(PaymentStore.update(less));
    assertThat(payments.find(REALM, held.id())).contains(less);

    Payment failed = payment(failed(1));
    commit(PaymentStore.insert(failed));
    assertThat(payments.find(REALM, failed.id())).contains(failed);
    Payment begun = payment(held(1, 900));
    commit(PaymentStore.insert(begun), PaymentStore.update(Samples.with(begun, failed(2))));
    assertThat(payments.find(REALM, begun.id())).contains(Samples.with(begun, failed(2)));
  }

  @Test
  void the_changed_description_of_a_payment_is_read() {
    Payment made = payment(held(1, 900));
    commit(PaymentStore.insert(made));
    PaymentTerms terms = made.terms();
    Payment described =
        Samples.with(
            made,
            new PaymentTerms(
                terms.amount(),
                terms.captureMethod(),
                Optional.of(OWNER),
                Optional.of("another description"),
                Map.of("another", "value"),
                Optional.of("another@example.com"),
                terms.statementDescriptor(),
                terms.returnUrl()),
            2,
            99);
    commit(PaymentStore.describe(described));

    assertThat(payments.find(REALM, made.id())).contains(described);
  }

  @Test
  void an_attempt_is_read_as_inserted_and_as_updated() throws Exception {
    var store = new AttemptStore(db);
    Payment payment = payment(held(1, 900));
    Attempt refund =
        attempt(
            payment,
            Operation.REFUND,
            Optional.of(new RefundId(UUID.randomUUID())),
            new Attempt.State(
                3,
                Progress.APPROVED,
                owner(),
                Optional.of(NOW.plusSeconds(9)),
                Optional.empty(),
                4,
                Optional.of(
                    new Attempt.Completion(
                        Resolution.INQUIRY, Optional.of("00"), NOW.plusSeconds(7))),
                Optional.empty()));
    commit(PaymentStore.insert(payment), AttemptStore.insert(refund));
    assertThat(store.list(REALM, payment.id())).containsExactly(refund);
    assertThat(StoredRow.of(database, "attempt", refund.id().uuid()))
        .isEqualTo(
            Map.ofEntries(
                entry("realm_id", REALM.id()),
                entry("id", refund.id().uuid()),
                entry("payment_id", payment.id().uuid()),
                entry("operation", "refund"),
                entry("authorization_id", refund.authorization().orElseThrow().uuid()),
                entry("refund_id", refund.refund().orElseThrow().uuid()),
                entry("version", 3),
                entry("status", "approved"),
                entry("connector", "cn_01h455vb4pex5vsknk084sn02q"),
                entry("connector_kind", "stripe"),
                entry("amount", 321),
                entry("node", refund.state().owner().node()),
                entry("boot", refund.state().owner().boot()),
                entry("due_at", "2026-11-21T12:00:09.123456+00:00"),
                entry("checked", 4),
                entry("idempotency_id", refund.idempotency().orElseThrow()),
                entry("request_id", refund.request().orElseThrow().uuid()),
                entry("network_response_code", "00"),
                entry("resolved_by", "inquiry"),
                entry("created_at", "2026-11-21T12:00:00.123456+00:00"),
                entry("resolved_at", "2026-11-21T12:00:07.123456+00:00")));

    Attempt other =
        with(
            refund,
            new Attempt.State(
                4,
                Progress.PENDING,
                owner(),
                Optional.of(NOW.plusSeconds(90)),
                Optional.of(NOW.plusSeconds(900)),
                5,
                Optional.of(
                    new Attempt.Completion(
                        Resolution.RETRY,
                        Optional.of("85"),
                        Optional.of("a scheme's id"),
                        Optional.of("a network's name"),
                        NOW.plusSeconds(8))),
                Optional.of(new Money(321, Currency.get("eur")))));
    commit(AttemptStore.update(other));
    assertThat(store.list(REALM, payment.id())).containsExactly(other);
  }

  @Test
  void a_refund_is_read_as_inserted_and_as_updated() throws Exception {
    var store = new RefundStore(db);
    var made =
        new Refund(
            REALM,
            new RefundId(UUID.randomUUID()),
            new PaymentId(UUID.randomUUID()),
            usd(400),
            Optional.of(Refund.Reason.FRAUDULENT),
            Optional.of(new Refund.RefundAccount("NL", "4300")),
            Map.of("a", "1"),
            NOW,
            new Refund.State(
                3, 2, Refund.Status.FAILED, Optional.of(Refund.FailureReason.DECLINED)));
    commit(RefundStore.insert(made));
    assertThat(store.find(REALM, made.id())).contains(made);
    assertThat(StoredRow.of(database, "refund", made.id().uuid()))
        .isEqualTo(
            Map.ofEntries(
                entry("realm_id", REALM.id()),
                entry("id", made.id().uuid()),
                entry("payment_id", made.payment().uuid()),
                entry("version", 3),
                entry("sequence", 2),
                entry("status", "failed"),
                entry("amount", 400),
                entry("currency", "usd"),
                entry("reason", "fraudulent"),
                entry("failure_reason", "declined"),
                entry("bank_account", "{\"last4\": \"4300\", \"country\": \"NL\"}"),
                entry("metadata", "{\"a\": \"1\"}"),
                entry("created_at", "2026-11-21T12:00:00.123456+00:00")));

    Refund updated =
        Samples.with(
            made,
            Map.of("b", "2"),
            new Refund.State(
                4, 9, Refund.Status.FAILED, Optional.of(Refund.FailureReason.UNKNOWN)));
    commit(RefundStore.update(updated));
    assertThat(store.find(REALM, made.id())).contains(updated);
  }

  private static Map.Entry<String, String> entry(String column, Object value) {
    return Map.entry(column, value.toString());
  }

  private void commit(Write... writes) {
    // A batch writes a row only once, so the writes are separate commits.
    for (Write write : writes) {
      assertThat(commits.commit(Changeset.of(write))).isEqualTo(new CommitResult.Committed());
    }
  }
}
