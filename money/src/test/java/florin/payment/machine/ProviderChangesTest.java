package florin.payment.machine;

import static florin.connector.ProviderDispute.DisputeStatus.LOST;
import static florin.connector.ProviderDispute.DisputeStatus.NEEDS_RESPONSE;
import static florin.connector.ProviderDispute.DisputeStatus.UNDER_REVIEW;
import static florin.connector.ProviderDispute.DisputeStatus.WON;
import static florin.payment.machine.Samples.APPROVED;
import static florin.payment.machine.Samples.NOW;
import static florin.payment.machine.Samples.TEN;
import static florin.payment.machine.Samples.authorized;
import static florin.payment.machine.Samples.begun;
import static florin.payment.machine.Samples.challenged;
import static florin.payment.machine.Status.REQUIRES_CAPTURE;
import static florin.payment.machine.Status.SUCCEEDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDetails.ProviderMoney;
import florin.connector.ProviderDispute;
import florin.connector.ProviderDispute.DisputeStatus;
import florin.event.EventType;
import florin.payment.machine.Move.PaymentEvent;
import florin.testing.Records;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Changes that people make at the provider: disputes, captures, and amounts that differ. */
class ProviderChangesTest {
  @Test
  void a_dispute_is_reported_when_it_opens_and_when_it_changes() {
    Payment paid =
        PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), APPROVED, NOW).payment();

    assertThat(PaymentMachine.lookedAt(paid, details(Optional.empty()), false, NOW)).isEmpty();
    Move opened =
        PaymentMachine.lookedAt(paid, details(Optional.of(NEEDS_RESPONSE)), false, NOW)
            .orElseThrow();
    assertThat(opened.events().stream().map(PaymentEvent::type))
        .containsExactly(EventType.PAYMENT_DISPUTED);
    assertThat(opened.payment().findDispute().map(ProviderDispute::status))
        .contains(NEEDS_RESPONSE);
    assertThat(opened.payment().status()).isEqualTo(SUCCEEDED);
    assertThat(
            PaymentMachine.lookedAt(
                opened.payment(), details(Optional.of(NEEDS_RESPONSE)), false, NOW))
        .isEmpty();
    for (DisputeStatus next : List.of(UNDER_REVIEW, WON, LOST)) {
      assertThat(
              PaymentMachine.lookedAt(opened.payment(), details(Optional.of(next)), false, NOW)
                  .orElseThrow()
                  .events()
                  .stream()
                  .map(PaymentEvent::type))
          .containsExactly(EventType.PAYMENT_DISPUTE_UPDATED);
    }
  }

  @Test
  void a_difference_at_the_provider_is_silently_kept_with_its_first_time() {
    Payment paid =
        PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), APPROVED, NOW).payment();

    Move seen = PaymentMachine.lookedAt(paid, details(Optional.empty()), true, NOW).orElseThrow();
    assertThat(seen.events()).isEmpty();
    assertThat(seen.payment().differsAtProvider()).isTrue();
    assertThat(seen.payment().state().sequence()).isEqualTo(paid.state().sequence());
    assertThat(
            PaymentMachine.lookedAt(
                seen.payment(), details(Optional.empty()), true, NOW.plusSeconds(9)))
        .isEmpty();
    Move over =
        PaymentMachine.lookedAt(seen.payment(), details(Optional.empty()), false, NOW)
            .orElseThrow();
    assertThat(over.payment().differsAtProvider()).isFalse();
  }

  @Test
  void a_lost_dispute_keeps_the_time_at_which_florin_learned_of_it() {
    Payment paid =
        PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), APPROVED, NOW).payment();
    Payment lost =
        PaymentMachine.lookedAt(paid, details(Optional.of(LOST)), false, NOW)
            .orElseThrow()
            .payment();
    Payment later =
        PaymentMachine.lookedAt(lost, details(Optional.of(LOST)), true, NOW.plusSeconds(9))
            .orElseThrow()
            .payment();

    assertThat(lost.state().provider().flatMap(AtProvider::disputeLost)).contains(NOW);
    assertThat(later.state().provider().flatMap(AtProvider::disputeLost)).contains(NOW);
    assertThat(later.state().provider().flatMap(AtProvider::differs)).contains(NOW.plusSeconds(9));
  }

  /** A person may capture at the provider before Florin has learned of the approval. */
  @Test
  void an_approval_with_a_capture_at_the_provider_adopts_the_captured_amount() {
    for (long captured : new long[] {1, 700, 1000}) {
      Payment payment =
          PaymentMachine.authorized(begun(CaptureMethod.MANUAL), approvedWith(captured), NOW)
              .payment();
      assertThat(payment.status()).isEqualTo(SUCCEEDED);
      assertThat(payment.state().amounts().captured()).isEqualTo(Samples.usd(captured));
      assertThat(payment.state().amounts().capturable().isZero()).isTrue();
      assertThat(payment.state().provider()).isPresent();
    }
    for (long none : new long[] {0, 1001}) {
      Payment payment =
          PaymentMachine.authorized(begun(CaptureMethod.MANUAL), approvedWith(none), NOW).payment();
      assertThat(payment.status()).isEqualTo(REQUIRES_CAPTURE);
      assertThat(payment.state().amounts().capturable()).isEqualTo(TEN);
    }
    assertThat(
            PaymentMachine.authorized(begun(CaptureMethod.AUTOMATIC), approvedWith(700), NOW)
                .payment()
                .state()
                .amounts()
                .captured())
        .isEqualTo(TEN);
  }

  private static Outcome approvedWith(long captured) {
    var details =
        new ProviderDetails(
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Optional.of(new ProviderMoney(Samples.usd(captured), List.of())));
    return Records.with(APPROVED, "provider", Optional.of(details));
  }

  @Test
  void a_capture_by_a_person_at_the_provider_is_adopted_only_while_it_is_due() {
    Payment captured =
        PaymentMachine.capturedAtProvider(authorized(), Samples.usd(700), NOW).payment();

    assertThat(captured.status()).isEqualTo(SUCCEEDED);
    assertThat(captured.state().amounts().captured()).isEqualTo(Samples.usd(700));
    assertThat(captured.state().captured()).contains(NOW);
    assertThatThrownBy(() -> PaymentMachine.capturedAtProvider(challenged(), TEN, NOW))
        .isInstanceOf(IllegalStateException.class);
  }

  private static ProviderDetails details(Optional<DisputeStatus> status) {
    return new ProviderDetails(
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        status.stream()
            .map(it ->
                new ProviderDispute(
                    Optional.of("dp_1"), it, Optional.of(TEN), "fraudulent", Optional.empty()))
            .toList(),
        Optional.empty());
  }
}
