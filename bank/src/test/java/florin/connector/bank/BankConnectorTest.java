package florin.connector.bank;

import static florin.connector.Requests.REALM;
import static florin.connector.Requests.about;
import static florin.connector.Requests.eur;
import static florin.connector.Requests.followUp;
import static florin.connector.Requests.soon;
import static org.assertj.core.api.Assertions.assertThat;

import florin.bank.account.ExpectedTransfer;
import florin.bank.account.ExpectedTransfer.State;
import florin.bank.account.PayeeAccounts;
import florin.bank.account.ReceivingAccountStore;
import florin.bank.account.TransferStore;
import florin.bank.account.TransferStore.TransferRecord;
import florin.bank.outgoing.OutgoingTransferStore;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.Connector;
import florin.connector.Credential;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.Outcome;
import florin.connector.PayerAction.BankInstructions;
import florin.connector.Requests;
import florin.connector.ResumeRequest;
import florin.connector.ResumeRequest.ChallengeResult;
import florin.connector.bank.BankConnector.TransferNames;
import florin.core.IdSource;
import florin.core.Mode;
import florin.core.Money;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.Db;
import florin.db.GroupCommit;
import florin.db.PostgresAddress;
import florin.db.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Runs the connector contract for bank transfers. This connector supports only authorizations and
 * cancels, and its payers pay outside Florin.
 */
@TestInstance(Lifecycle.PER_CLASS)
class BankConnectorTest {
  private static final int CROWD = 8;
  private static final Instant NOW = Instant.parse("2026-11-20T09:00:00Z");
  private static final Duration PATIENCE = Duration.ofDays(14);

  private final PostgresAddress address = TestPostgres.freshDatabase();
  private final Db db = new Db(address);
  private final GroupCommit commits =
      new GroupCommit("test", address::connect, 2, GroupCommit.DEFAULT_PATIENCE);
  private final TransferStore book = new TransferStore(db);
  private final Connector connector = node(Mode.TEST);

  private Connector node(Mode mode) {
    InstantSource clock = () -> NOW;
    var accounts =
        new PayeeAccounts(
            new ReceivingAccountStore(db), commits, new IdSource(InstantSource.system()), clock);
    return new BankConnector(
        mode, accounts, book, new OutgoingTransferStore(db), commits, clock, PATIENCE);
  }

  @AfterAll
  void close() {
    commits.close();
    db.close();
  }

  private static AuthorizeRequest transfer(Money amount) {
    return transfer(amount, Capture.AUTOMATIC);
  }

