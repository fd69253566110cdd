package florin.payment.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.instrument.Instrument;
import florin.payment.execution.Attempts;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.CreateRefund;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Refund;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.Samples;
import florin.testing.TestApp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;

/**
 * The last protection of the money against bugs. Of two decisions on the same version, one is
 * rejected, and the database rejects impossible rows.
 */
@TestInstance(Lifecycle.PER_CLASS)
class GuardsTest {
  private final TestApp app = TestApp.open();
  private final Db db = new Db(app.database());
  private final GroupCommit commits =
      new GroupCommit("test", app.database()::connect, 1, GroupCommit.DEFAULT_PATIENCE);
  private final PaymentStore payments = new PaymentStore(db);

  /** Finds a value that the code has and a CHECK of the database lacks. */
  @Test
  void the_tables_know_every_operation_and_every_kind_of_instrument() {
    assertKnown("operation_is_known", Operation.values(), Operation::text);
    assertKnown(
        "pending_operation_is_known",
        Stream.of(Operation.values())
            .filter(operation -> operation != Operation.REVERSE && !operation.isSideBySide())
            .toArray(Operation[]::new),
        Operation::text);
    assertKnown("connector_exchange_operation_check", OperationKind.values(), OperationKind::text);
    assertKnown("payment_method_type_is_known", Instrument.Type.values(), Instrument.Type::text);
  }

  private <T> void assertKnown(String constraint, T[] values, Function<T, String> text) {
    String check =
        app.query(
                "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = ?", constraint)
            .getFirst();
    assertThat(Pattern.compile("'([a-z_]+)'::").matcher(check).results().map(word -> word.group(1)))
        .as(constraint)
        .containsExactlyInAnyOrderElementsOf(Stream.of(values).map(text).toList());
  }

  @AfterAll
  void close() {
    payments.close();
    commits.close();
    db.close();
    app.close();
  }

  @Test
  void the_second_of_two_decisions_on_one_version_of_a_payment_is_rejected() {
    Payment payment = pay("4000000000840118");
    Write decision =
        PaymentStore.update(
            PaymentMachine.authorized(payment, new Outcome.Pending(), Instant.now()).payment());

    assertThat(commit(decision)).isEqualTo(new CommitResult.Committed());
    assertThat(commit(decision)).isEqualTo(new CommitResult.Refused(decision));
  }

  @Test
  void the_second_of_two_claims_on_one_version_of_an_attempt_is_rejected() {
    Payment payment = pay("4242424242424242");
    Attempt attempt = new AttemptStore(db).list(payment.realm(), payment.id()).getLast();
    var other = new Owner(UUID.randomUUID(), UUID.randomUUID());
    Instant lease = Instant.now().plusSeconds(15);
    Write first = AttemptStore.update(attempt.takenBy(other, lease));
    Write second = AttemptStore.update(attempt.takenBy(other, lease));

    assertThat(commit(first)).isEqualTo(new CommitResult.Committed());
    assertThat(commit(second)).isEqualTo(new CommitResult.Refused(second));
  }

  @Test
  void the_second_of_two_decisions_on_one_version_of_a_refund_is_rejected() {
    Refund refund = refund(pay("4000000000007726"), 400);
    Write decision = RefundStore.update(RefundMachine.described(refund, Map.of("a", "1")).refund());

    assertThat(commit(decision)).isEqualTo(new CommitResult.Committed());
    assertThat(commit(decision)).isEqualTo(new CommitResult.Refused(decision));
  }

  /** Both refunds find enough money left, and only one may succeed. */
  @Test
  void the_second_of_two_refunds_on_one_version_of_a_payment_is_rejected() {
    Payment payment = pay("4242424242424242");
    Write first = PaymentStore.update(reserve(payment, 700));
    Write second = PaymentStore.update(reserve(payment, 700));

    assertThat(commit(first)).isEqualTo(new CommitResult.Committed());
    assertThat(commit(second)).isEqualTo(new CommitResult.Refused(second));
  }

