package florin.dashboard.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import florin.webhook.Delivery.AttemptResult;
import florin.webhook.Delivery.DeliveryAttempt;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each cause of a failure has its own advice. */
class FailureTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connection refused | Nothing listens at shop.example:8443.",
        "the host's name has no address | DNS has no address",
        "TLS failed: PKIX path building failed | certificate of shop.example:8443",
        "no connection within 5 s | Check the firewall",
        "no response within 15 s | didn't respond within 15 seconds",
        "not sent: the URL must not have a private address | Correct the URL.",
        "the connection broke: EOFException | no valid response",
        "the response is too large | no valid response"
      })
  void advice_by_cause(String error, String advice) {
    var attempt =
        new DeliveryAttempt(
            AttemptResult.FAILED,
            Optional.empty(),
            Optional.of(error),
            20,
            Optional.empty(),
            Optional.empty(),
            Instant.EPOCH);

    assertThat(FailureText.advice(attempt, "https://shop.example:8443/hook?a=b")).contains(advice);
  }
}
