package florin.payment;

import florin.connector.Connectors;
import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.core.Id.RefundId;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last commit of a refund's attempt: what came of it goes into the refund, the payment's
 * amounts, the attempt, the events and the answer that the idempotency key waits for, all at once.
 * Requests end here, and so does recovery; the attempt's version sees to it that only one of them
 * does.
 */
final class RefundFinish {
  /**
   * For the payment, which others may be changing all the time. Who gives up loses nothing: the
   * attempt stays open, and recovery finishes it.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(RefundFinish.class);

  private final Connectors connectors;
  private final GroupCommit commits;
  private final PaymentStore payments;
  private final RefundStore refunds;
  private final Attempts attempts;
  private final AmountCheck amounts;
  private final RefundEvents events;
  private final Turns turns;
  private final InstantSource clock;

  RefundFinish(
      Connectors connectors,
      GroupCommit commits,
      PaymentStore payments,
      RefundStore refunds,
      Attempts attempts,
      AmountCheck amounts,
      RefundEvents events,
      Turns turns,
      InstantSource clock) {
    this.connectors = connectors;
    this.commits = commits;
    this.payments = payments;
    this.refunds = refunds;
    this.attempts = attempts;
    this.amounts = amounts;
    this.events = events;
    this.turns = turns;
    this.clock = clock;
  }

  /**
   * The refund as it then is.
   *
   * @param ours whether this decision is what settled it; else somebody who took the attempt over
   *     has or will, and gives the answer
   */
  record Settled(Refund refund, boolean ours) {}

  /** The network said what came of the refund, at once or when it was asked about it. */
  Settled outcome(Attempt attempt, Outcome said, Resolution by, Optional<Cause> cause) {
    Outcome outcome = amounts.check(attempt, said);
    return settle(
        attempt,
        cause,
        (payment, refund) -> RefundMachine.settled(payment, refund, outcome),
        now -> after(attempt, outcome, by, now),
        _ -> List.of());
  }

  /**
   * The merchant takes the refund back, and the network has closed its reference.
   *
   * @param answering the writes that answer whoever asked for it
   */
  Settled canceled(Attempt attempt, Cause cause, Function<Refund, List<Write>> answering) {
    return settle(
        attempt,
        Optional.of(cause),
        RefundMachine::canceled,
        now -> after(attempt, new Outcome.NotSent(), Resolution.INQUIRY, now),
        answering);
  }

  /** What an inquiry says of a refund: one that provably never arrived was never sent. */
  static Outcome outcome(Inquiry inquiry) {
    return switch (inquiry) {
      case Inquiry.Found(Outcome found) -> found;
      case Inquiry.Absent() -> new Outcome.NotSent();
      case Inquiry.Unclear() -> new Outcome.Unknown("unclear");
      case Inquiry.Unreachable(String detail) -> new Outcome.Unknown(detail);
    };
  }

  /**
   * A network may change its mind about a refund that it has approved, and says for how long. When
   * that time is over it is asked once more.
   */
  private Attempt after(Attempt attempt, Outcome outcome, Resolution by, Instant now) {
    if (attempt.progress() != Progress.APPROVED) {
      Duration within =
          connectors
              .find(attempt.connector())
              .map(connector -> connector.capabilities().changesMindWithin())
              .orElse(Duration.ZERO);
      Optional<Instant> lookAgain =
          within.isPositive() ? Optional.of(attempts.dueIn(within)) : Optional.empty();
      return attempts.after(attempt, outcome, by, lookAgain, now);
    }
    return switch (outcome) {
      case Outcome.Approved _ -> attempt.foundRight();
      case Outcome.OtherAmount(Outcome.Approved other) ->
          attempt.approvedFor(other.amount(), Progress.APPROVED, attempts.nextInquiry(attempt));
      case Outcome.Declined _, Outcome.NotSent() ->
          attempts.after(attempt, outcome, by, Optional.empty(), now);
      case Outcome.Pending(), Outcome.Unknown _, Outcome.RequiresAction _ ->
          attempt.watched(Optional.of(attempts.nextInquiry(attempt)));
    };
  }

  /** Decides on refund and payment as they are. */
  private interface Decision {
    RefundMove on(Payment payment, Refund refund);
  }

  private Settled settle(
      Attempt attempt,
      Optional<Cause> cause,
      Decision decision,
      Function<Instant, Attempt> after,
      Function<Refund, List<Write>> answering) {
    return turns.inTurn(
        attempt.payment(),
        PATIENCE,
        () -> {
          long giveUp = System.nanoTime() + PATIENCE.toNanos();
          do {
            Refund refund = refund(attempt);
            if (refund.status().isFinal()) {
              return new Settled(refund, false);
            }
            Payment payment = payments.get(attempt.realm(), attempt.payment());
            RefundMove move = decision.on(payment, refund);
            Instant now = clock.instant();
            var writes = new ArrayList<Write>();
            writes.add(AttemptStore.update(after.apply(now)));
            move.payment().ifPresent(next -> writes.add(PaymentStore.update(next.payment())));
            move.event().ifPresent(_ -> writes.add(RefundStore.update(move.refund())));
            writes.addAll(events.of(move, cause, now));
            answer(attempt, move.refund()).ifPresent(writes::add);
            writes.addAll(answering.apply(move.refund()));
            switch (commits.commit(new Changeset(writes))) {
              case CommitResult.Committed() -> {
                return new Settled(move.refund(), true);
              }
              case CommitResult.Refused(Write guard)
                  when guard.statement().table().equals("attempt")
                      || Idempotency.isClaim(guard) -> {
                return new Settled(refund(attempt), false);
              }
              case CommitResult.Refused _ -> {} // Somebody else was faster: what is it now?
              case CommitResult.Rejected rejected ->
                  throw new IllegalStateException(
                      "the database refused what the machine decided: " + rejected);
            }
          } while (System.nanoTime() < giveUp);
          LOG.warn(
              "{} could not be settled yet: its payment is changed all the time", attempt.id());
          return new Settled(refund(attempt), false);
        });
  }

  private Refund refund(Attempt attempt) {
    RefundId id =
        attempt
            .refund()
            .orElseThrow(() -> new IllegalArgumentException(attempt.id() + " is of no refund"));
    return refunds.get(attempt.realm(), id);
  }

  /** The answer for the idempotency key; the first one given stands. */
  private static Optional<Write> answer(Attempt attempt, Refund refund) {
    return attempt
        .idempotency()
        .map(slot ->
            Idempotency.answer(
                new Idempotency.Slot(attempt.realm(), slot),
                refund.payment().uuid(),
                RefundView.answer(refund)));
  }
}
