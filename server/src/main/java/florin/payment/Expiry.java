package florin.payment;

import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.connector.PayerAction;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Looks after what waits for somebody: an authorisation for its capture, an action for the payer.
 * The loop of recovery finds it when it is due, on whichever node, after any restart. Due means to
 * be asked about; the wait ends, by a cancel, only when its time is over and the network has been
 * asked.
 */
final class Expiry {
  /** How long an authorisation waits for its capture. Networks hold an amount for about as long. */
  static final Duration CAPTURE_WITHIN = Duration.ofDays(7);

  /** How long a payer may take to act. */
  static final Duration ACTION_WITHIN = Duration.ofMinutes(60);

  private final Recovery recovery;
  private final GroupCommit commits;
  private final Attempts attempts;
  private final Settlement settlement;
  private final InstantSource clock;

  Expiry(
      Recovery recovery,
      GroupCommit commits,
      Attempts attempts,
      Settlement settlement,
      InstantSource clock) {
    this.recovery = recovery;
    this.commits = commits;
    this.attempts = attempts;
    this.settlement = settlement;
    this.clock = clock;
  }

  /** When the wait of an authorisation that ended so is over; empty when it waits for nobody. */
  static Optional<Instant> end(Payment payment, Attempt attempt, Outcome outcome, Instant now) {
    if (!attempt.operation().isOfAuthorization()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Approved _ when payment.order().captureMethod() == CaptureMethod.MANUAL ->
          Optional.of(now.plus(CAPTURE_WITHIN));
      // The hour runs from when the payer was first asked, however often the payer tries.
      case Outcome.RequiresAction asked when attempt.operation() == Operation.AUTHORIZE ->
          Optional.of(end(asked.action(), now.plus(ACTION_WITHIN)));
      default -> Optional.empty();
    };
  }

  /** A provider's page may be of no use earlier. */
  private static Instant end(PayerAction action, Instant latest) {
    return action instanceof PayerAction.Redirect(var _, Instant expires)
            && expires.isBefore(latest)
        ? expires
        : latest;
  }

  /** Whether an attempt is not open, and yet kept in view because somebody is waited for. */
  static boolean isWaitingFor(Attempt attempt) {
    return attempt.operation().isOfAuthorization()
        && (attempt.progress() == Progress.APPROVED
            || attempt.progress() == Progress.REQUIRES_ACTION);
  }

  /**
   * Asks the network how it stands, and ends the wait if its time is over. Nothing changes while it
   * is not, whoever has had us ask, unless the network says another thing than it said before.
   *
   * @param isOver whether it is to end whatever its time
   */
  void look(Attempt attempt, boolean isOver) {
    recovery.call(attempt).ifPresent(call -> look(call, isOver || attempts.isOver(attempt)));
  }

  private void look(Call call, boolean isOver) {
    Payment payment = call.payment();
    Attempt attempt = call.attempt();
    Optional<CancellationReason> reason = reason(attempt, payment.status());
    if (reason.isEmpty() && payment.status() != Status.PROCESSING) {
      commit(AttemptStore.update(attempt.watched(Optional.empty()))); // it waits no more
      return;
    }
    // It may be undecided still, and what is begun now may not come about.
    Attempt watched = attempt.watched(Optional.of(attempts.nextInquiry(attempt)));
    if (reason.isEmpty() || payment.state().pending().isPresent()) {
      commit(AttemptStore.update(watched));
      return;
    }
    switch (recovery.inquire(call)) {
      case Inquiry.Found(Outcome found) when isAsBefore(attempt, found) -> {
        if (isOver) {
          cancel(call, watched, reason.get());
        } else {
          commit(AttemptStore.update(watched.due(attempts.nextLook(watched))));
        }
      }
      case Inquiry.Found(Outcome.Unknown _), Inquiry.Unclear(), Inquiry.Unreachable _ ->
          commit(AttemptStore.update(watched));
      case Inquiry.Found(Outcome found) when attempt.progress() == Progress.REQUIRES_ACTION ->
          resume(call, watched, found);
      // What was held is gone.
      case Inquiry.Found _, Inquiry.Absent() -> cancel(call, watched, reason.get());
    }
  }

  private static boolean isAsBefore(Attempt attempt, Outcome found) {
    return attempt.progress() == Progress.APPROVED
        ? found instanceof Outcome.Approved
        : found instanceof Outcome.RequiresAction;
  }

  private void cancel(Call call, Attempt watched, CancellationReason reason) {
    Move begun = PaymentMachine.beginCancel(call.payment(), Optional.of(reason));
    begin(call, watched, begun, Operation.CANCEL)
        .ifPresent(cancel ->
            settlement.settle(
                cancel, Ask.BY_ATTEMPT.ask(cancel), Resolution.ANSWER, Optional.empty()));
  }

  /** The payer has acted where we do not see it, and this came of it. */
  private void resume(Call call, Attempt watched, Outcome found) {
    begin(call, watched, PaymentMachine.beginResume(call.payment()), Operation.RESUME)
        .ifPresent(
            resumed -> settlement.settle(resumed, found, Resolution.INQUIRY, Optional.empty()));
  }

  /** Empty when somebody else was faster. */
  private Optional<Call> begin(Call call, Attempt watched, Move begun, Operation operation) {
    Attempt attempt =
        attempts.begin(
            call.attempt(),
            operation,
            call.payment().order().amount(),
            Optional.empty(),
            Optional.empty(),
            clock.instant());
    boolean isBegun =
        commit(
            AttemptStore.update(watched),
            PaymentStore.update(begun.payment()),
            AttemptStore.insert(attempt));
    return isBegun
        ? Optional.of(new Call(Subject.of(begun.payment()), attempt, call.connector()))
        : Optional.empty();
  }

  private static Optional<CancellationReason> reason(Attempt attempt, Status status) {
    if (status == Status.REQUIRES_CAPTURE && attempt.progress() == Progress.APPROVED) {
      return Optional.of(CancellationReason.EXPIRED);
    }
    return status == Status.REQUIRES_ACTION && attempt.progress() == Progress.REQUIRES_ACTION
        ? Optional.of(CancellationReason.ABANDONED)
        : Optional.empty();
  }

  private boolean commit(Write... writes) {
    return commits.commit(Changeset.of(writes)) instanceof CommitResult.Committed;
  }
}
