package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.payment.Attempt;
import florin.payment.Attempt.Owner;
import florin.payment.Attempt.Progress;
import florin.payment.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a payment's page says of what was asked of the network. */
class TimelineTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @Test
  void a_capture_that_was_done_for_another_amount_shows_both_and_asks_for_somebody_to_look() {
    var state =
        new Attempt.State(
            2,
            Progress.PENDING,
            new Owner(UUID.randomUUID(), UUID.randomUUID()),
            Optional.of(NOW),
            1,
            Optional.empty(),
            Optional.of(usd(500)));
    var capture =
        new Attempt(
            Realm.of(1, Mode.TEST),
            new AttemptId(UUID.randomUUID()),
            new PaymentId(UUID.randomUUID()),
            Operation.CAPTURE,
            Optional.of(new AttemptId(UUID.randomUUID())),
            Optional.empty(),
            "simulator",
            usd(1000),
            Optional.empty(),
            Optional.empty(),
            NOW,
            state);

    Timeline timeline =
        Timeline.of(List.of(capture), List.of(), List.of(), Map.of(), Optional.empty(), true);

    assertThat(timeline.entries().getFirst().tone()).isEqualTo("bad");
    assertThat(timeline.entries().getFirst().details())
        .containsExactly("The network approved $5.00 instead of $10.00: somebody must look");
  }

  private static Money usd(long minor) {
    return new Money(minor, Currency.get("usd"));
  }
}
