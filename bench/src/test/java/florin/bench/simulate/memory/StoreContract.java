package florin.bench.simulate.memory;

import static org.assertj.core.api.Assertions.assertThat;

import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential.PlainCard;
import florin.connector.FollowUp;
import florin.connector.OperationRef;
import florin.connector.simulator.BookSteps;
import florin.core.Id.AttemptId;
import florin.core.Id.CustomerId;
import florin.core.Pan;
import florin.core.Realm;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.CommitResult.Committed;
import florin.db.CommitResult.Refused;
import florin.db.CommitResult.Rejected;
import florin.db.Write;
import florin.event.Event;
import florin.event.EventLog;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.AnswerCopy;
import florin.idempotency.Idempotency.Claim;
import florin.idempotency.Idempotency.ObjectOfEvent;
import florin.idempotency.Idempotency.RecordKey;
import florin.mandate.Mandate;
import florin.mandate.Mandate.RevocationReason;
import florin.mandate.MandateUse.Consent;
import florin.mandate.Mandates;
import florin.mandate.Mandates.Evidence;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.RefundMove;
import florin.payment.store.AttemptStore;
import florin.payment.store.PaymentStore;
import florin.payment.store.RefundStore;
import florin.paymentmethod.PaymentMethodStore;
import florin.vault.SecretSeal;
import florin.webhook.DeliverySteps;
import florin.webhook.DeliverySteps.Taken;
import florin.webhook.SimulatedDeliveries;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The tests that all stores of the engine and of deliveries must pass, in memory and in PostgreSQL.
 */
abstract class StoreContract extends StoreSteps {
  @Test
  void rows_are_read_as_they_were_written() {
    Begun begun = begun(Optional.of(UUID.randomUUID()));

    assertThat(commit(begun.rows())).isEqualTo(new Committed());

    assertThat(stores.payments().find(realm, begun.payment().id())).contains(begun.payment());
    assertThat(stores.attempts().find(realm, begun.attempt().id())).contains(begun.attempt());
    assertThat(stores.attempts().getAuthorization(begun.payment())).isEqualTo(begun.attempt());
    assertThat(stores.attempts().list(realm, begun.payment().id()))
        .containsExactly(begun.attempt());
    assertThat(stores.payments().find(new Realm(realm.id() + 2), begun.payment().id())).isEmpty();
  }

