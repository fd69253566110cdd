package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.BankReconciliation;
import florin.testing.BankShop;
import florin.testing.BankShop.Waiting;
import florin.testing.BankStatementText.Line;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A node crashes between any two steps of a bank transfer refund, or of the debit that executes it.
 * The next life finds the refund, no file contains it a second time, and its status matches the
 * bank's entries.
 */
@Tag("drill")
class PaymentFileCrashTest {
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  /** Tests each crash, with the refund's status if no client repeats the request. */
  @ParameterizedTest
  @CsvSource({"BEGUN, failed", "CALLED, pending", "FINISHED, pending"})
  void an_interrupted_refund_is_ordered_at_most_once(Step fatal, String left) {
    var isArmed = new AtomicBoolean();
    var first = TestApp.open(when(isArmed, fatal));
    var shop = new BankShop(first);
    Waiting payment = paid(shop, 500);
    isArmed.set(true);
    try {
      first.post("/v2/refunds", "{\"payment\": \"" + payment.id() + "\"}");
    } catch (AssertionError | RuntimeException died) {
      assertThat(died).isNotNull(); // the node no longer responds
    }
    assertThat(first.awaitCrash(PATIENCE)).isTrue();

    try (TestApp next = first.reopen()) {
      String list = "/v2/refunds?payment=" + payment.id();
      await()
          .atMost(PATIENCE)
          .until(() ->
              next.get(list).text("/data/0/status").equals(left)
                  && next.query("SELECT 1 FROM attempt WHERE status = 'begun'").isEmpty());
      String account = next.get("/v2/receiving_accounts").text("/data/0/id");
      Reply order = next.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
      assertThat(order.status()).as(order.body()).isEqualTo(left.equals("pending") ? 200 : 400);
      BankReconciliation.checkAtRest(next.database());
    }
  }

  /** The commit that cancels the refund also removes it from the next file. */
  @Test
  void an_interrupted_cancel_leaves_the_refund_unchanged() {
    var isArmed = new AtomicBoolean();
    var first = TestApp.open(when(isArmed, Step.TAKEN));
    var shop = new BankShop(first);
    Waiting payment = paid(shop, 500);
    String refund =
        first.post("/v2/refunds", "{\"payment\": \"" + payment.id() + "\"}").text("/id");
    isArmed.set(true);
    try {
      first.post("/v2/refunds/" + refund + "/cancel", "{}");
    } catch (AssertionError | RuntimeException died) {
      assertThat(died).isNotNull(); // the node no longer responds
    }
    assertThat(first.awaitCrash(PATIENCE)).isTrue();

    try (TestApp next = first.reopen()) {
      next.update("UPDATE attempt SET due_at = now() WHERE due_at IS NOT NULL");
      await()
          .atMost(PATIENCE)
          .until(() ->
              next.query("SELECT 1 FROM attempt WHERE due_at <= now() AND status = 'pending'")
                  .isEmpty());
      assertThat(next.get("/v2/refunds/" + refund).text("/status")).isEqualTo("pending");
      String account = next.get("/v2/receiving_accounts").text("/data/0/id");
      Reply order = next.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
      assertThat(order.number("/transfers")).as(order.body()).isEqualTo(1);
      BankReconciliation.checkAtRest(next.database());
    }
  }

  @ParameterizedTest
  @CsvSource({"MATCHING", "MATCHED"})
  void the_debit_of_a_refund_counts_once(Step fatal) {
    var isArmed = new AtomicBoolean();
    var first = TestApp.open(when(isArmed, fatal));
    var shop = new BankShop(first);
    Waiting payment = paid(shop, 500);
    String refund =
        first.post("/v2/refunds", "{\"payment\": \"" + payment.id() + "\"}").text("/id");
    String account = first.get("/v2/receiving_accounts").text("/data/0/id");
    Reply order = first.post("/v2/payment_files", "{\"receiving_account\": \"" + account + "\"}");
    String path = "/v2/payment_files/" + order.text("/id") + ".xml";
    String file = first.get(path).body();
    isArmed.set(true);
    try {
      shop.book(
          payment.iban(), Line.debit(500, "D1", refund.replace("_", "").toUpperCase(Locale.ROOT)));
    } catch (AssertionError | RuntimeException died) {
      assertThat(died).isNotNull(); // the node no longer responds
    }
    assertThat(first.awaitCrash(PATIENCE)).isTrue();

    try (TestApp next = first.reopen()) {
      new BankShop(next).awaitMatched();
      assertThat(next.get("/v2/refunds/" + refund).text("/status")).isEqualTo("succeeded");
      assertThat(next.get("/v2/payments/" + payment.id()).number("/amount_refunded"))
          .isEqualTo(500);
      assertThat(next.get(path).body()).isEqualTo(file);
      BankReconciliation.checkAtRest(next.database());
    }
  }

  private static florin.payment.execution.CrashPoint when(AtomicBoolean isArmed, Step fatal) {
    var crash = SimulatedCrash.at(fatal, 1);
    return step -> {
      if (isArmed.get()) {
        crash.at(step);
      }
    };
  }

  private static Waiting paid(BankShop shop, long amount) {
    Waiting payment = shop.ask(amount);
    shop.book(payment.iban(), Line.credit(amount, "P1", payment.reference()));
    shop.awaitMatched();
    return payment;
  }
}
