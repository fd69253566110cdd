package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint.Step;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TestAppTest {
  @Test
  void a_payment_is_created_and_is_in_the_ledger() {
    try (var app = TestApp.open()) {
      Reply made = app.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));

      assertThat(made.status()).as(made.body()).isEqualTo(200);
      assertThat(made.text("/status")).isEqualTo("succeeded");
      assertThat(app.get("/v2/payments/" + made.payment()).body()).isEqualTo(made.body());
      assertThat(app.book())
          .singleElement()
          .satisfies(entry -> assertThat(entry.net().minor()).isEqualTo(1000));
    }
  }

  @Test
  void a_restarted_service_and_another_node_see_the_earlier_data() {
    var first = TestApp.open();
    String id = first.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).payment();
    first.abandon();

    try (var again = first.reopen();
        var other = first.openAnotherNode()) {
      assertThat(again.get("/v2/payments/" + id).status()).isEqualTo(200);
      assertThat(other.get("/v2/payments/" + id).status()).isEqualTo(200);
    }
  }

  @Test
  void a_crash_stops_everything_at_that_step() {
    try (var app =
        TestApp.open(step -> {
          if (step == Step.BEGUN) {
            throw new SimulatedCrash(step);
          }
        })) {
      try {
        app.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
      } catch (UncheckedIOException noAnswer) {
        assertThat(app.isDead()).isTrue();
      }

      assertThat(app.awaitCrash(Duration.ofSeconds(5))).isTrue();
      assertThat(app.query("SELECT status FROM attempt")).containsExactly("begun");
      assertThat(app.book()).isEmpty();
    }
  }
}
