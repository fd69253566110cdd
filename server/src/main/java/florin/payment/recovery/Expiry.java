package florin.payment.recovery;

import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.payment.execution.Ask;
import florin.payment.execution.Attempts;
import florin.payment.execution.Dispatch;
import florin.payment.execution.Execution;
import florin.payment.execution.OperationEvents;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.CancellationReason;
import florin.payment.machine.Move;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Status;
import florin.payment.machine.Subject;
import florin.payment.machine.Transition;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after what waits for somebody: an authorisation for its capture, an action for the payer.
 * The loop of recovery finds it when it is due, on whichever node, after any restart. Due means to
 * be asked about; the wait ends, by a cancel, only when its time is over and the network has been
 * asked.
 */
public final class Expiry {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  private final Recovery recovery;
  private final GroupCommit commits;
  private final Attempts attempts;
  private final Execution execution;
  private final OperationEvents events;
  private final InstantSource clock;

  public Expiry(
      Recovery recovery,
      GroupCommit commits,
      Attempts attempts,
      Execution execution,
      OperationEvents events,
      InstantSource clock) {
    this.recovery = recovery;
    this.commits = commits;
    this.attempts = attempts;
    this.execution = execution;
    this.events = events;
    this.clock = clock;
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

  private void look(Dispatch call, boolean isOver) {
    Payment payment = call.payment();
    Attempt attempt = call.attempt();
    if (attempt.progress() == Progress.APPROVED && payment.status() == Status.SUCCEEDED) {
      lookAtPaid(call);
      return;
    }
    Optional<CancellationReason> reason = reason(attempt, payment.status());
    if (reason.isEmpty() && payment.status() != Status.PROCESSING) {
      commit(call, AttemptStore.update(attempt.watched(Optional.empty()))); // it waits no more
      return;
    }
    // It may be undecided still, and what is begun now may not come about.
    Attempt watched = attempt.watched(Optional.of(attempts.nextInquiry(attempt)));
    if (reason.isEmpty() || payment.state().pending().isPresent()) {
      commit(call, AttemptStore.update(watched));
      return;
    }
    switch (recovery.inquire(call)) {
      case Inquiry.Found(Outcome found) when isAsBefore(attempt, found) -> {
        if (isOver) {
          cancel(call, watched, reason.get());
        } else {
          commit(call, AttemptStore.update(watched.due(attempts.nextLook(watched))));
        }
      }
      case Inquiry.Found(Outcome.Unknown _),
          Inquiry.NotYet _,
          Inquiry.Unclear(),
          Inquiry.Unreachable _ ->
          commit(call, AttemptStore.update(watched));
      case Inquiry.Found(Outcome found) when attempt.progress() == Progress.REQUIRES_ACTION ->
          resume(call, watched, found);
      // What was held is gone.
      case Inquiry.Found(Outcome.Declined _), Inquiry.Absent() ->
          cancel(call, watched, reason.get());
      // A network that is still at work on it has let nothing go.
      case Inquiry.Found _ -> commit(call, AttemptStore.update(watched));
    }
  }

  /**
   * It waits for nobody any more. A network that is far away is asked once more all the same, since
   * whoever has had us ask may tell of a dispute.
   */
  private void lookAtPaid(Dispatch call) {
    Attempt attempt = call.attempt();
    Write over = AttemptStore.update(attempt.watched(Optional.empty()));
    if (call.connector().capabilities().local()) {
      commit(call, over);
      return;
    }
    switch (recovery.inquire(call)) {
      case Inquiry.Found(Outcome.Approved approved) ->
          commit(call, withNews(call.payment(), approved, over).toArray(Write[]::new));
      case Inquiry.Found(Outcome.Unknown _),
          Inquiry.NotYet _,
          Inquiry.Unclear(),
          Inquiry.Unreachable _ ->
          commit(
              call,
              AttemptStore.update(attempt.watched(Optional.of(attempts.nextInquiry(attempt)))));
      case Inquiry.Found _, Inquiry.Absent() -> {
        LOG.error(
            "{} has succeeded, and its provider says another thing now: ask the provider",
            attempt.payment());
        commit(call, over);
      }
    }
  }

  private List<Write> withNews(Payment payment, Outcome.Approved approved, Write over) {
    var writes = new ArrayList<Write>();
    writes.add(over);
    approved
        .provider()
        .flatMap(details -> PaymentMachine.lookedAt(payment, details, clock.instant()))
        .map(Transition::of)
        .ifPresent(news -> {
          writes.addAll(Stores.updates(news));
          writes.addAll(events.of(news, Optional.empty(), clock.instant()).writes());
        });
    return writes;
  }

  private static boolean isAsBefore(Attempt attempt, Outcome found) {
    return attempt.progress() == Progress.APPROVED
        ? found instanceof Outcome.Approved
        : found instanceof Outcome.RequiresAction;
  }

  private void cancel(Dispatch call, Attempt watched, CancellationReason reason) {
    Move begun = PaymentMachine.beginCancel(call.payment(), Optional.of(reason));
    begin(call, watched, begun, Operation.CANCEL)
        .ifPresent(cancel ->
            execution.settle(
                cancel, Ask.BY_ATTEMPT.ask(cancel), Resolution.ANSWER, Optional.empty()));
  }

  /** The payer has acted where we do not see it, and this came of it. */
  private void resume(Dispatch call, Attempt watched, Outcome found) {
    begin(call, watched, PaymentMachine.beginResume(call.payment()), Operation.RESUME)
        .ifPresent(
            resumed -> execution.settle(resumed, found, Resolution.INQUIRY, Optional.empty()));
  }

  /** Empty when somebody else was faster. */
  private Optional<Dispatch> begin(
      Dispatch call, Attempt watched, Move begun, Operation operation) {
    Attempt attempt =
        attempts.begin(
            call.attempt(),
            operation,
            Optional.empty(),
            call.payment().order().amount(),
            Optional.empty(),
            Optional.empty(),
            clock.instant());
    var writes =
        new ArrayList<>(Stores.beginning(Transition.of(begun), false, Optional.of(attempt)));
    writes.add(AttemptStore.update(watched));
    return commit(call, writes.toArray(Write[]::new))
        ? Optional.of(new Dispatch(Subject.of(begun.payment()), attempt, call.connector()))
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

  private boolean commit(Dispatch call, Write... writes) {
    return commits.commit(call.following(writes)) instanceof CommitResult.Committed;
  }
}
