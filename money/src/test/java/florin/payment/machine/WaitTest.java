package florin.payment.machine;

import static florin.payment.machine.Samples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.core.Id.AttemptId;
import florin.core.Id.RequestId;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The end of the wait for a payer on a provider's page. */
class WaitTest {
  private static final Instant IN_THREE_DAYS = NOW.plus(Duration.ofDays(3));

  @Test
  void a_page_that_florin_can_end_is_awaited_for_an_hour_at_most() {
    assertThat(end(NOW.plusSeconds(60), true)).contains(NOW.plusSeconds(60));
    assertThat(end(IN_THREE_DAYS, true)).contains(NOW.plus(Wait.ACTION_WITHIN));
  }

  @Test
  void a_page_that_only_the_provider_ends_is_awaited_until_it_expires() {
    assertThat(end(IN_THREE_DAYS, false)).contains(IN_THREE_DAYS);
  }

  private static Optional<Instant> end(Instant expires, boolean isCancelable) {
    Payment payment = Samples.begun(CaptureMethod.AUTOMATIC);
    Attempt attempt =
        Attempt.begun(
            payment,
            new AttemptId(UUID.randomUUID()),
            Optional.empty(),
            new RequestId(UUID.randomUUID()),
            Attempt.Owner.NOBODY,
            NOW);
    var page =
        new PayerAction.Redirect(URI.create("https://provider.example/"), expires, isCancelable);
    return Wait.end(payment, attempt, new Outcome.RequiresAction("page", page), NOW);
  }
}
