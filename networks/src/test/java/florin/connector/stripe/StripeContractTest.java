package florin.connector.stripe;

import static florin.connector.Requests.eur;

import emulator.provider.Fault;
import emulator.provider.Ledger.Standing;
import emulator.provider.Options;
import emulator.stripe.Card;
import emulator.stripe.Payers.Visit;
import emulator.stripe.StripeEmulator;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Connector;
import florin.connector.ConnectorContract;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.OperationRef;
import florin.connector.Requests;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Runs the connector contract against the Stripe emulator. The emulator follows Stripe's
 * documentation, shares no code with the connector, and keeps its own ledger.
 */
@TestInstance(Lifecycle.PER_CLASS)
class StripeContractTest extends ConnectorContract {
  private final StripeEmulator stripe;
  private final Db db;
  private final GroupCommit commits;
  private final StripeKind kind;
  private final Connector connector;

  StripeContractTest() throws IOException {
    stripe =
        StripeEmulator.start(
            new Options(
                0,
                1,
                InstantSource.system(),
                Duration.ZERO,
                Duration.ofSeconds(6),
                Duration.ofSeconds(1)));
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    kind = new StripeKind(Optional.of(stripe.url()), InstantSource.system());
    var id = new ConnectorId(UUID.randomUUID());
    connector =
        kind.open(
            new ConnectorSetup(
                Requests.REALM,
                id,
                Map.of(),
                new ProviderSecrets(Map.of("secret_key", StripeEmulator.TEST_KEY))),
            new ExchangeStore(Optional.of(commits), db, InstantSource.system())
                .of(Requests.REALM, id));
  }

  @AfterAll
  void close() throws IOException {
    kind.close();
    stripe.close();
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

  /** Stripe counts euros in cents. */
  @Override
  protected Money net(OperationRef authorization) {
    return eur(
        stripe.book().standings().stream()
            .filter(standing -> standing.names().reference().equals(authorization.toString()))
            .mapToLong(StripeContractTest::net)
            .sum());
  }

  private static long net(Standing standing) {
    return standing.net() + standing.held();
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

    /** An amount below Stripe's minimum. */
    @Override
    public AuthorizeRequest refused(Capture capture) {
      return paying(eur(10), capture);
    }

    @Override
    public AuthorizeRequest slow() {
      stripe.faults().next("POST /v1/checkout/sessions", Fault.SLOW);
      return paying(eur(1000), Capture.AUTOMATIC);
    }

    @Override
    public void pay(AuthorizeRequest request) {
      String reference = request.reference().toString();
      stripe.payers().sessions().stream()
          .filter(visit -> visit.reference().equals(reference))
          .map(Visit::session)
          .forEach(session -> stripe.payers().pay(session, Card.VISA));
    }
  }
}
