package florin.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Poison;
import florin.testing.TestApp;
import org.junit.jupiter.api.Test;

/** A change and its idempotency record are one commit. */
class IdempotentCommandTest {
  @Test
  void a_change_that_is_rolled_back_leaves_no_idempotency_record() {
    try (var florin = TestApp.open()) {
      try (var _ = Poison.of(florin.database(), "INSERT", "customer", "true")) {
        assertThat(florin.post("/v2/customers", "{}", "key").status()).isEqualTo(500);
        assertThat(florin.query("SELECT 1 FROM customer")).isEmpty();
        assertThat(florin.query("SELECT 1 FROM idempotency")).isEmpty();
      }
      var made = florin.post("/v2/customers", "{}", "key");
      assertThat(made.status()).as(made.body()).isEqualTo(200);
      assertThat(made.isReplay()).isFalse();
    }
  }
}
