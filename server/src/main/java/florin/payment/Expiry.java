package florin.payment;

import florin.connector.Connectors;
import florin.connector.Outcome;
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
 * Cancels what nobody completes: an authorisation that is not captured, an action that the payer
 * does not take. The authorisation's own attempt becomes due when its time is over, so the loop of
 * recovery finds it, on whichever node, after any restart.
 */
final class Expiry {
  /** How long an authorisation waits for its capture. Networks hold an amount for about as long. */
  static final Duration CAPTURE_WITHIN = Duration.ofDays(7);

  /** How long a payer may take to act. */
  static final Duration ACTION_WITHIN = Duration.ofMinutes(60);

  private final Connectors connectors;
  private final GroupCommit commits;
  private final Stores stores;
  private final Attempts attempts;
  private final Settlement settlement;
  private final InstantSource clock;

  Expiry(
      Connectors connectors,
      GroupCommit commits,
      Stores stores,
      Attempts attempts,
      Settlement settlement,
      InstantSource clock) {
    this.connectors = connectors;
    this.commits = commits;
    this.stores = stores;
    this.attempts = attempts;
    this.settlement = settlement;
    this.clock = clock;
  }

  /** How long an authorisation that ended so may wait; empty when it waits for nobody. */
  static Optional<Duration> within(Payment payment, Attempt attempt, Outcome outcome) {
    if (!attempt.operation().isOfAuthorization()) {
      return Optional.empty();
    }
    return switch (outcome) {
      case Outcome.Approved _ when payment.order().captureMethod() == CaptureMethod.MANUAL ->
          Optional.of(CAPTURE_WITHIN);
      // The hour runs from when the payer was first asked, however often the payer tries.
      case Outcome.RequiresAction _ when attempt.operation() == Operation.AUTHORIZE ->
          Optional.of(ACTION_WITHIN);
      default -> Optional.empty();
    };
  }

  /** Whether a due attempt is due for this reason, and not because its outcome is unknown. */
  static boolean isWaitingFor(Attempt attempt) {
    return attempt.operation().isOfAuthorization()
        && (attempt.progress() == Progress.APPROVED
            || attempt.progress() == Progress.REQUIRES_ACTION);
  }

  /** Cancels the payment, if it still waits for what this attempt has begun. */
  void expire(Attempt attempt) {
    Payment payment = stores.payments().get(attempt.realm(), attempt.payment());
    Optional<CancellationReason> reason = reason(attempt, payment.status());
    Instant now = clock.instant();
    if (reason.isEmpty() && payment.status() != Status.PROCESSING) {
      commit(AttemptStore.update(attempt.watched(Optional.empty())));
      return;
    }
    // Looked at again then, for it may be undecided still, and a cancellation may not come about.
    Write again = AttemptStore.update(attempt.watched(Optional.of(attempts.nextInquiry(attempt))));
    if (reason.isEmpty() || payment.state().pending().isPresent()) {
      commit(again);
      return;
    }
    Move begun = PaymentMachine.beginCancel(payment, reason);
    Attempt cancel =
        attempts.begin(
            attempt,
            Operation.CANCEL,
            payment.order().amount(),
            Optional.empty(),
            Optional.empty(),
            now);
    if (commit(again, PaymentStore.update(begun.payment()), AttemptStore.insert(cancel))) {
      connectors
          .find(attempt.connector())
          .map(connector -> new Call(Subject.of(begun.payment()), cancel, connector))
          .ifPresent(call ->
              settlement.settle(
                  call, Ask.BY_ATTEMPT.ask(call), Resolution.ANSWER, Optional.empty()));
    }
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
