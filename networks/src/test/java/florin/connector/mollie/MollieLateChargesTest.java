package florin.connector.mollie;

import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import emulator.mollie.Method;
import emulator.mollie.MollieEmulator;
import emulator.mollie.Pace;
import emulator.mollie.Status;
import emulator.provider.Fault;
import emulator.provider.Options;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Connector;
import florin.connector.ConnectorSetup;
import florin.connector.ConnectorSetup.ProviderSecrets;
import florin.connector.Credential;
import florin.connector.Exchanges;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.Requests;
import florin.connector.instance.ExchangeStore;
import florin.connector.remote.RemoteExchanges;
import florin.core.Id.ConnectorId;
import florin.core.Money;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Charges of saved payment methods that Florin gives up although Mollie carries them out. */
@TestInstance(Lifecycle.PER_CLASS)
class MollieLateChargesTest {
  private static final String CHARGE = "POST /v2/customers/cst_\\w+/payments";
  private static final URI BACK = URI.create("https://pay.shop.example/return/abc");

  /** The delay of a late request. */
  private static final Duration LATE = Duration.ofSeconds(1);

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
  private final MollieEmulator mollie;
  private final Db db;
  private final GroupCommit commits;
  private final MollieKind kind;
  private final Exchanges exchanges;
  private final Connector connector;

  MollieLateChargesTest() throws IOException {
    var pace = new Pace(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    mollie =
        MollieEmulator.start(
            new Options(0, 1, InstantSource.system(), Duration.ZERO, LATE, Duration.ofSeconds(1)),
            pace);
    var database = TestPostgres.freshDatabase();
    db = new Db(database);
    commits = new GroupCommit("exchange", database::connect, 1, GroupCommit.DEFAULT_PATIENCE);
    kind = new MollieKind(Optional.of(mollie.url()), now::get);
    var id = new ConnectorId(UUID.randomUUID());
    exchanges = new ExchangeStore(Optional.of(commits), db, now::get).of(Requests.REALM, id);
    connector =
        kind.open(
            new ConnectorSetup(
                Requests.REALM,
                id,
                Map.of(),
                new ProviderSecrets(Map.of("api_key", MollieEmulator.TEST_KEY))),
            exchanges);
  }

  @AfterAll
  void close() throws IOException {
    kind.close();
    mollie.close();
    commits.close();
    db.close();
  }

  @ParameterizedTest
  @EnumSource(Capture.class)
  void a_charge_that_arrives_after_it_was_given_up_is_undone(Capture capture) {
    AuthorizeRequest request = charge(saved(Method.CREDITCARD), capture, Fault.LATE);
    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    await().until(() -> !net(request).isZero());

    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.Approved.class));

    await().until(() -> cancel(request) instanceof Outcome.Approved);
    assertThat(net(request)).isEqualTo(eur(0));
    assertThat(mollie.book().faults()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"LOST_AFTER", "ERROR_AFTER"})
  void a_charge_whose_response_was_lost_is_undone_by_a_cancel_and_only_once(Fault fault) {
    AuthorizeRequest request = charge(saved(Method.CREDITCARD), Capture.AUTOMATIC, fault);
    assertThat(net(request)).isEqualTo(eur(1000));

    lose("POST /v2/payments/tr_\\w+/refunds", fault);
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);

    assertThat(net(request)).isEqualTo(eur(0));
    assertThat(mollie.book().faults()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_debit_that_was_given_up_is_canceled_or_refunded_once_it_is_collected(boolean collected) {
    AuthorizeRequest request = charge(saved(Method.IDEAL), Capture.AUTOMATIC, Fault.LOST_AFTER);
    String payment = mollie.payers().payments().getLast().payment();
    assertThat(mollie.payers().visit(payment).status()).isEqualTo(Status.PENDING);
    if (collected) {
      mollie.payers().resolve(payment, true);
      assertThat(net(request)).isEqualTo(eur(1000));
    }

    assertThat(cancel(request)).isInstanceOf(Outcome.Approved.class);
    assertThat(net(request)).isEqualTo(eur(0));
    assertThat(mollie.payers().visit(payment).status())
        .isEqualTo(collected ? Status.PAID : Status.CANCELED);
  }

  @Test
  void a_charge_that_was_given_up_is_never_sent_again() {
    Credential.Saved saved = saved(Method.CREDITCARD);
    AuthorizeRequest request = charge(saved, Capture.AUTOMATIC, Fault.LOST_BEFORE);
    assertThat(cancel(request)).isInstanceOf(Outcome.Unknown.class);
    assertThat(connector.authorize(request, soon())).isNotInstanceOf(Outcome.Approved.class);

    now.updateAndGet(it -> it.plus(RemoteExchanges.MAY_STILL_ARRIVE));
    assertThat(cancel(request))
        .isInstanceOfSatisfying(
            Outcome.Approved.class, done -> assertThat(done.amount()).isEqualTo(eur(0)));
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    assertThat(net(request)).isEqualTo(eur(0));
  }

  private AuthorizeRequest charge(Credential.Saved saved, Capture capture, Fault fault) {
    AuthorizeRequest request = request(saved, capture, PageContent.NONE);
    lose(CHARGE, fault);
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Unknown.class);
    return request;
  }

  /** Loses a request, and its repetition after the connection was closed. */
  private void lose(String call, Fault fault) {
    mollie.faults().next(call, fault);
    if (fault != Fault.ERROR_AFTER) {
      mollie.faults().next(call, fault);
    }
  }

  private Outcome cancel(AuthorizeRequest request) {
    return connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
  }

  /** Returns a payment method that a payer saved on a page. */
  private Credential.Saved saved(Method method) {
    var page =
        new PageContent(Optional.empty(), Optional.empty(), Optional.empty(), List.of(), true);
    AuthorizeRequest request = request(new Credential.Page(List.of()), Capture.AUTOMATIC, page);
    connector.authorize(request, soon());
    mollie.payers().pay(exchanges.findExternalId(request.reference()).orElseThrow(), method);
    var found = (Inquiry.Found) connector.inquire(about(request), soon());
    return ((Outcome.Approved) found.outcome()).provider().orElseThrow().saved().orElseThrow();
  }

  private static AuthorizeRequest request(
      Credential credential, Capture capture, PageContent page) {
    return new AuthorizeRequest(
        Requests.reference(),
        Requests.REALM,
        eur(1000),
        capture,
        credential,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.of(BACK),
        page);
  }

  /** Returns the amount that the payer has paid or that is held. */
  private Money net(AuthorizeRequest request) {
    return eur(
        mollie.book().standings().stream()
            .filter(standing ->
                standing.names().metadata().containsValue(request.reference().toString()))
            .mapToLong(standing -> standing.net() + standing.held())
            .sum());
  }
}