  @Test
  void a_second_reference_for_one_refund_cannot_be_stored() {
    Refund refund = refund(pay("4242424242424242"), 400);
    Attempt attempt = new AttemptStore(db).getOf(refund);
    InstantSource clock = InstantSource.system();
    var attempts =
        new Attempts(attempt.state().owner(), new IdSource(clock), clock, Samples.NO_CONNECTORS);
    var request = new RequestId(UUID.randomUUID());
    Write anew = AttemptStore.insert(attempts.beginAnew(attempt, request, Instant.now()));

    assertThat(commit(anew))
        .isInstanceOfSatisfying(
            CommitResult.Rejected.class,
            rejected -> assertThat(rejected.constraint()).isEqualTo("attempt_one_for_a_refund"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          payment_amount_in_range                 | UPDATE payment SET amount = 1000000000000
          payment_amounts_not_negative            | UPDATE payment SET amount_refunded = -1
          payment_captured_within_authorised      | UPDATE payment SET amount_captured = amount + 1
          payment_captured_within_authorised      | UPDATE payment SET amount_capturable = 1
          payment_refunded_within_captured        | UPDATE payment SET amount_refunded = amount_captured + 1
          payment_refunded_within_captured        | UPDATE payment SET amount_refunded = amount_captured, amount_refund_pending = 1
          payment_money_only_where_status_says_so | UPDATE payment SET amount_captured = 0
          payment_money_only_where_status_says_so | UPDATE payment SET status = 'canceled', canceled_at = now()
          payment_live_is_not_simulated           | UPDATE payment SET realm_id = realm_id + 1
          attempt_amount_not_negative             | UPDATE attempt SET amount = -1
          refund_amount_in_range                  | UPDATE refund SET amount = 0
          simulator_moves_no_live_money           | UPDATE simulator_operation SET realm_id = realm_id + 1
          simulator_captured_within_authorized    | UPDATE simulator_operation SET captured = amount + 1
          simulator_refunded_within_captured      | UPDATE simulator_operation SET refunded = captured + 1
          """)
  void the_database_rejects_impossible_rows(String constraint, String sql) {
    Payment made = pay("4242424242424242");
    app.post("/v2/refunds", "{\"payment\": \"" + made.id() + "\", \"amount\": 1}");
    UUID payment = made.id().uuid();
    String row =
        switch (sql.split(" ")[1]) {
          case "payment" -> " WHERE id = ?";
          case "attempt" -> " WHERE payment_id = ? AND operation = 'authorize'";
          case "refund" -> " WHERE payment_id = ?";
          default ->
              " WHERE kind = 'authorization' AND reference IN (SELECT id FROM attempt WHERE payment_id = ?)";
        };

    assertThatThrownBy(() -> app.update(sql + row, payment))
        .rootCause()
        .isInstanceOf(PSQLException.class)
        .hasMessageContaining("\"" + constraint + "\"");
  }

  private Payment pay(String number) {
    String id = app.post("/v2/payments", TestApp.payment(1000, number)).payment();
    return payments.get(app.realm(), PaymentId.KIND.parse(id).orElseThrow());
  }

  private Refund refund(Payment payment, long amount) {
    String body = "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment.id(), amount);
    String id = app.post("/v2/refunds", body).text("/id");
    return new RefundStore(db).get(app.realm(), RefundId.KIND.parse(id).orElseThrow());
  }

  private static Payment reserve(Payment payment, long amount) {
    var command =
        new CreateRefund(payment.id(), OptionalLong.of(amount), Optional.empty(), Map.of());
    return RefundMachine.begin(payment, new RefundId(UUID.randomUUID()), command, Instant.now())
        .payment()
        .orElseThrow()
        .payment();
  }

  private CommitResult commit(Write write) {
    return commits.commit(Changeset.of(write));
  }
}
