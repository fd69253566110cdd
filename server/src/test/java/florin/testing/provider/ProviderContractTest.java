package florin.testing.provider;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.hold;
import static florin.connector.Requests.sale;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.Connector;
import florin.connector.ConnectorContract;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Deadline;
import florin.connector.Exchanges;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.Shopper;
import florin.connector.instance.ExchangeStore;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.core.Pan;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import florin.testing.provider.Provider.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Runs the connector contract with a {@link Provider}, and tests the behavior specific to such a
 * connector.
 */
@TestInstance(Lifecycle.PER_CLASS)
class ProviderContractTest extends ConnectorContract {
  private static final Pan APPROVED = new Pan("4242424242424242");

  private final Provider provider = new Provider();
  private final Db db;
  private final GroupCommit commits;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final ConnectorId id = new ConnectorId(UUID.randomUUID());
  private final Exchanges exchanges;
  private final Connector connector;

  ProviderContractTest() {
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    exchanges = new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id);
    connector = node(Map.of());
  }

  @AfterAll
  void close() {
    provider.close();
    commits.close();
    db.close();
  }

  /** Returns the connector of a new process, which has only the durable data. */
  private Connector node(Map<String, String> settings) {
    var all = new HashMap<>(settings);
    all.put("address", provider.address().toString());
    var setup =
        new ConnectorSetup(
            Requests.REALM,
            id,
            all,
            new ProviderSecrets(Map.of("key", Provider.API_KEY, "webhooks", Provider.SECRET)));
    return new ProviderKind(now::get).open(setup, exchanges);
  }

  @Override
  protected Connector connector() {
    return connector;
  }

  @Override
  protected Shopper shopper() {
    return new Shopper.CardHolder(
        APPROVED, new Pan("4000000000000002"), new Pan("4000000000840084"));
  }

  @Override
  protected Money net(OperationRef authorization) {
    return eur(provider.net(authorization.toString()));
  }

  @Test
  void a_request_is_durable_before_it_is_sent_and_has_no_card() {
    var request = sale(APPROVED, eur(1000));
    connector.authorize(request, soon());

    assertThat(exchanges.list(request.reference()))
        .extracting(Exchanges.ExchangeStep::step)
        .containsExactly("create", "confirm");
    assertThat(exchanges.findExternalId(request.reference()))
        .contains(provider.objectOf(request.reference().toString()));
    assertThat(db.list("SELECT e::text FROM connector_exchange e", row -> row.getString(1)))
        .noneMatch(row -> row.contains(APPROVED.digits()));
  }

  @Test
  void a_connector_that_cannot_write_first_sends_nothing() {
    var request = sale(APPROVED, eur(1000));
    exchanges.close(request.reference(), OperationKind.AUTHORIZE, 0);
    List<String> before = provider.requests();

    assertDeclined(connector.authorize(request, soon()));

    assertThat(provider.requests()).isEqualTo(before);
  }

  @Test
  void an_operation_with_a_lost_response_is_found_after_a_crash_by_the_providers_id() {
    var request = sale(APPROVED, eur(1000));
    provider.fail("/confirm", Fault.ANSWER_LOST);

    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);

    assertThat(node(Map.of()).inquire(about(request), soon()))
        .isInstanceOfSatisfying(Inquiry.Found.class, found -> assertApproved(found.outcome()));
  }

  @Test
  void an_operation_that_may_still_arrive_is_not_there_yet_and_becomes_unclear_later() {
    var request = sale(APPROVED, eur(1000));
    provider.fail("/confirm", Fault.NEVER_ARRIVES);
    connector.authorize(request, soon());

    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.NotYet.class);
    Duration mayStillArrive = connector.capabilities().timing().mayStillArrive();
    now.updateAndGet(before -> before.plus(mayStillArrive).minusSeconds(1));
    assertThat(connector.inquire(about(request), soon())).isInstanceOf(Inquiry.NotYet.class);
    now.updateAndGet(before -> before.plus(Duration.ofSeconds(2)));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Unclear());

    assertApproved(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void an_operation_that_was_only_created_counts_as_unsent_and_can_be_closed() {
    var request = sale(APPROVED, eur(1000));
    provider.fail("/objects", Fault.ANSWER_LOST);

    assertThat(connector.authorize(request, soon())).isEqualTo(new Outcome.NotSent());

    assertApproved(connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon()));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertDeclined(connector.authorize(request, soon()));
    assertThat(net(request.reference())).isEqualTo(eur(0));
  }

  @Test
  void a_follow_up_with_a_lost_response_is_found_and_one_that_never_arrived_is_not_given_up() {
    var held = hold(APPROVED, eur(1000));
    connector.authorize(held, soon());
    var lost = followUp(held, eur(600));
    provider.fail("/capture", Fault.ANSWER_LOST);
    assertThat(connector.followUp(OperationKind.CAPTURE, lost, soon()))
        .isInstanceOf(Outcome.Unknown.class);
    var never = followUp(held, eur(100));
    provider.fail("/refunds", Fault.NEVER_ARRIVES);
    assertThat(connector.followUp(OperationKind.REFUND, never, soon()))
        .isInstanceOf(Outcome.Unknown.class);

    assertThat(node(Map.of()).inquire(about(OperationKind.CAPTURE, lost), soon()))
        .isInstanceOf(Inquiry.Found.class);
    assertThat(node(Map.of()).inquire(about(OperationKind.REFUND, never), soon()))
        .isInstanceOf(Inquiry.NotYet.class);
  }

  @Test
  void a_rejection_that_the_provider_does_not_store_is_known_after_a_crash() {
    var held = hold(APPROVED, eur(1000));
    connector.authorize(held, soon());
    var tooMuch = followUp(held, eur(1001));
    Outcome refused = connector.followUp(OperationKind.CAPTURE, tooMuch, soon());
    assertDeclined(refused);
    List<String> before = provider.requests();

    assertThat(node(Map.of()).inquire(about(OperationKind.CAPTURE, tooMuch), soon()))
        .isEqualTo(new Inquiry.Found(refused));
    assertThat(provider.requests()).isEqualTo(before);
  }

  @Test
  void a_payer_is_redirected_to_the_providers_page_and_returns() {
    Connector hosted = node(Map.of("hosted", "true"));
    var request = sale(APPROVED, eur(1000));

    Outcome waiting = hosted.authorize(request, soon());

    assertThat(waiting)
        .isInstanceOfSatisfying(
            Outcome.RequiresAction.class,
            action ->
                assertThat(action.action())
                    .isInstanceOfSatisfying(
                        PayerAction.Redirect.class,
                        redirect -> {
                          assertThat(redirect.url().toString()).contains("/pay/ob_");
                          assertThat(redirect.expires()).isEqualTo(Provider.PAGE_EXPIRES);
                        }));
    assertThat(hosted.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(waiting));
    var returned =
        new ResumeRequest(request, ChallengeResult.RETURNED, Map.of("result", "made-up"));
    assertThat(hosted.resume(returned, soon())).isEqualTo(waiting);
    assertThat(provider.brought(request.reference().toString())).isEqualTo("made-up");

    provider.payerActs(request.reference().toString(), true);

    assertApproved(hosted.resume(returned, soon()));
    assertThat(net(request.reference())).isEqualTo(eur(1000));
  }

  @Test
  void an_expired_deadline_sends_nothing() {
    assertThat(connector.authorize(sale(APPROVED, eur(1000)), Deadline.in(Duration.ZERO)))
        .isEqualTo(new Outcome.NotSent());
  }
}
