package florin.payment.execution;

import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.Id.RequestId;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Conclusion;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.Subject;
import florin.payment.machine.Transition;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import florin.paymentmethod.CardsOnFile;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last commit of an attempt. It writes the outcome to payment, refund and attempt, the events,
 * and the response that the idempotency key waits for. Requests and recovery both end here. The
 * versions of attempt and payment ensure that only one of them does.
 */
public final class Finish {
  /**
   * How long a commit is retried while other requests keep changing the payment, its description
   * for example. After that the attempt stays open, and recovery finishes it.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Finish.class);

  private final GroupCommit commits;
  private final Stores stores;
  private final Attempts attempts;
  private final OperationEvents events;
  private final CardsOnFile cards;
  private final Turns turns;
  private final InstantSource clock;

  public Finish(
      GroupCommit commits,
      Stores stores,
      Attempts attempts,
      OperationEvents events,
      CardsOnFile cards,
      Turns turns,
      InstantSource clock) {
    this.commits = commits;
    this.stores = stores;
    this.attempts = attempts;
    this.events = events;
    this.cards = cards;
    this.turns = turns;
    this.clock = clock;
  }

  /** Resolves the attempt with the network's outcome. */
  Optional<Conclusion> outcome(
      Dispatch call, Outcome outcome, Resolution by, Optional<Cause> cause) {
    Attempt attempt = call.attempt();
    return resolve(
        call,
        cause,
        (subject, now) -> attempt.operation().resolve(subject, attempt, outcome, now),
        now -> List.of(AttemptStore.update(attempts.after(call, outcome, by, now))),
        Optional.empty());
  }

  /**
   * Resolves an authorization that this reversal has undone. Its outcome stayed unknown, or the
   * network approved another amount.
   */
  Optional<Conclusion> reversed(Dispatch call, Attempt reversal, Optional<Cause> cause) {
    Attempt attempt = call.attempt();
    boolean isPartial = attempt.state().amountApproved().isPresent();
    Optional<String> code =
        isPartial ? Optional.of(ResponseCodes.PARTIAL_APPROVAL) : Optional.empty();
    return resolve(
        call,
        cause,
        (subject, _) ->
            Transition.of(
                isPartial
                    ? PaymentMachine.partlyApproved(subject.payment())
                    : PaymentMachine.reversed(subject.payment())),
        now ->
            List.of(
                AttemptStore.update(
                    attempt.resolved(
                        Progress.REVERSED,
                        new Completion(Resolution.REVERSAL, code, now),
                        Optional.of(attempts.nextInquiry(attempt)))),
                AttemptStore.insert(reversal)),
        Optional.empty());
  }

  /**
   * Cancels a refund at the merchant's request. The network has closed its reference, or the
   * withdrawal closes it.
   *
   * @param claim the caller's claim: the key is taken and its response recorded in the same commit
   * @param withdrawal the writes that close the reference in the same commit
   */
  public Optional<Conclusion> refundCanceled(
      Dispatch call, Cause cause, Optional<Claim> claim, List<Write> withdrawal) {
    return resolve(
        call,
        Optional.of(cause),
        (subject, _) ->
            Transition.of(
                subject.payment(), RefundMachine.canceled(subject.payment(), subject.getRefund())),
        now -> {
          Attempt after = attempts.after(call, new Outcome.NotSent(), Resolution.INQUIRY, now);
          var writes = new ArrayList<>(withdrawal);
          writes.add(AttemptStore.update(after));
          return writes;
        },
        claim);
  }

  /** A decision on the current payment and refund. */
  private interface Decision {
    Transition on(Subject current, Instant now);
  }

  /** Resolves the attempt. Returns empty if another process has resolved it or will. */
  private Optional<Conclusion> resolve(
      Dispatch call,
      Optional<Cause> cause,
      Decision decision,
      Function<Instant, List<Write>> attemptWrites,
      Optional<Claim> claim) {
    Supplier<Optional<Conclusion>> work =
        () -> resolveWithPatience(call, cause, decision, attemptWrites, claim);
    return call.attempt().operation().isSideBySide()
        ? turns.inTurn(call.payment().id(), PATIENCE, work)
        : work.get();
  }

