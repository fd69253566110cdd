package florin.checkout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.payment.execution.CrashPoint.Step;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Florin crashes while a payer pays, and the payer submits the form again. */
class CheckoutCrashTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @ParameterizedTest
  @EnumSource(names = {"BEGUN", "CALLED", "FINISHED"})
  void a_session_is_paid_once_and_complete_after_a_crash_at_any_step(Step fatal) {
    TestApp dying = TestApp.open(SimulatedCrash.at(fatal));
    Reply made = Payer.sessionOfLink(dying, "\"max_payments\": 1");
    String path = Payer.path(made);
    try {
      Payer.of(dying).pay(path, Payer.GOOD, "1");
    } catch (UncheckedIOException nobodyAnswers) {
      assertThat(nobodyAnswers).hasMessageNotContaining("4242");
    }
    assertThat(dying.awaitCrash(PATIENCE)).isTrue();

    try (TestApp florin = dying.reopen()) {
      Payer.of(florin).pay(path, Payer.GOOD, "1");
      Payer.of(florin).pay(path, Payer.GOOD, "2");
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(florin.get("/v2/checkout_sessions/" + made.text("/id")).text("/status"))
                  .isEqualTo("complete"));

      assertThat(florin.query("SELECT status FROM payment")).containsExactly("succeeded");
      assertThat(
              florin.query("SELECT payments || ' ' || paying || ' ' || reserved FROM payment_link"))
          .as("the only slot of its link is used")
          .containsExactly("1 0 0");
      assertThat(florin.book()).hasSize(1);
      assertThat(
              florin.query(
                  "SELECT count(*)::text FROM event WHERE type = 'checkout_session.completed'"))
          .containsExactly("1");
    }
  }
}
