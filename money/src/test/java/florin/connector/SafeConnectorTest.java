package florin.connector;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.sale;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Connector.ProviderWebhookRequest;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.core.Pan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SafeConnectorTest {
  private static final AuthorizeRequest SALE = sale(new Pan("4242424242424242"), eur(1000));
  private static final Deadline PASSED = Deadline.in(Duration.ZERO);

  @Test
  void returns_outcomes_that_arrive_in_time() {
    var connector = new SafeConnector(new Fixed());

    assertThat(outcomes(connector, soon())).containsOnly(new Outcome.Pending());
    assertThat(connector.inquire(about(SALE), soon())).isEqualTo(new Inquiry.Unclear());
    assertThat(connector.id()).isEqualTo("fixed");
  }

  @Test
  void returns_unknown_for_an_exception() {
    var connector = new SafeConnector(new Broken());

    assertThat(outcomes(connector, soon()))
        .hasSize(2 + OperationKind.values().length)
        .containsOnly(new Outcome.Unknown("java.lang.IllegalStateException: no link"));
    assertThat(connector.inquire(about(SALE), soon()))
        .isEqualTo(new Inquiry.Unreachable("java.lang.IllegalStateException: no link"));
  }

  @Test
  void reports_an_unparsable_webhook_as_unreadable_and_never_as_genuine() {
    var webhook = new ProviderWebhookRequest(_ -> Optional.empty(), "{}", Instant.EPOCH);

    assertThat(new SafeConnector(new Broken()).read(webhook))
        .isEqualTo(new ProviderWebhook.ProviderWebhookReading.Unreadable());
    assertThat(new SafeConnector(new Fixed()).read(webhook))
        .isEqualTo(new ProviderWebhook.ProviderWebhookReading.Forged());
  }

  @Test
  void returns_unknown_for_an_outcome_that_arrives_too_late() {
    var connector = new SafeConnector(new Fixed());

    assertThat(outcomes(connector, PASSED)).containsOnly(new Outcome.Unknown("late: Pending"));
    assertThat(connector.inquire(about(SALE), PASSED))
        .isEqualTo(new Inquiry.Unreachable("late: Unclear"));
  }

  private static List<Outcome> outcomes(Connector connector, Deadline deadline) {
    var followUp = followUp(SALE, eur(1000));
    return Stream.concat(
            Stream.of(
                connector.authorize(SALE, deadline),
                connector.resume(new ResumeRequest(SALE, ChallengeResult.COMPLETED), deadline)),
            Stream.of(OperationKind.values())
                .map(operation -> connector.followUp(operation, followUp, deadline)))
        .toList();
  }

  private static class Fixed implements Connector {
    Outcome outcome() {
      return new Outcome.Pending();
    }

    @Override
    public String id() {
      return "fixed";
    }

    @Override
    public String kind() {
      return "fixed";
    }

    @Override
    public Capabilities capabilities() {
      return new Capabilities(
          false,
          false,
          false,
          Capabilities.AcceptedCredentials.EVERY_CARD,
          new Capabilities.Timing(
              Duration.ofSeconds(8), Duration.ZERO, Duration.ZERO, Duration.ZERO),
          Capabilities.Repetition.NONE);
    }

    @Override
    public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
      return outcome();
    }

    @Override
    public Outcome resume(ResumeRequest request, Deadline deadline) {
      return outcome();
    }

    @Override
    public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
      return outcome();
    }

    @Override
    public Inquiry inquire(InquiryRequest request, Deadline deadline) {
      return new Inquiry.Unclear();
    }
  }

  private static final class Broken extends Fixed {
    @Override
    Outcome outcome() {
      throw new IllegalStateException("no link");
    }

    @Override
    public Inquiry inquire(InquiryRequest request, Deadline deadline) {
      throw new IllegalStateException("no link");
    }

    @Override
    public ProviderWebhook.ProviderWebhookReading read(ProviderWebhookRequest request) {
      throw new IllegalStateException("no signature");
    }
  }
}