  private Optional<Conclusion> resolveWithPatience(
      Dispatch call,
      Optional<Cause> cause,
      Decision decision,
      Function<Instant, List<Write>> attemptWrites,
      Optional<Claim> claim) {
    Subject current = current(call);
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (!current.isPast(call.subject())) {
      if (System.nanoTime() > giveUp) {
        LOG.warn(
            "{} could not be resolved yet, because its object changes constantly",
            call.attempt().id());
        return Optional.empty();
      }
      Instant now = clock.instant();
      Transition next = decision.on(current, now);
      Announcements told = events.of(next, cause, now);
      List<Write> own = attemptWrites.apply(now);
      var writes = new ArrayList<>(own);
      writes.addAll(writes(call.attempt(), current, next, told, cause, claim, now));
      switch (commits.commit(new Changeset(writes))) {
        case CommitResult.Committed() -> {
          forgetCode(next.after().payment());
          return Optional.of(new Conclusion(next.after(), next.failure(), told.object()));
        }
        case CommitResult.Refused(Write guard)
            when own.contains(guard) || Idempotency.isClaim(guard) -> {
          return Optional.empty();
        }
        case CommitResult.Refused _ ->
            current =
                stores.subjectOf(call.attempt()); // another process has changed it: read it again
        case CommitResult.Rejected rejected ->
            throw new IllegalStateException(
                "the database refused what the machine decided: " + rejected);
      }
    }
    return Optional.empty();
  }

  /** Returns the subject. If other operations may change it in parallel, it is read again. */
  private Subject current(Dispatch call) {
    return call.attempt().operation().isSideBySide()
        ? stores.subjectOf(call.attempt())
        : call.subject();
  }

  /** Returns all writes except those of the attempt. */
  private List<Write> writes(
      Attempt attempt,
      Subject current,
      Transition next,
      Announcements told,
      Optional<Cause> cause,
      Optional<Claim> claim,
      Instant now) {
    var writes = new ArrayList<>(Stores.updates(next));
    writes.addAll(told.writes());
    writes.addAll(approved(attempt, current.payment(), next.after().payment(), cause, now));
    answer(attempt, next, told).ifPresent(writes::add);
    claim.ifPresent(c -> writes.add(takeAnswered(c, cause, next, told, now)));
    return writes;
  }

  /**
   * Returns the writes that update the payment method when its payment is approved. It is saved, if
   * requested, and records that its holder has passed a challenge.
   */
  private List<Write> approved(
      Attempt attempt, Payment before, Payment after, Optional<Cause> cause, Instant now) {
    return !before.wasApproved() && after.wasApproved()
        ? cards.approved(
            after.realm(),
            after.method().id(),
            after.order().customer().filter(_ -> after.method().saved()),
            attempt.operation() == Operation.RESUME,
            cause,
            now)
        : List.of();
  }

  /** Erases the security code once the payer can no longer pass the challenge. */
  private void forgetCode(Payment payment) {
    if (payment.state().authentication().challenge().isPresent() && payment.status().isFinal()) {
      cards.forget(payment.realm(), payment.method().id());
    }
  }

  /**
   * Returns the write of the response that the idempotency key stores. The first recorded response
   * is kept.
   */
  private Optional<Write> answer(Attempt attempt, Transition next, Announcements told) {
    return attempt
        .idempotency()
        .map(slot ->
            Idempotency.answer(
                new Idempotency.Slot(attempt.realm(), slot),
                attempt.payment().uuid(),
                events.kept(next, told, attempt.request().orElseThrow(() -> noRequest(attempt)))));
  }

  private Write takeAnswered(
      Claim claim, Optional<Cause> cause, Transition next, Announcements told, Instant now) {
    RequestId request = cause.orElseThrow().request();
    return Idempotency.takeAnswered(
        claim, next.after().payment().id().uuid(), events.kept(next, told, request), now);
  }

  private static IllegalStateException noRequest(Attempt attempt) {
    return new IllegalStateException(attempt.id() + " answers a key and has no request");
  }
}
