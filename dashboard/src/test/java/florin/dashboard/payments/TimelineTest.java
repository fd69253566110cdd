package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.ConnectorName;
import florin.core.Currency;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.dashboard.payments.Timeline.TimelineEntry;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Operation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The timeline on a payment's page: the operations at the network. */
class TimelineTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @Test
  void a_capture_of_another_amount_shows_both_and_asks_for_a_check() {
    TimelineEntry entry =
        entry(Operation.CAPTURE, Progress.PENDING, Optional.of(NOW), Optional.of(usd(500)));

    assertThat(entry.tone()).isEqualTo("bad");
    assertThat(entry.details())
        .containsExactly("The network approved $5.00 instead of $10.00: check with the provider");
  }

  @Test
  void a_refund_found_with_another_amount_asks_for_a_check() {
    assertThat(
            entry(Operation.REFUND, Progress.APPROVED, Optional.of(NOW), Optional.of(usd(500)))
                .details())
        .contains("The network approved $5.00 instead of $10.00: check with the provider");
  }

  @Test
  void an_authorization_of_another_amount_is_reversed_without_a_check() {
    for (Operation operation : List.of(Operation.AUTHORIZE, Operation.RESUME)) {
      assertThat(
              entry(operation, Progress.REVERSING, Optional.of(NOW), Optional.of(usd(500)))
                  .details())
          .containsExactly("The network approved $5.00 instead of $10.00");
      assertThat(
              entry(operation, Progress.REVERSED, Optional.of(NOW), Optional.of(usd(500)))
                  .details())
          .containsExactly(
              "Reversed because the network approved a different amount",
              "The network approved $5.00 instead of $10.00");
    }
    assertThat(
            entry(Operation.AUTHORIZE, Progress.REVERSED, Optional.of(NOW), Optional.empty())
                .details())
        .containsExactly("Reversed because the outcome stayed unknown");
  }

  private static TimelineEntry entry(
      Operation operation, Progress progress, Optional<Instant> due, Optional<Money> approved) {
    var verdict =
        progress == Progress.REVERSED
            ? Optional.of(
                new Attempt.Completion(Attempt.Resolution.REVERSAL, Optional.empty(), NOW))
            : Optional.<Attempt.Completion>empty();
    var state =
        new Attempt.State(
            2,
            progress,
            new Owner(UUID.randomUUID(), UUID.randomUUID()),
            due,
            Optional.empty(),
            1,
            verdict,
            approved);
    var attempt =
        new Attempt(
            Realm.of(1, Mode.TEST),
            new AttemptId(UUID.randomUUID()),
            new PaymentId(UUID.randomUUID()),
            operation,
            Optional.of(new AttemptId(UUID.randomUUID())),
            Optional.empty(),
            new ConnectorName("simulator", "simulator"),
            usd(1000),
            Optional.empty(),
            Optional.empty(),
            NOW,
            state);
    return Timeline.of(attempt, false, "");
  }

  private static Money usd(long minor) {
    return new Money(minor, Currency.get("usd"));
  }
}
