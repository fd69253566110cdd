package florin.payment.execution;

import florin.connector.Connector;
import florin.connector.FollowUp;
import florin.connector.Inquiry;
import florin.connector.OperationKind;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.Outcome.OtherAmount;
import florin.core.Id.AttemptId;
import florin.db.Changeset;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.payment.execution.CrashPoint.Step;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Subject;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The path from an operation that is durably begun to its last commit. Florin calls the network
 * with no transaction open, and resolves the attempt with the outcome. Florin undoes an
 * authorization of another amount. Recovery also undoes an authorization whose outcome cannot be
 * learned.
 */
public final class Execution {
  private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

  private final GroupCommit commits;
  private final Stores stores;
  private final Attempts attempts;
  private final AmountCheck amounts;
  private final FinalCommit finalCommit;
  private final InstantSource clock;
  private final CrashPoint crashPoint;

  public Execution(
      GroupCommit commits,
      Stores stores,
      Attempts attempts,
      AmountCheck amounts,
      FinalCommit finalCommit,
      InstantSource clock,
      CrashPoint crashPoint) {
    this.commits = commits;
    this.stores = stores;
    this.attempts = attempts;
    this.amounts = amounts;
    this.finalCommit = finalCommit;
    this.clock = clock;
    this.crashPoint = crashPoint;
  }

  /** Returns the operation of an attempt that this process has just begun. */
  public InFlightOperation begun(Subject subject, Attempt attempt, Connector connector) {
    return attempts.dispatch(subject, attempt, connector);
  }

  /**
   * Carries out an operation that was just begun. Returns empty if another process has resolved it
   * or will.
   */
  public Optional<OperationResult> carryOut(
      InFlightOperation call, NetworkCall networkCall, Optional<Cause> cause) {
    crashPoint.at(Step.BEGUN);
    return ask(call, networkCall, Resolution.ANSWER, cause);
  }

  /**
   * Calls the network under the attempt's reference, and resolves the attempt with the outcome.
   * Returns empty without a call if the attempt's lease has ended.
   */
  public Optional<OperationResult> ask(
      InFlightOperation call, NetworkCall networkCall, Resolution by, Optional<Cause> cause) {
    if (call.deadline().hasPassed()) {
      LOG.warn(
          "{} is left to recovery, because its lease ended before its call", call.attempt().id());
      return Optional.empty();
    }
    Outcome asked = networkCall.ask(call);
    crashPoint.at(Step.CALLED);
    Outcome outcome =
        by == Resolution.RETRY && asked instanceof Outcome.NotSent ? unsent(call) : asked;
    Optional<OperationResult> concluded = resolve(call, outcome, by, cause);
    crashPoint.at(Step.FINISHED);
    return concluded;
  }

  /**
   * Returns the outcome of an operation that this process took over and has not sent. The process
   * that began it may be paused and send it later. So only an inquiry, which closes the reference,
   * proves that it is not sent.
   */
  private static Outcome unsent(InFlightOperation call) {
    return call.connector().inquire(call.inquiry(), call.deadline()) instanceof Inquiry.Absent
        ? new Outcome.NotSent()
        : new Outcome.Unknown("the process that began it may have sent it");
  }

  /**
   * Resolves the attempt with an outcome from the network, from this process or from an earlier one
   * that left the attempt.
   */
  public Optional<OperationResult> resolve(
      InFlightOperation call, Outcome said, Resolution by, Optional<Cause> cause) {
    Attempt attempt = call.attempt();
    Outcome outcome = amounts.check(attempt, said);
    if (!attempt.operation().isOfAuthorization()
        || !(outcome instanceof OtherAmount(Outcome.Approved other))) {
      Optional<OperationResult> concluded = finalCommit.outcome(call, outcome, by, cause);
      if (isToBeLookedAt(call, outcome)) {
        tryNudge(attempt);
      }
      return concluded;
    }
    InFlightOperation reversing = call.with(attempts.reversing(attempt, other.amount()));
    return decides(reversing) ? reverse(reversing, cause) : Optional.empty();
  }

