package florin.bank.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.config.Config;
import florin.testing.BankObjects;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PaymentFileLoopTest {
  @Test
  void the_due_hour_is_todays_after_it_passed_and_yesterdays_before() {
    LocalTime six = LocalTime.of(6, 0);

    assertThat(PaymentFileLoop.lastHour(Instant.parse("2026-11-23T06:00:00Z"), six))
        .isEqualTo("2026-11-23T06:00:00Z");
    assertThat(PaymentFileLoop.lastHour(Instant.parse("2026-11-23T05:59:59Z"), six))
        .isEqualTo("2026-11-22T06:00:00Z");
    assertThat(PaymentFileLoop.lastHour(Instant.parse("2026-11-23T23:59:59Z"), six))
        .isEqualTo("2026-11-23T06:00:00Z");
  }

  @Test
  void transfers_that_wait_since_before_the_hour_go_into_a_file_automatically() {
    try (TestApp florin = TestApp.open()) {
      BankObjects.accountToOrder(florin.client());
      florin.query(
          "UPDATE outgoing_transfer SET waiting_since = waiting_since - interval '2 days' RETURNING 1");
      assertThat(florin.get("/v2/payment_files").texts("/data", "id")).isEmpty();

      try (TestApp node = florin.openAnotherNodeWith(PaymentFileLoopTest::atSix)) {
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> node.get("/v2/payment_files").texts("/data", "status").contains("open"));
      }
    }
  }

  private static Config atSix(Config config) {
    return new Config(
        config.http(),
        config.data(),
        config.database(),
        config.keysFile(),
        config.baseUrl(),
        config.smtp(),
        config.rateLimit(),
        config.cardBrake(),
        config.committers(),
        config.cardRetention(),
        config.bankTransferPatience(),
        config.bankFolder(),
        Optional.of(LocalTime.of(6, 0)),
        config.webhooks(),
        config.requestsKept(),
        config.backups(),
        config.leastDiskFree(),
        config.stripe(),
        config.mollie(),
        config.passwordCost());
  }
}
