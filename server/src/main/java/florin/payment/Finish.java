package florin.payment;

import florin.connector.Outcome;
import florin.connector.ResponseCodes;
import florin.core.Id.AttemptId;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import florin.payment.Attempt.Verdict;
import florin.paymentmethod.CardsOnFile;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The last commit of an attempt: what came of it goes into the payment, the attempt, the events and
 * the answer that the idempotency key waits for, all at once. Requests end here, and so does
 * recovery; the versions of attempt and payment see to it that only one of them does.
 */
final class Finish {
  /**
   * How often a decision is made anew because the payment was changed meanwhile (its description,
   * say) while the attempt is still ours.
   */
  private static final int MAX_DECISIONS = 8;

  private final GroupCommit commits;
  private final PaymentStore payments;
  private final Attempts attempts;
  private final AmountCheck amounts;
  private final PaymentEvents events;
  private final PaymentViews views;
  private final CardsOnFile cards;
  private final InstantSource clock;

  Finish(
      GroupCommit commits,
      PaymentStore payments,
      Attempts attempts,
      AmountCheck amounts,
      PaymentEvents events,
      PaymentViews views,
      CardsOnFile cards,
      InstantSource clock) {
    this.commits = commits;
    this.payments = payments;
    this.attempts = attempts;
    this.amounts = amounts;
    this.events = events;
    this.views = views;
    this.cards = cards;
    this.clock = clock;
  }

  /**
   * The payment as it then is.
   *
   * @param failure why what was asked for did not come about
   * @param ours whether this decision is what settled it; else somebody who took the attempt over
   *     has or will, and gives the answer
   */
  record Settled(Payment payment, Optional<Failure> failure, boolean ours) {}

  /** The network said what came of the operation. */
  Settled outcome(
      Payment payment, Attempt attempt, Outcome said, Resolution by, Optional<Cause> cause) {
    Outcome outcome = amounts.check(attempt, said);
    return settle(
        payment,
        attempt,
        cause,
        (current, now) -> decide(current, attempt, outcome, now),
        now ->
            List.of(
                AttemptStore.update(
                    attempts.after(
                        attempt,
                        outcome,
                        by,
                        Expiry.within(payment, attempt, outcome).map(attempts::dueIn),
                        now))));
  }

  private static Move decide(Payment payment, Attempt attempt, Outcome outcome, Instant now) {
    return switch (attempt.operation()) {
      case AUTHORIZE, RESUME -> PaymentMachine.authorized(payment, outcome, now);
      case CAPTURE -> PaymentMachine.captured(payment, attempt.amount(), outcome, now);
      case CANCEL -> PaymentMachine.canceled(payment, outcome, now);
      case REVERSE, REFUND ->
          throw new IllegalArgumentException(attempt.operation() + " does not settle a payment");
    };
  }

  /**
   * The authorisation was undone, under this reference: nobody ever learnt what came of it, or it
   * was approved for another amount than was asked for.
   */
  Settled reversed(Payment payment, Attempt attempt, AttemptId reversal, Optional<Cause> cause) {
    boolean isPartial = attempt.state().amountApproved().isPresent();
    Optional<String> code =
        isPartial ? Optional.of(ResponseCodes.PARTIAL_APPROVAL) : Optional.empty();
    return settle(
        payment,
        attempt,
        cause,
        (current, _) ->
            isPartial ? PaymentMachine.partlyApproved(current) : PaymentMachine.reversed(current),
        now ->
            List.of(
                AttemptStore.update(
                    attempt.settled(
                        Progress.REVERSED,
                        new Verdict(Resolution.REVERSAL, code, now),
                        Optional.of(attempts.nextInquiry(attempt)))),
                AttemptStore.insert(attempts.reversal(attempt, reversal, now))));
  }

  /** Decides on the payment as it is. */
  private interface Decision {
    Move on(Payment current, Instant now);
  }

  private Settled settle(
      Payment payment,
      Attempt attempt,
      Optional<Cause> cause,
      Decision decision,
      Function<Instant, List<Write>> attemptWrites) {
    Payment current = payment;
    for (int i = 0; i < MAX_DECISIONS; i++) {
      Instant now = clock.instant();
      Move move = decision.on(current, now);
      var writes = new ArrayList<Write>();
      writes.add(PaymentStore.update(move.payment()));
      writes.addAll(attemptWrites.apply(now));
      writes.addAll(events.of(move, cause, now));
      writes.addAll(approved(attempt, current, move.payment(), cause, now));
      answer(attempt, move).ifPresent(writes::add);
      switch (commits.commit(new Changeset(writes))) {
        case CommitResult.Committed() -> {
          forgetCode(move.payment());
          return new Settled(move.payment(), move.failure(), true);
        }
        case CommitResult.Refused(Write guard) -> {
          current = payments.get(payment.realm(), payment.id());
          if (guard.statement().table().equals("attempt")
              || !current.state().pending().equals(payment.state().pending())) {
            return new Settled(current, current.state().failure(), false);
          }
        }
        case CommitResult.Rejected rejected ->
            throw new IllegalStateException(
                "the database refused what the machine decided: " + rejected);
      }
    }
    throw new IllegalStateException(
        payment.id() + " was changed " + MAX_DECISIONS + " times while it was being settled");
  }

  /**
   * In the commit by which a payment is approved, its payment method is saved, if it was to be, and
   * remembers that its holder has passed a challenge.
   */
  private List<Write> approved(
      Attempt attempt, Payment before, Payment after, Optional<Cause> cause, Instant now) {
    return !before.wasApproved() && after.wasApproved()
        ? cards.approved(
            after.realm(),
            after.instrument().id(),
            after.order().customer().filter(_ -> after.instrument().saved()),
            attempt.operation() == Operation.RESUME,
            cause,
            now)
        : List.of();
  }

  /** A code was held for as long as the payer could still pass the challenge. */
  private void forgetCode(Payment payment) {
    if (payment.state().authentication().challenge().isPresent() && payment.status().isFinal()) {
      cards.forget(payment.realm(), payment.instrument().id());
    }
  }

  /** The answer for the idempotency key; the first one given stands. */
  private Optional<Write> answer(Attempt attempt, Move move) {
    return attempt
        .idempotency()
        .map(slot ->
            Idempotency.answer(
                new Idempotency.Slot(attempt.realm(), slot),
                move.payment().id().uuid(),
                views.answer(
                    move.payment(),
                    move.failure(),
                    attempt.request().orElseThrow(() -> noRequest(attempt)))));
  }

  private static IllegalStateException noRequest(Attempt attempt) {
    return new IllegalStateException(attempt.id() + " answers a key and has no request");
  }
}