  private static AuthorizeRequest transfer(Money amount, Capture capture) {
    return Requests.authorize(
        Requests.reference(),
        REALM,
        amount,
        capture,
        new Credential.Transfer(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  private Optional<ExpectedTransfer> written(AuthorizeRequest request) {
    return book.find(REALM, request.reference().id())
        .filter(TransferRecord.Expected.class::isInstance)
        .map(found -> ((TransferRecord.Expected) found).transfer());
  }

  private void receive(AuthorizeRequest request, Money total) {
    commits.commit(
        Changeset.of(TransferStore.update(written(request).orElseThrow().received(total))));
  }

  @Test
  void an_authorization_returns_the_account_for_the_transfer_and_holds_nothing() {
    var request = transfer(eur(1000));

    var outcome = connector.authorize(request, soon());

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.RequiresAction.class,
            asked ->
                assertThat(asked.action())
                    .isInstanceOfSatisfying(
                        BankInstructions.class,
                        told -> {
                          assertThat(told.iban()).isEqualTo("DE89370400440532013000");
                          assertThat(told.reference()).matches("RF[0-9]{14}");
                          assertThat(told.expires()).isEqualTo(NOW.plus(PATIENCE));
                          assertThat(asked.challenge()).isEqualTo(told.reference());
                        }));
    assertThat(written(request).orElseThrow().state()).isEqualTo(State.OPEN);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Found(outcome));
  }

  @Test
  void the_same_request_returns_the_same_outcome_from_every_node() {
    var request = transfer(eur(1000));

    var outcomes = allAtOnce(CROWD, () -> node(Mode.TEST).authorize(request, soon()));

    assertThat(outcomes).containsOnly(outcomes.getFirst());
    assertThat(outcomes.getFirst()).isInstanceOf(Outcome.RequiresAction.class);
  }

  @Test
  void another_request_with_a_used_reference_is_declined() {
    var request = transfer(eur(1000));
    connector.authorize(request, soon());
    var more =
        Requests.authorize(
            request.reference(),
            REALM,
            eur(2000),
            Capture.AUTOMATIC,
            new Credential.Transfer(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);

    assertThat(connector.authorize(more, soon())).isInstanceOf(Outcome.Declined.class);
    assertThat(written(request).orElseThrow().amount()).isEqualTo(eur(1000));
  }

  @Test
  void a_complete_transfer_is_approved_and_a_partial_one_is_still_awaited() {
    var request = transfer(eur(1000));
    connector.authorize(request, soon());

    receive(request, eur(400));
    assertThat(connector.inquire(about(request), soon()))
        .isInstanceOfSatisfying(
            Inquiry.Found.class,
            found -> assertThat(found.outcome()).isInstanceOf(Outcome.RequiresAction.class));

    receive(request, eur(1000));
    assertApproved(
        ((Inquiry.Found) connector.inquire(about(request), soon())).outcome(), eur(1000));
    assertApproved(connector.authorize(request, soon()), eur(1000));
    assertApproved(
        connector.resume(new ResumeRequest(request, ChallengeResult.RETURNED), soon()), eur(1000));
  }

  @Test
  void an_inquiry_reports_an_unsent_operation_as_absent_and_closes_the_reference() {
    var late = transfer(eur(1000));

    assertThat(node(Mode.TEST).inquire(about(late), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(connector.authorize(late, soon())).isInstanceOf(Outcome.Declined.class);
    assertThat(connector.inquire(about(late), soon())).isEqualTo(new Inquiry.Absent());
  }

  @Test
  void an_inquiry_reports_a_racing_request_as_absent_only_if_it_has_no_effect() {
    for (int round = 0; round < 20; round++) {
      var request = transfer(eur(1000));
      Callable<Object> authorize = () -> connector.authorize(request, soon());
      Callable<Object> inquire = () -> connector.inquire(about(request), soon());

      var answers = allAtOnce(List.of(authorize, inquire));

      boolean absent = answers.get(1) instanceof Inquiry.Absent;
      assertThat(absent && answers.get(0) instanceof Outcome.RequiresAction)
          .as("%s", answers)
          .isFalse();
      assertThat(written(request).isPresent()).isEqualTo(!absent);
    }
  }

  @Test
  void a_cancel_closes_it_permanently_and_is_acknowledged_again() {
    var request = transfer(eur(1000));
    connector.authorize(request, soon());
    var cancel = followUp(request, eur(1000));

    var outcomes = allAtOnce(CROWD, () -> connector.followUp(OperationKind.CANCEL, cancel, soon()));

    assertThat(outcomes).containsOnly(outcomes.getFirst());
    assertApproved(outcomes.getFirst(), eur(0));
    assertThat(written(request).orElseThrow().state()).isEqualTo(State.CLOSED);
    assertThat(connector.inquire(about(request), soon())).isEqualTo(new Inquiry.Absent());
    assertThat(connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
        .isEqualTo(new Inquiry.Found(outcomes.getFirst()));
    assertThat(connector.authorize(request, soon())).isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void a_cancel_of_an_unsent_operation_is_acknowledged_and_blocks_a_late_arrival() {
    var late = transfer(eur(1000));

    assertApproved(
        connector.followUp(OperationKind.CANCEL, followUp(late, eur(1000)), soon()), eur(0));

    assertThat(connector.authorize(late, soon())).isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void a_cancel_is_too_late_after_the_full_amount_arrived() {
    var request = transfer(eur(1000));
    connector.authorize(request, soon());
    receive(request, eur(1000));
    var cancel = followUp(request, eur(1000));

    assertThat(connector.followUp(OperationKind.CANCEL, cancel, soon()))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(
            ((Inquiry.Found) connector.inquire(about(OperationKind.CANCEL, cancel), soon()))
                .outcome())
        .isInstanceOf(Outcome.Declined.class);
    assertThat(written(request).orElseThrow().state()).isEqualTo(State.PAID);
  }

  @Test
  void a_cancel_with_an_unknown_outcome_can_be_sent_again() {
    var request = transfer(eur(1000));
    connector.authorize(request, soon());

    assertThat(connector.inquire(about(OperationKind.CANCEL, followUp(request, eur(1000))), soon()))
        .isEqualTo(new Inquiry.Unclear());
    assertThat(connector.capabilities().repetition().followUps()).isPositive();
  }

  @Test
  void one_of_a_concurrent_cancel_and_transfer_succeeds() {
    for (int round = 0; round < 20; round++) {
      var request = transfer(eur(1000));
      connector.authorize(request, soon());
      ExpectedTransfer open = written(request).orElseThrow();
      Callable<Object> cancel =
          () -> connector.followUp(OperationKind.CANCEL, followUp(request, eur(1000)), soon());
      Callable<Object> arrive =
          () -> commits.commit(Changeset.of(TransferStore.update(open.received(eur(1000)))));

      var answers = allAtOnce(List.of(cancel, arrive));

      boolean isCanceled = answers.getFirst() instanceof Outcome.Approved;
      assertThat(written(request).orElseThrow().state())
          .isEqualTo(isCanceled ? State.CLOSED : State.PAID);
    }
  }

  @Test
  void a_transfer_without_an_account_or_with_a_hold_is_declined() {
    var kroner = new Money(1000, florin.core.Currency.get("dkk"));

    assertThat(connector.authorize(transfer(kroner), soon())).isInstanceOf(Outcome.Declined.class);
    assertThat(connector.authorize(transfer(eur(1000), Capture.MANUAL), soon()))
        .isInstanceOf(Outcome.Declined.class);
    assertThat(connector.takes(OperationKind.CAPTURE)).isFalse();
    assertThat(connector.followUp(OperationKind.REFUND, followUp(transfer(kroner), kroner), soon()))
        .isInstanceOf(Outcome.Declined.class);
  }

  @Test
  void a_used_creditor_reference_is_replaced_by_the_next() {
    var request = transfer(eur(1000));
    var taken = TransferNames.of(request.reference().id(), 0);
    var another = transfer(eur(500));
    connector.authorize(another, soon());
    db.update(
        "UPDATE bank_transfer SET reference = '"
            + taken
            + "' WHERE id = '"
            + another.reference().id().uuid()
            + "'");

    connector.authorize(request, soon());

    assertThat(written(request).orElseThrow().reference())
        .isEqualTo(TransferNames.of(request.reference().id(), 1));
  }

  @Test
  void each_bank_serves_one_mode_and_the_one_of_test_mode_is_simulated() {
    assertThat(node(Mode.TEST).id()).isEqualTo("simulated_bank");
    assertThat(node(Mode.TEST).kind()).isEqualTo("bank_transfer");
    assertThat(node(Mode.LIVE).kind()).isEqualTo("bank_transfer");
    assertThat(node(Mode.TEST).capabilities().live()).isFalse();
    assertThat(node(Mode.LIVE).capabilities().live()).isTrue();
    var live = Realm.of(1, Mode.LIVE);
    assertThat(
            new PayeeAccounts(
                    new ReceivingAccountStore(db),
                    commits,
                    new IdSource(InstantSource.system()),
                    () -> NOW)
                .isAvailable(live))
        .isFalse();
  }

  private static void assertApproved(Object outcome, Money amount) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Approved.class, approved -> assertThat(approved.amount()).isEqualTo(amount));
  }

  private static <T> List<T> allAtOnce(int times, Callable<T> call) {
    return allAtOnce(IntStream.range(0, times).mapToObj(_ -> call).toList());
  }

  private static <T> List<T> allAtOnce(List<Callable<T>> calls) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.invokeAll(calls).stream().map(BankConnectorTest::result).toList();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
  }
}
