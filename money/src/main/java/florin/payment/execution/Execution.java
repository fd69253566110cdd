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
import florin.payment.execution.Probe.Step;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Conclusion;
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
  private final Finish finish;
  private final InstantSource clock;
  private final Probe probe;

  public Execution(
      GroupCommit commits,
      Stores stores,
      Attempts attempts,
      AmountCheck amounts,
      Finish finish,
      InstantSource clock,
      Probe probe) {
    this.commits = commits;
    this.stores = stores;
    this.attempts = attempts;
    this.amounts = amounts;
    this.finish = finish;
    this.clock = clock;
    this.probe = probe;
  }

  /** Returns the operation of an attempt that this process has just begun. */
  public Dispatch begun(Subject subject, Attempt attempt, Connector connector) {
    return attempts.dispatch(subject, attempt, connector);
  }

  /**
   * Carries out an operation that was just begun. Returns empty if another process has resolved it
   * or will.
   */
  public Optional<Conclusion> carryOut(Dispatch call, Ask ask, Optional<Cause> cause) {
    probe.at(Step.BEGUN);
    return ask(call, ask, Resolution.ANSWER, cause);
  }

  /**
   * Calls the network under the attempt's reference, and resolves the attempt with the outcome.
   * Returns empty without a call if the attempt's lease has ended.
   */
  public Optional<Conclusion> ask(Dispatch call, Ask ask, Resolution by, Optional<Cause> cause) {
    if (call.deadline().hasPassed()) {
      LOG.warn(
          "{} is left to recovery, because its lease ended before its call", call.attempt().id());
      return Optional.empty();
    }
    Outcome asked = ask.ask(call);
    probe.at(Step.CALLED);
    Outcome outcome =
        by == Resolution.RETRY && asked instanceof Outcome.NotSent ? unsent(call) : asked;
    Optional<Conclusion> concluded = resolve(call, outcome, by, cause);
    probe.at(Step.FINISHED);
    return concluded;
  }

  /**
   * Returns the outcome of an operation that this process took over and has not sent. The process
   * that began it may be paused and send it later. So only an inquiry, which closes the reference,
   * proves that it is not sent.
   */
  private static Outcome unsent(Dispatch call) {
    return call.connector().inquire(call.inquiry(), call.deadline()) instanceof Inquiry.Absent
        ? new Outcome.NotSent()
        : new Outcome.Unknown("the process that began it may have sent it");
  }

  /**
   * Resolves the attempt with an outcome from the network, from this process or from an earlier one
   * that left the attempt.
   */
  public Optional<Conclusion> resolve(
      Dispatch call, Outcome said, Resolution by, Optional<Cause> cause) {
    Attempt attempt = call.attempt();
    Outcome outcome = amounts.check(attempt, said);
    if (!attempt.operation().isOfAuthorization()
        || !(outcome instanceof OtherAmount(Outcome.Approved other))) {
      Optional<Conclusion> concluded = finish.outcome(call, outcome, by, cause);
      if (isToBeLookedAt(call, outcome)) {
        tryNudge(attempt);
      }
      return concluded;
    }
    Dispatch reversing = call.with(attempts.reversing(attempt, other.amount()));
    return decides(reversing) ? reverse(reversing, cause) : Optional.empty();
  }

  /**
   * Leaves an operation open that its first process left, and announces it. A repetition of its
   * request may still request it anew.
   */
  public void announce(Dispatch call, Outcome open) {
    finish.announced(call, open);
  }

  /**
   * Returns whether an early inquiry is needed. A provider that declines a follow-up of an
   * authorization may have newer information than Florin.
   */
  private static boolean isToBeLookedAt(Dispatch call, Outcome outcome) {
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
  public boolean decides(Dispatch reversing) {
    return commit(AttemptStore.update(reversing.attempt()));
  }

  private boolean commit(Write write) {
    return commits.commit(Changeset.of(write)).isCommitted();
  }

  /**
   * Undoes the authorization. If the network has not acknowledged it, the network is called again.
   */
  public Optional<Conclusion> reverse(Dispatch reversing, Optional<Cause> cause) {
    return acknowledged(reversing)
        .map(reversal -> finish.reversed(reversing, reversal, cause))
        .orElseGet(() -> {
          LOG.info("{} could not be reversed yet", reversing.attempt().id());
          return finish.notReversed(reversing, cause);
        });
  }

  private Optional<Attempt> acknowledged(Dispatch reversing) {
    Optional<Attempt> reversal = undo(reversing);
    boolean isDeclined = reversal.map(Attempt::progress).equals(Optional.of(Progress.DECLINED));
    if (isDeclined) {
      commit(AttemptStore.insert(reversal.get()));
      return Optional.empty();
    }
    if (reversal.isPresent()) {
      probe.at(Step.REVERSED);
    }
    return reversal;
  }

  /**
   * Asks the network to undo the authorization.
   *
   * @return the reversal: approved if the network acknowledges that it holds nothing, or declined;
   *     empty if the network has not responded
   */
  public Optional<Attempt> undo(Dispatch call) {
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

  private AttemptId reversalReference(Dispatch call) {
    return call.repetition().reversals()
        ? Attempts.reversalReference(
            call.attempt(), stores.attempts().countReversals(call.attempt()))
        : attempts.nextId();
  }
}
