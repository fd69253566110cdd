package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.app.App.Networks;
import florin.payment.execution.CrashPoint.Step;
import florin.testing.DeafLine;
import florin.testing.Reply;
import florin.testing.SimulatedCrash;
import florin.testing.TestApp;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A crash costs no sale: if a payment never reached the network, it waits for its client to repeat
 * the request.
 */
class RepetitionTest {
  private static final String KEY = "order-1";
  private static final String BODY = TestApp.payment(1000, "4242424242424242");

  @ParameterizedTest
  @EnumSource(
      value = After.class,
      names = {"RETRY_SAME_NODE", "RETRY_OTHER_NODE"})
  void a_payment_that_never_arrived_succeeds_when_its_request_is_repeated(After after) {
    try (TestApp app = after.next(crash(KEY))) {
      Drill.within(Drill.PATIENCE).until(() -> Drill.isLeftToRepetition(app));
      assertThat(status(app)).isEqualTo("processing");

      Reply repeated = app.post("/v2/payments", BODY, KEY);

      assertThat(repeated.status()).as(repeated.body()).isEqualTo(200);
      assertThat(repeated.text("/status")).isEqualTo("succeeded");
      var reconciliation = Drill.reconcile(app);
      assertThat(reconciliation.payments()).hasSize(1);
      assertThat(reconciliation.net()).isEqualTo(1000);
    }
  }

  @Test
  void it_waits_for_its_repetition_even_if_the_network_was_unreachable_at_first() {
    var networks = new Networks(new DeafLine(3), List.of());
    try (TestApp app = crash(TestApp.open(SimulatedCrash.at(Step.BEGUN), networks), KEY).reopen()) {
      Drill.within(Drill.PATIENCE).until(() -> Drill.isLeftToRepetition(app));

      Reply repeated = app.post("/v2/payments", BODY, KEY);

      assertThat(repeated.text("/status")).as(repeated.body()).isEqualTo("succeeded");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = After.class,
      names = {"NO_RETRY_SAME_NODE", "NO_RETRY_OTHER_NODE"})
  void it_fails_without_a_repetition(After after) {
    try (TestApp app = after.next(crash(KEY))) {
      Drill.within(Drill.PATIENCE).until(() -> Drill.isLeftToRepetition(app));
      Drill.within(Drill.PATIENCE).until(() -> Drill.isFinal(app));

      assertThat(status(app)).isEqualTo("failed");
      Reply repeated = app.post("/v2/payments", BODY, KEY);
      assertThat(repeated.text("/error/code")).isEqualTo("processing_error");
      assertThat(Drill.reconcile(app).net()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = After.class,
      names = {"NO_RETRY_SAME_NODE"})
  void without_a_key_there_is_no_repetition_and_it_fails_immediately(After after) {
    try (TestApp app = after.next(crash(""))) {
      Drill.within(Drill.PATIENCE)
          .until(() -> {
            assertThat(Drill.isLeftToRepetition(app)).isFalse();
            return status(app).equals("failed");
          });
    }
  }

  private static TestApp crash(String key) {
    return crash(TestApp.open(SimulatedCrash.at(Step.BEGUN)), key);
  }

  private static TestApp crash(TestApp life, String key) {
    assertThatThrownBy(
            () -> {
              if (key.isEmpty()) {
                life.post("/v2/payments", BODY);
              } else {
                life.post("/v2/payments", BODY, key);
              }
            })
        .isInstanceOf(UncheckedIOException.class);
    assertThat(life.awaitCrash(Drill.PATIENCE)).isTrue();
    return life;
  }

  private static String status(TestApp app) {
    return String.join(" ", app.get("/v2/payments").texts("/data", "status"));
  }
}
