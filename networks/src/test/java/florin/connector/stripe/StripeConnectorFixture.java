package florin.connector.stripe;

import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static florin.connector.stripe.StripeJson.held;
import static florin.connector.stripe.StripeJson.open;
import static florin.connector.stripe.StripeJson.paid;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Exchanges;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.instance.ExchangeStore;
import florin.connector.remote.RemoteClient;
import florin.core.Id.ConnectorId;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * A connector of a realm with a stand-in for Stripe, and methods that bring a payment to a certain
 * state.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class StripeConnectorFixture {
  static final String CREATE = "POST /v1/checkout/sessions";
  static final String LOOK = "GET /v1/checkout/sessions/cs_test_a1";
  static final String EXPIRE = "POST /v1/checkout/sessions/cs_test_a1/expire";
  static final String CAPTURE = "POST /v1/payment_intents/pi_1/capture";
  static final String CANCEL = "POST /v1/payment_intents/pi_1/cancel";
  static final String INTENT = "GET /v1/payment_intents/pi_1";
  static final String REFUND = "POST /v1/refunds";
  static final String REFUNDS = "GET /v1/refunds";

  final StripeStandIn stripe = new StripeStandIn();
  final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  final Db db;
  final GroupCommit commits;
  final ConnectorId id = new ConnectorId(UUID.randomUUID());
  final Exchanges exchanges;
  final StripeKind kind =
      new StripeKind(
          new RemoteClient<>(new StripeApi(), stripe.address(), List.of()), false, now::get);
  final Connector connector;

  StripeConnectorFixture() {
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    exchanges = new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id);
    var secrets = new ProviderSecrets(Map.of("secret_key", "sk_test_12345678"));
    connector = kind.open(new ConnectorSetup(Requests.REALM, id, Map.of(), secrets), exchanges);
  }

  @AfterAll
  void close() {
    kind.close();
    stripe.close();
    commits.close();
    db.close();
  }

  @BeforeEach
  void forget() {
    stripe.on(CREATE, open());
    stripe.on(LOOK, open());
    stripe.forget();
  }

  static AuthorizeRequest request(Capture capture) {
    return Requests.authorize(
        Requests.reference(),
        Requests.REALM,
        eur(1000),
        capture,
        new Credential.Page(List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.of(URI.create("https://pay.shop.example/return/abc")));
  }

  AuthorizeRequest waiting(Capture capture) {
    AuthorizeRequest request = request(capture);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.RequiresAction.class);
    stripe.forget();
    return request;
  }

  Outcome returned(AuthorizeRequest request) {
    return connector.resume(
        new ResumeRequest(request, ChallengeResult.RETURNED, Map.of("made", "up")), soon());
  }

  AuthorizeRequest approved(Capture capture) {
    AuthorizeRequest request = waiting(capture);
    stripe.on(LOOK, capture == Capture.MANUAL ? held() : paid());
    assertThat(returned(request)).isInstanceOf(Outcome.Approved.class);
    stripe.forget();
    return request;
  }

  Outcome cancel(AuthorizeRequest request) {
    return connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
  }
}
