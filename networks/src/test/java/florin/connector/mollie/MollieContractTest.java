package florin.connector.mollie;

import static florin.connector.AuthorizeRequest.Capture.AUTOMATIC;
import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.mollie.Pace;
import emulator.provider.Fault;
import emulator.provider.Ledger.Standing;
import emulator.provider.Options;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Capabilities;
import florin.connector.Connector;
import florin.connector.ConnectorContract;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.Inquiry.InquiryRequest;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.Shopper;
import florin.connector.instance.ExchangeStore;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Runs the connector contract against the Mollie emulator. The emulator follows Mollie's
 * documentation, shares no code with the connector, and keeps its own ledger.
 */
@TestInstance(Lifecycle.PER_CLASS)
class MollieContractTest extends ConnectorContract {
  /** An amount above Mollie's limit for cards. */
  private static final long TOO_MUCH = 10_000_01;

  private final MollieEmulator mollie;
  private final Db db;
  private final GroupCommit commits;
  private final MollieKind kind;
  private final Exchanges exchanges;
  private final Connector connector;

  MollieContractTest() throws IOException {
    var pace = new Pace(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    mollie =
        MollieEmulator.start(
            new Options(
                0,
                1,
                InstantSource.system(),
                Duration.ZERO,
                Duration.ofSeconds(6),
                Duration.ofSeconds(1)),
            pace);
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    kind = new MollieKind(Optional.of(mollie.url()), InstantSource.system());
    var id = new ConnectorId(UUID.randomUUID());
    exchanges =
        new ExchangeStore(Optional.of(commits), db, InstantSource.system()).of(Requests.REALM, id);
    connector =
        new Patient(
            kind.open(
                new ConnectorSetup(
                    Requests.REALM,
                    id,
                    Map.of("methods", "card"),
                    new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY))),
                exchanges));
  }

  @AfterAll
  void close() throws IOException {
    kind.close();
    mollie.close();
    commits.close();
    db.close();
  }

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Shopper shopper() {
    return new OnThePage();
  }

  @Override
  protected Money net(OperationRef authorization) {
    return eur(
        mollie.book().standings().stream()
            .filter(standing -> isOf(authorization, standing))
            .mapToLong(standing -> standing.net() + standing.held())
            .sum());
  }

  private static boolean isOf(OperationRef authorization, Standing standing) {
    return standing.names().metadata().containsValue(authorization.toString());
  }

  /** Mollie doesn't cancel an open card payment. It expires. */
  @Test
  @Override
  protected void a_cancel_of_a_page_that_waits_for_its_payer_leaves_nothing_to_pay() {
    var request = shopper().paying(eur(1000), AUTOMATIC);
    connector().authorize(request, soon());

    assertDeclined(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(connector().inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.RequiresAction.class));

    mollie.advance(Duration.ofMinutes(15));

    assertApproved(
        connector().followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThatThrownBy(() -> shopper().pay(request)).isInstanceOf(IllegalStateException.class);
    assertThat(net(request.reference())).isEqualTo(eur(0));
    assertThat(connector().inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  /** Mollie rejects a second refund of the same amount within an hour. */
  @Test
  @Override
  protected void concurrent_refunds_never_exceed_the_captured_amount() {
    var request = approvedSale(eur(1000));

    var outcomes =
        allAtOnce(
            CROWD,
            () -> connector().followUp(OperationKind.REFUND, followUp(request, eur(300)), soon()));

    assertThat(outcomes.stream().filter(Outcome.Approved.class::isInstance)).hasSize(1);
    assertThat(outcomes.stream().filter(Outcome.Declined.class::isInstance)).hasSize(CROWD - 1);
    assertThat(net(request.reference())).isEqualTo(eur(700));
  }

  /**
   * The connector with a caller like the service, which sends inquiries until the outcome of a
   * follow-up is known. Mollie completes captures and refunds after its response.
   */
  private record Patient(Connector connector) implements Connector {
    @Override
    public String id() {
      return connector.id();
    }

    @Override
    public String kind() {
      return connector.kind();
    }

    @Override
    public Capabilities capabilities() {
      return connector.capabilities();
    }

    @Override
    public Outcome authorize(AuthorizeRequest request, Deadline deadline) {
      return connector.authorize(request, deadline);
    }

    @Override
    public Outcome resume(ResumeRequest request, Deadline deadline) {
      return connector.resume(request, deadline);
    }

    @Override
    public Outcome followUp(OperationKind operation, FollowUp request, Deadline deadline) {
      Outcome outcome = connector.followUp(operation, request, deadline);
      return outcome instanceof Outcome.Pending
          ? Awaitility.await("the outcome of a " + operation)
                      .until(
                          () -> connector.inquire(about(operation, request), deadline),
                          inquiry -> !inquiry.equals(new Inquiry.Found(new Outcome.Pending())))
                  instanceof Inquiry.Found(Outcome found)
              ? found
              : outcome
          : outcome;
    }

    @Override
    public Inquiry inquire(InquiryRequest request, Deadline deadline) {
      return connector.inquire(request, deadline);
    }
  }

  private final class OnThePage implements Shopper {
    @Override
    public AuthorizeRequest paying(Money amount, Capture capture) {
      return Requests.authorize(
          Requests.reference(),
          Requests.REALM,
          amount,
          capture,
          new Credential.Page(List.of()),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          false,
          Optional.of(URI.create("https://pay.shop.example/return/abc")));
    }

    @Override
    public AuthorizeRequest refused(Capture capture) {
      return paying(eur(TOO_MUCH), capture);
    }

    @Override
    public AuthorizeRequest slow() {
      mollie.faults().next("POST /v2/payments", Fault.SLOW);
      return paying(eur(1000), Capture.AUTOMATIC);
    }

    @Override
    public void pay(AuthorizeRequest request) {
      mollie
          .payers()
          .pay(exchanges.findExternalId(request.reference()).orElseThrow(), Method.CREDITCARD);
    }
  }
}
