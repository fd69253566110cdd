package florin.payment.recovery;

import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.core.IdSource;
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
import florin.payment.recovery.ProviderChanges.Changes;
import florin.payment.store.AttemptStore;
import florin.payment.store.RefundStore;
import florin.payment.store.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
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
  private final ProviderChanges providerChanges;
  private final InstantSource clock;

  public Expiry(
      Recovery recovery,
      GroupCommit commits,
      Attempts attempts,
      Execution execution,
      OperationEvents events,
      RefundStore refunds,
      IdSource ids,
      InstantSource clock) {
    this.recovery = recovery;
    this.commits = commits;
    this.attempts = attempts;
    this.execution = execution;
    this.events = events;
    this.providerChanges = new ProviderChanges(refunds, ids);
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
      case Inquiry.Found(Outcome.Approved approved)
          when attempt.progress() == Progress.APPROVED && isTakenThere(approved) ->
          learn(call, approved);
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
      case Inquiry.Found(Outcome.Approved approved) -> learn(call, approved);
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

  /** Whether a person has captured at the provider what is only held here. */
  private static boolean isTakenThere(Outcome.Approved approved) {
    return approved
        .provider()
        .flatMap(ProviderDetails::money)
        .filter(money -> !money.captured().isZero())
        .isPresent();
  }

  /**
   * Makes one change that people have made at the provider, or else takes note of a dispute. While
   * there may be more to learn, the attempt stays due.
   */
  private void learn(Dispatch call, Outcome.Approved approved) {
    Attempt attempt = call.attempt();
    Payment payment = call.payment();
    Instant now = clock.instant();
    Optional<ProviderDetails> details = approved.provider();
    Changes changes =
        details
            .flatMap(ProviderDetails::money)
            .map(money -> providerChanges.of(payment, money, now))
            .orElse(Changes.NONE);
    if (changes.differs() && !payment.differsAtProvider()) {
      LOG.error("{}: the provider has moved another amount than Florin knows of", payment.id());
    }
    Optional<Transition> next =
        changes
            .next()
            .or(() ->
                details
                    .flatMap(it -> PaymentMachine.lookedAt(payment, it, changes.differs(), now))
                    .map(Transition::of));
    boolean isAgain = changes.next().isPresent();
    Attempt after =
        isAgain
            ? attempts.dueNow(attempt.watched(Optional.empty()))
            : attempt.watched(
                Optional.of(attempts.nextInquiry(attempt)).filter(_ -> changes.unresolved()));
    var writes = new ArrayList<Write>();
    writes.add(AttemptStore.update(after));
    next.ifPresent(news -> {
      boolean isNewRefund =
          news.refund().filter(move -> move.refund().state().version() == 1).isPresent();
      writes.addAll(isNewRefund ? Stores.learning(news) : Stores.updates(news));
      writes.addAll(events.of(news, Optional.empty(), now).writes());
    });
    commit(call, writes.toArray(Write[]::new));
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
            execution.resolve(
                cancel, Ask.BY_ATTEMPT.ask(cancel), Resolution.ANSWER, Optional.empty()));
  }

  /** The payer has acted where we do not see it, and this came of it. */
  private void resume(Dispatch call, Attempt watched, Outcome found) {
    begin(call, watched, PaymentMachine.beginResume(call.payment()), Operation.RESUME)
        .ifPresent(
            resumed -> execution.resolve(resumed, found, Resolution.INQUIRY, Optional.empty()));
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
    return switch (commits.commit(call.following(writes))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a look: " + rejected);
    };
  }
}