  @Test
  void a_payment_is_written_once() {
    Begun begun = begun(Optional.empty());
    commit(begun.rows());

    assertThat(commit(begun.rows()))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.sqlState()).isEqualTo(CommitResult.UNIQUE_VIOLATION));
  }

  @Test
  void
      an_update_holds_only_for_the_version_that_was_read_and_else_nothing_of_its_changeset_is_kept() {
    Begun begun = begun(Optional.empty());
    commit(begun.rows());
    Payment after = succeeded(begun);
    assertThat(commit(PaymentStore.update(after))).isEqualTo(new Committed());
    Event told = event(begun.payment().id().uuid(), 9);

    assertThat(commit(EventLog.append(told), PaymentStore.update(after)))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> assertThat(refused.guard().statement().table()).isEqualTo("payment"));

    assertThat(new EventLog(db()).find(realm, told.id())).isEmpty();
    assertThat(stores.payments().find(realm, after.id())).contains(after);
  }

  @Test
  void the_first_failed_guard_of_a_changeset_is_reported() {
    Begun begun = begun(Optional.empty());
    commit(begun.rows());
    Payment paid = succeeded(begun);
    Attempt taken = begun.attempt().takenBy(SELF, now);
    commit(PaymentStore.update(paid), AttemptStore.update(taken));

    Write first = PaymentStore.update(paid);
    CommitResult result = commit(first, AttemptStore.update(taken));

    assertThat(result)
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.guard()).isSameAs(first));
  }

  @Test
  void a_mandate_guards_a_changeset_until_it_is_revoked() {
    Begun begun = begun(Optional.empty());
    commit(begun.rows());
    var mandates = new Mandates(db(), ids);
    Mandate mandate =
        mandates.create(
            realm,
            begun.method().id(),
            new CustomerId(ids.next()),
            new Consent("I agree.", now, Optional.empty(), Optional.empty(), Optional.empty()),
            new Evidence(begun.payment().id(), false, Optional.empty(), Optional.empty()),
            now);
    List<Write> given = mandates.replace(Optional.empty(), mandate, Optional.empty(), now);
    assertThat(commit(given.toArray(Write[]::new))).isEqualTo(new Committed());
    assertThat(mandates.find(realm, mandate.id())).contains(mandate);
    assertThat(commit(Mandates.use(mandate))).isEqualTo(new Committed());

    List<Write> revoked =
        mandates.revoke(
            realm,
            Optional.of(mandate.id()),
            RevocationReason.REQUESTED,
            Optional.empty(),
            now.plusSeconds(1));
    assertThat(commit(revoked.toArray(Write[]::new))).isEqualTo(new Committed());

    Write guard = Mandates.use(mandate);
    assertThat(commit(guard))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.guard()).isSameAs(guard));
  }

  @Test
  void a_key_is_claimed_once_and_keeps_its_first_response() {
    Claim claim = claim();
    UUID resource = ids.next();
    assertThat(commit(Idempotency.take(claim, resource, now))).isEqualTo(new Committed());
    assertThat(commit(Idempotency.take(claim, ids.next(), now)))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(Idempotency.isClaim(refused.guard())).isTrue());
    assertThat(slots.find(claim.key()).orElseThrow().answer()).isEmpty();

    commit(Idempotency.answer(claim.key(), resource, new AnswerCopy(402, "{}")));
    commit(Idempotency.answer(claim.key(), resource, new AnswerCopy(200, "[]")));

    assertThat(slots.find(claim.key()).orElseThrow().answer()).contains(new AnswerCopy(402, "{}"));
  }

  @Test
  void an_expired_key_is_free_after_the_next_check() {
    Claim claim = claim();
    commit(Idempotency.take(claim, ids.next(), now.minus(Duration.ofDays(30))));

    assertThat(slots.find(claim.key())).isEmpty();
    assertThat(commit(Idempotency.take(claim, ids.next(), now))).isInstanceOf(Refused.class);
    assertThat(slots.isFree(claim.key())).isTrue();
    assertThat(commit(Idempotency.take(claim, ids.next(), now))).isEqualTo(new Committed());
    assertThat(slots.isFree(claim.key())).isFalse();
    assertThat(slots.isFree(claim().key())).isTrue();
  }

  @Test
  void a_response_can_be_the_object_of_an_event() {
    Claim claim = claim();
    Event shown = event(ids.next(), 1);

    commit(
        Idempotency.takeAnswered(claim, shown.objectId(), new ObjectOfEvent(shown.id()), now),
        EventLog.append(shown));

    assertThat(slots.find(claim.key()).orElseThrow().answer())
        .contains(new AnswerCopy(200, "{\"id\":\"it\"}"));
  }

  @Test
  void attempts_are_due_in_the_order_of_their_times() {
    Instant early = Instant.parse("2001-01-01T00:00:00Z");
    var attempts = new ArrayList<Attempt>();
    for (int i : List.of(2, 0, 1)) {
      Begun begun = begun(Optional.empty());
      Attempt due = begun.attempt().due(early.plusSeconds(i));
      commit(
          PaymentStore.insert(begun.payment()),
          PaymentMethodStore.insert(begun.method()),
          AttemptStore.insert(due));
      attempts.add(due);
    }

    assertThat(stores.attempts().listDue(early.plusSeconds(1), 10))
        .filteredOn(attempt -> attempt.realm().equals(realm))
        .containsExactly(attempts.get(1), attempts.get(2));
    var next = new Owner(SELF.node(), UUID.randomUUID());
    assertThat(stores.attempts().listLeft(next, 1_000)).containsAll(attempts);
    assertThat(stores.attempts().listLeft(SELF, 1_000)).doesNotContainAnyElementsOf(attempts);
  }

  @Test
  void the_latest_attempt_of_a_key_is_found_and_a_taken_one_is_taken_once() {
    UUID slot = ids.next();
    Begun begun = begun(Optional.of(slot));
    commit(begun.rows());
    Attempt taken = begun.attempt().takenBy(SELF, now.plusSeconds(30));

    assertThat(commit(AttemptStore.update(taken))).isEqualTo(new Committed());
    assertThat(commit(AttemptStore.update(taken))).isInstanceOf(Refused.class);
    assertThat(stores.attempts().findLatest(new RecordKey(realm, slot), begun.payment().id()))
        .contains(taken);
  }

  @Test
  void a_nudge_makes_an_open_attempt_due() {
    Begun begun = begun(Optional.empty());
    Attempt open = begun.attempt().askAgain(Progress.UNKNOWN, now.plusSeconds(900));
    commit(
        PaymentStore.insert(begun.payment()),
        PaymentMethodStore.insert(begun.method()),
        AttemptStore.insert(open));

    commit(AttemptStore.nudge(realm, open.reference(), true, now));

    Attempt nudged = stores.attempts().find(realm, open.id()).orElseThrow();
    assertThat(nudged.state().due()).contains(now);
    assertThat(nudged.state().version()).isEqualTo(open.state().version() + 1);
  }

  @Test
  void a_refund_has_one_attempt() {
    Begun begun = begun(Optional.empty());
    RefundMove refund = refund(paid(begun));
    commit(RefundStore.insert(refund.refund()), AttemptStore.insert(attemptOf(refund, begun)));

    assertThat(stores.refunds().find(realm, refund.refund().id())).contains(refund.refund());
    assertThat(stores.attempts().getOf(refund.refund()).operation()).isEqualTo(Operation.REFUND);
    assertThat(stores.attempts().countReversals(begun.attempt())).isZero();
    assertThat(commit(AttemptStore.insert(attemptOf(refund, begun))))
        .isInstanceOfSatisfying(
            Rejected.class,
            rejected -> assertThat(rejected.constraint()).isEqualTo("attempt_one_for_a_refund"));
  }

  @Test
  void an_event_has_deliveries_from_its_commit_on_and_each_is_leased_to_one() {
    var seal = new SecretSeal(() -> KEYRING, RANDOM);
    commit(SimulatedDeliveries.endpoint(realm, ids.next(), seal, now));
    var deliveries = new DeliverySteps(db());

    commit(EventLog.append(event(ids.next(), 1)));

    // The delivery stays leased to its node for a minute.
    assertThat(deliveries.claim(realm, now)).isEmpty();
    Instant later = now.plus(Duration.ofMinutes(2));
    Taken taken = deliveries.claim(realm, later).getFirst();
    assertThat(taken.version()).isEqualTo(2);
    assertThat(deliveries.load(taken).orElseThrow()).contains("payment.created");
    assertThat(deliveries.claim(realm, later)).isEmpty();

    commit(new Changeset(deliveries.failed(taken, later.plusSeconds(5), later)));
    assertThat(deliveries.claim(realm, later.plusSeconds(4))).isEmpty();
    Taken again = deliveries.claim(realm, later.plusSeconds(5)).getFirst();
    assertThat(deliveries.load(taken)).isEmpty();

    // A node without the lease may record only that the event was delivered.
    Taken lost = taken;
    assertThat(commit(new Changeset(deliveries.failed(lost, later, later))))
        .isInstanceOf(Rejected.class);
    deliveries.handBack(again, later.plusSeconds(6));
    Taken last = deliveries.claim(realm, later.plusSeconds(6)).getFirst();
    commit(new Changeset(deliveries.delivered(again, later)));
    assertThat(deliveries.status(realm, last.id())).isEqualTo("delivered");
    assertThat(deliveries.load(last)).isEmpty();
  }

  @Test
  void a_reference_is_booked_once_and_an_authorization_is_updated_from_the_read_version() {
    var book = new BookSteps(db());
    var reference = new OperationRef(new AttemptId(ids.next()));
    var request =
        new AuthorizeRequest(
            reference,
            realm,
            euros(1_000),
            Capture.MANUAL,
            new PlainCard(new Pan("4242424242424242"), 12, 2035, Optional.empty()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty(),
            PageContent.NONE);
    assertThat(commit(book.authorize(request, now))).isEqualTo(new Committed());
    assertThat(commit(book.close(reference, now))).isInstanceOf(Refused.class);

    List<Write> capture = book.capture(followUp(reference, 700), now);
    List<Write> another = book.capture(followUp(reference, 600), now);
    assertThat(commit(new Changeset(capture))).isEqualTo(new Committed());
    assertThat(commit(new Changeset(another))).isInstanceOf(Refused.class);
    commit(new Changeset(book.refund(followUp(reference, 300), now)));

    assertThat(book.entry(reference))
        .isEqualTo(
            "%s captured %s refunded %s version 2".formatted(euros(1_000), euros(700), euros(300)));
    var free = new OperationRef(new AttemptId(ids.next()));
    commit(book.close(free, now));
    assertThat(book.entry(free)).isEqualTo("Closed");
  }

  private FollowUp followUp(OperationRef authorization, long amount) {
    return new FollowUp(
        new OperationRef(new AttemptId(ids.next())), authorization, realm, euros(amount));
  }
}