  /**
   * Leaves an operation open that its first process left, and announces it. A repetition of its
   * request may still request it anew.
   */
  public void announce(InFlightOperation call, Outcome open) {
    finalCommit.announced(call, open);
  }

  /**
   * Returns whether an early inquiry is needed. A provider that declines a follow-up of an
   * authorization may have newer information than Florin.
   */
  private static boolean isToBeLookedAt(InFlightOperation call, Outcome outcome) {
    return outcome instanceof Outcome.Declined
        && !call.attempt().operation().isOfAuthorization()
        && !call.connector().capabilities().local();
  }

  /**
   * Requests an early status inquiry for the payment. If that fails, the recorded outcome is still
   * returned. A webhook or the next scheduled inquiry finds what this one would.
   */
  private void tryNudge(Attempt attempt) {
    try {
      commit(AttemptStore.nudge(attempt.realm(), attempt.reference(), true, clock.instant()));
    } catch (RuntimeException failed) {
      LOG.warn("no early inquiry is scheduled for {}", attempt.reference(), failed);
    }
  }

  /**
   * Makes the decision to undo durable before the network is called. After that, no process
   * finishes the attempt in another way, even if it is found approved, because a reversal may be in
   * flight. A process that paused between inquiry and reversal finds that the attempt has changed,
   * and does nothing.
   *
   * @return whether this process has to undo it
   */
  public boolean decides(InFlightOperation reversing) {
    return commit(AttemptStore.update(reversing.attempt()));
  }

  private boolean commit(Write write) {
    return commits.commit(Changeset.of(write)).isCommitted();
  }

  /**
   * Undoes the authorization. If the network has not acknowledged it, the network is called again.
   */
  public Optional<OperationResult> reverse(InFlightOperation reversing, Optional<Cause> cause) {
    return acknowledged(reversing)
        .map(reversal -> finalCommit.reversed(reversing, reversal, cause))
        .orElseGet(() -> {
          LOG.info("{} could not be reversed yet", reversing.attempt().id());
          return finalCommit.notReversed(reversing, cause);
        });
  }

  private Optional<Attempt> acknowledged(InFlightOperation reversing) {
    Optional<Attempt> reversal = undo(reversing);
    boolean isDeclined = reversal.map(Attempt::progress).equals(Optional.of(Progress.DECLINED));
    if (isDeclined) {
      commit(AttemptStore.insert(reversal.get()));
      return Optional.empty();
    }
    if (reversal.isPresent()) {
      crashPoint.at(Step.REVERSED);
    }
    return reversal;
  }

  /**
   * Asks the network to undo the authorization.
   *
   * @return the reversal: approved if the network acknowledges that it holds nothing, or declined;
   *     empty if the network has not responded
   */
  public Optional<Attempt> undo(InFlightOperation call) {
    Attempt attempt = call.attempt();
    AttemptId reference = reversalReference(call);
    Outcome outcome =
        call.connector()
            .followUp(
                OperationKind.CANCEL,
                new FollowUp(
                    new OperationRef(reference),
                    attempt.reference(),
                    attempt.realm(),
                    attempt.amount()),
                call.deadline());
    return switch (outcome) {
      case Outcome.Approved _ ->
          Optional.of(attempts.reversal(attempt, reference, Progress.APPROVED, clock.instant()));
      case Outcome.Declined _ ->
          Optional.of(attempts.reversal(attempt, reference, Progress.DECLINED, clock.instant()));
      default -> Optional.empty();
    };
  }

  private AttemptId reversalReference(InFlightOperation call) {
    return call.repetition().reversals()
        ? Attempts.reversalReference(
            call.attempt(), stores.attempts().countReversals(call.attempt()))
        : attempts.nextId();
  }
}
