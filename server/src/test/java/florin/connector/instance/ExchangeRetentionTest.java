package florin.connector.instance;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.instance.ExchangeRetentionStore.ExchangeKey;
import florin.core.IdSource;
import florin.db.Db;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Payments of the simulator with invented records of exchanges with a provider. */
@TestInstance(Lifecycle.PER_CLASS)
class ExchangeRetentionTest {
  private static final String GOOD = "4242424242424242";
  private static final String DECLINED = "4000000000000002";

  private final TestApp florin = TestApp.open();
  private final Db db = new Db(florin.database());
  private final ExchangeRetentionStore store = new ExchangeRetentionStore(db);

  @AfterAll
  void close() {
    db.close();
    florin.close();
  }

  @BeforeEach
  void forget() {
    florin.update("DELETE FROM connector_exchange");
  }

  @Test
  void no_exchange_is_deleted_within_the_retention() {
    pay(DECLINED);
    exchange();
    age("89 days");

    walk();

    assertThat(left()).containsExactly("authorize");
  }

  @Test
  void exchanges_of_a_payment_without_possible_operations_are_deleted() {
    pay(DECLINED);
    refund(pay(GOOD), 1000);
    florin.post("/v2/payments/" + hold() + "/cancel", "{}");
    exchange();
    age("91 days");

    walk();

    assertThat(left()).isEmpty();
  }

  @Test
  void references_of_an_authorization_stay_while_it_can_be_captured_or_refunded() {
    refund(pay(GOOD), 999);
    hold();
    exchange();
    age("91 days");

    walk();

    assertThat(left()).containsExactly("authorize", "authorize");
  }

  @Test
  void exchanges_of_a_payment_with_recent_or_open_operations_stay() {
    refund(pay(GOOD), 1000);
    pay(DECLINED);
    exchange();
    age("91 days");
    florin.update(
        "UPDATE attempt SET version = version + 1, due_at = now() + interval '1 day' WHERE operation = 'refund'");
    florin.update(
        "UPDATE attempt SET version = version + 1, resolved_at = now() WHERE status = 'declined'");

    walk();

    assertThat(left()).containsExactly("authorize", "authorize", "refund");
  }

  @Test
  void an_exchange_without_an_attempt_is_deleted_by_its_own_age() {
    for (String age : List.of("89 days", "91 days")) {
      florin.update(
          """
          INSERT INTO connector_exchange (realm_id, attempt_id, number, connector_id, operation, step, sent_at)
          VALUES (?, ?, 0, gen_random_uuid(), 'cancel', ?, now() - ?::interval)\
          """,
          florin.realm().id(),
          new IdSource(InstantSource.system()).next(),
          age,
          age);
    }

    walk();

    assertThat(florin.query("SELECT step FROM connector_exchange")).containsExactly("89 days");
  }

  private Reply pay(String card) {
    return florin.post("/v2/payments", TestApp.payment(1000, card));
  }

  private String hold() {
    return florin
        .post(
            "/v2/payments",
            TestApp.payment(1000, GOOD).replaceFirst("\\{", "{\"capture_method\": \"manual\", "))
        .text("/id");
  }

  private void refund(Reply payment, long amount) {
    Reply refund =
        florin.post(
            "/v2/refunds",
            "{\"payment\": \"%s\", \"amount\": %d}".formatted(payment.text("/id"), amount));
    assertThat(refund.text("/status")).isEqualTo("succeeded");
  }

  /** Adds a step to every attempt that has none. */
  private void exchange() {
    florin.update(
        """
        INSERT INTO connector_exchange (realm_id, attempt_id, number, connector_id, operation, step, sent_at)
        SELECT realm_id, id, 0, gen_random_uuid(), operation, 'step', created_at
          FROM attempt
         WHERE connector = 'simulator'\
        """);
    florin.update("UPDATE attempt SET connector = 'seen'");
  }

  private void age(String age) {
    florin.update("UPDATE connector_exchange SET sent_at = sent_at - ?::interval", age);
    florin.update(
        "UPDATE attempt SET created_at = created_at - ?::interval, resolved_at = resolved_at - ?::interval, due_at = NULL WHERE id IN (SELECT attempt_id FROM connector_exchange)",
        age,
        age);
  }

  private void walk() {
    Instant since = Instant.now().minus(ExchangeRetention.KEPT);
    Optional<ExchangeKey> looked = Optional.of(ExchangeKey.START);
    while (looked.isPresent()) {
      looked = store.deleteAfter(looked.get(), since, 2);
    }
  }

  private List<String> left() {
    return florin.query("SELECT operation FROM connector_exchange ORDER BY operation");
  }
}
