package florin.payment.recovery;

import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.db.Changeset;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.dispute.Disputes;
import florin.dispute.Disputes.Reported;
import florin.payment.execution.Attempts;
import florin.payment.execution.Execution;
import florin.payment.execution.InFlightOperation;
import florin.payment.execution.NetworkCall;
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
import florin.payment.machine.Wait;
import florin.payment.recovery.ProviderChanges.Changes;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handling of attempts that wait: an authorization for its capture, or an action for the payer.
 * The recovery loop finds them when they are due, on any node and after any restart. A due attempt
 * is asked about. Florin ends its wait with a cancel only after its end, and only after the network
 * was asked. The wait for a page that Florin can't end is over when the provider has ended it.
 */
public final class Expiry {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);

  private final Recovery recovery;
  private final GroupCommit commits;
  private final Attempts attempts;
  private final Execution execution;
  private final OperationEvents events;
  private final ProviderChanges providerChanges;
  private final Disputes disputes;
  private final InstantSource clock;

  public Expiry(
      Recovery recovery,
      GroupCommit commits,
      Attempts attempts,
      Execution execution,
      OperationEvents events,
      ProviderChanges providerChanges,
      Disputes disputes,
      InstantSource clock) {
    this.recovery = recovery;
    this.commits = commits;
    this.attempts = attempts;
    this.execution = execution;
    this.events = events;
    this.providerChanges = providerChanges;
    this.disputes = disputes;
    this.clock = clock;
  }

  /**
   * Asks the network for the status, and ends the wait if it is over. Before its end nothing
   * changes, unless the network reports another outcome than before.
   *
   * @param isEnded whether to end the wait now, whatever its end
   */
  void look(Attempt attempt, boolean isEnded) {
    recovery.call(attempt).ifPresent(call -> look(call, isEnded));
  }

  private void look(InFlightOperation call, boolean isEnded) {
    Payment payment = call.payment();
    Attempt attempt = call.attempt();
    if (attempt.progress() == Progress.APPROVED && payment.status() == Status.SUCCEEDED) {
      lookAtPaid(call);
      return;
    }
    Optional<CancellationReason> reason = reason(attempt, payment.status());
    if (reason.isEmpty() && payment.status() != Status.PROCESSING) {
      commit(AttemptStore.update(attempt.watched(Optional.empty()))); // the wait has ended
      return;
    }
    // The outcome may still be undecided, and an operation that begins now may fail.
    Attempt watched = attempt.watched(Optional.of(attempts.nextInquiry(attempt)));
    if (reason.isEmpty() || payment.state().pending().isPresent()) {
      commit(AttemptStore.update(watched));
      return;
    }
    switch (recovery.inquire(call)) {
      case Inquiry.Found(Outcome.Approved approved)
          when attempt.progress() == Progress.APPROVED && isTakenThere(approved) ->
          learn(call, approved);
      case Inquiry.Found(Outcome found) when isAsBefore(attempt, found) -> {
        Optional<Instant> pageEnd = Wait.pageEnd(found);
        Attempt waiting = pageEnd.map(watched::expiring).orElse(watched);
        if (isEnded || (pageEnd.isEmpty() && attempts.isOver(attempt))) {
          cancel(call, watched, reason.get());
        } else {
          commit(AttemptStore.update(waiting.due(attempts.nextLook(waiting))));
        }
      }
      case Inquiry.Found(Outcome.Unknown _),
          Inquiry.NotYet _,
          Inquiry.Unclear(),
          Inquiry.Unreachable _ ->
          commit(AttemptStore.update(watched));
      case Inquiry.Found(Outcome found) when attempt.progress() == Progress.REQUIRES_ACTION ->
          resume(call, watched, found);
      // The network no longer holds the amount.
      case Inquiry.Found(Outcome.Declined _), Inquiry.Absent() ->
          cancel(call, watched, reason.get());
      // A network that still processes it has released nothing.
      case Inquiry.Found _ -> commit(AttemptStore.update(watched));
    }
  }

  /**
   * Handles an attempt that no longer waits. A remote network is still asked once more, because a
   * webhook that triggered this may report a dispute.
   */
  private void lookAtPaid(InFlightOperation call) {
    Attempt attempt = call.attempt();
    Write over = AttemptStore.update(attempt.watched(Optional.empty()));
    if (call.connector().capabilities().local()) {
      commit(over);
      return;
    }
    switch (recovery.inquire(call)) {
      case Inquiry.Found(Outcome.Approved approved) -> learn(call, approved);
      case Inquiry.Found(Outcome.Unknown _),
          Inquiry.NotYet _,
          Inquiry.Unclear(),
          Inquiry.Unreachable _ ->
          commit(AttemptStore.update(attempt.watched(Optional.of(attempts.nextInquiry(attempt)))));
      case Inquiry.Found _, Inquiry.Absent() -> {
        LOG.error(
            "{} has succeeded, but its provider now reports another status: ask the provider",
            attempt.payment());
        commit(over);
      }
    }
  }

  /**
   * Returns whether a person has captured at the provider what Florin has recorded as authorized
   * only.
   */
  private static boolean isTakenThere(Outcome.Approved approved) {
    return approved
        .provider()
        .flatMap(ProviderDetails::money)
        .filter(money -> !money.captured().isZero())
        .isPresent();
  }

  /**
   * Applies one change that people made at the provider, or records a dispute. While there may be
   * more to learn, the attempt stays due.
   */
  private void learn(InFlightOperation call, Outcome.Approved approved) {
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
      LOG.error("{}: the provider has moved a different amount than Florin recorded", payment.id());
    }
    boolean isAgain = changes.next().isPresent();
    Reported reported =
        isAgain
            ? Reported.NONE
            : details.map(it -> disputed(payment, it, now)).orElse(Reported.NONE);
    Optional<Transition> next =
        changes
            .next()
            .or(() ->
                details
                    .map(it -> it.with(reported.all()))
                    .flatMap(it -> PaymentMachine.lookedAt(payment, it, changes.differs(), now))
                    .map(Transition::of));
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
      writes.addAll(
          isNewRefund ? Stores.beginning(news, false, Optional.empty()) : Stores.updates(news));
      writes.addAll(events.of(news, Optional.empty(), now).writes());
    });
    writes.addAll(reported.writes());
    commit(writes.toArray(Write[]::new));
  }

  /** Returns the payment's disputes. Most payments have none, which needs no query. */
  private Reported disputed(Payment payment, ProviderDetails details, Instant now) {
    return details.disputes().isEmpty() && payment.findDispute().isEmpty()
        ? Reported.NONE
        : disputes.reported(
            payment.realm(),
            payment.id(),
            payment.connector(),
            details.disputes(),
            Optional.empty(),
            now);
  }

  private static boolean isAsBefore(Attempt attempt, Outcome found) {
    return attempt.progress() == Progress.APPROVED
        ? found instanceof Outcome.Approved
        : found instanceof Outcome.RequiresAction;
  }

  private void cancel(InFlightOperation call, Attempt watched, CancellationReason reason) {
    Move begun = PaymentMachine.beginCancel(call.payment(), Optional.of(reason));
    begin(call, watched, begun, Operation.CANCEL)
        .ifPresent(cancel ->
            execution.resolve(
                cancel, NetworkCall.BY_ATTEMPT.ask(cancel), Resolution.ANSWER, Optional.empty()));
  }

  /**
   * Resolves the action of a payer who acted at a provider or bank, with the outcome that an
   * inquiry found.
   */
  private void resume(InFlightOperation call, Attempt watched, Outcome found) {
    begin(call, watched, PaymentMachine.beginResume(call.payment()), Operation.RESUME)
        .ifPresent(
            resumed -> execution.resolve(resumed, found, Resolution.INQUIRY, Optional.empty()));
  }

  /** Begins an operation. Returns empty if another process was faster. */
  private Optional<InFlightOperation> begin(
      InFlightOperation call, Attempt watched, Move begun, Operation operation) {
    Attempt attempt =
        attempts.begin(
            call.attempt(),
            operation,
            Optional.empty(),
            call.payment().terms().amount(),
            Optional.empty(),
            Optional.empty(),
            clock.instant());
    var writes =
        new ArrayList<>(Stores.beginning(Transition.of(begun), false, Optional.of(attempt)));
    writes.add(AttemptStore.update(watched));
    return commit(writes.toArray(Write[]::new))
        ? Optional.of(attempts.dispatch(Subject.of(begun.payment()), attempt, call.connector()))
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
    return commits.commit(Changeset.of(writes)).isCommitted();
  }
}
