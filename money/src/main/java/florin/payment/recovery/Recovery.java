package florin.payment.recovery;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.db.Changeset;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.RecordKey;
import florin.idempotency.Origin;
import florin.payment.execution.Attempts;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.payment.execution.Execution;
import florin.payment.execution.InFlightOperation;
import florin.payment.execution.NetworkCall;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Operation;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.Transition;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recovery of attempts that were begun and never resolved, because their process died or the
 * network did not respond in time.
 *
 * <p>A process first takes the attempt, guarded by its version, for the length of a lease. Then it
 * asks the network by Florin's reference, and follows these rules:
 *
 * <ul>
 *   <li>If the network reports it as approved or declined, the payment is finished with that
 *       outcome.
 *   <li>If an authorization is not found or unclear, Florin records the decision to reverse it, and
 *       then reverses it. The payment fails only when the network has acknowledged that.
 *   <li>Before that, an authorization that provably never arrived is left for 30 s to a repetition
 *       of its request. So a crash does not cost a sale.
 *   <li>If a capture or cancel provably never arrived, the payment returns to its previous status.
 *       A refund that never arrived has failed.
 *   <li>If an operation other than an authorization is unclear, recovery asks again, or sends it
 *       again under its reference if the network allows that.
 *   <li>If a refund was approved, recovery asks once more when the network no longer changes its
 *       decision.
 *   <li>If an attempt was reversed, recovery watches it as long as the network may still change its
 *       decision. A late approval is reversed again, and the payment stays failed.
 * </ul>
 *
 * <p>Recovery itself requests no new operation. Only a repeated request may, and only if the
 * network has reported that the first attempt provably never arrived. A refund may be sent again,
 * always under the same reference.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  /** How often Florin checks a late approval that it has reversed. */
  private static final int CHECKS = 30;

  private final Connectors connectors;
  private final GroupCommit commits;
  private final Idempotency idempotency;
  private final Stores stores;
  private final Attempts attempts;
  private final Execution execution;
  private final InstantSource clock;
  private final CrashPoint crashPoint;

  public Recovery(
      Connectors connectors,
      GroupCommit commits,
      Idempotency idempotency,
      Stores stores,
      Attempts attempts,
      Execution execution,
      InstantSource clock,
      CrashPoint crashPoint) {
    this.connectors = connectors;
    this.commits = commits;
    this.idempotency = idempotency;
    this.stores = stores;
    this.attempts = attempts;
    this.execution = execution;
    this.clock = clock;
    this.crashPoint = crashPoint;
  }

  /** Takes the attempt for the length of a lease. Returns empty if another process was faster. */
  public Optional<Attempt> take(Attempt attempt) {
    Attempt taken = attempts.take(attempt);
    boolean ours = commit(Changeset.of(AttemptStore.update(taken)));
    if (ours) {
      crashPoint.at(Step.TAKEN);
    }
    return ours ? Optional.of(taken) : Optional.empty();
  }

  /**
   * Resolves an attempt that was taken, or sets when to ask again.
   *
   * @param wasLeft whether it was left to a repetition of its request, which did not come
   */
  void resolve(Attempt attempt, boolean wasLeft) {
    call(attempt)
        .ifPresent(call -> {
          switch (attempt.progress()) {
            case REVERSED -> watch(call);
            case REVERSING -> reverse(call);
            default -> {
              Inquiry inquiry = inquire(call);
              if (inquiry instanceof Inquiry.Absent && isRepeatable(attempt) && !wasLeft) {
                commit(Changeset.of(AttemptStore.update(attempts.leaveToRepetition(attempt))));
              } else {
                learn(call, inquiry);
              }
            }
          }
        });
  }

  /**
   * Returns whether the caller received no response, and can repeat the request with the same key.
   */
  private boolean isRepeatable(Attempt attempt) {
    return attempt.operation() == Operation.AUTHORIZE
        && attempt
            .idempotency()
            .flatMap(slot -> idempotency.find(new RecordKey(attempt.realm(), slot)))
            .filter(stored -> stored.answer().isEmpty())
            .isPresent();
  }

  /** Resolves an attempt for a repeated request, which can request the operation anew. */
  public void retry(Attempt attempt, Origin origin, NetworkCall networkCall) {
    call(attempt)
        .ifPresent(call -> {
          if (attempt.operation().isSideBySide() && isRecognized(call)) {
            // Under its own reference the network carries it out once, whether or not it had
            // arrived.
            execution.ask(call, networkCall, Resolution.RETRY, Optional.of(origin.cause()));
            return;
          }
          if (attempt.progress() == Progress.REVERSING) {
            reverse(call);
            return;
          }
          Inquiry inquiry = inquire(call);
          if (inquiry instanceof Inquiry.Absent && !attempt.operation().isSideBySide()) {
            askAnew(call, origin, networkCall);
          } else {
            learn(call, inquiry);
          }
        });
  }

  /**
   * Returns whether the network still recognizes the reference of a refund, so that a second
   * message under it refunds nothing more.
   */
  private boolean isRecognized(InFlightOperation call) {
    Duration recognized = call.repetition().followUps();
    return recognized.isZero()
        || clock.instant().isBefore(call.attempt().created().plus(recognized));
  }

  /** Applies the network's report on the attempt. */
  public void learn(InFlightOperation call, Inquiry inquiry) {
    boolean isOfAuthorization = call.attempt().operation().isOfAuthorization();
    switch (inquiry) {
      case Inquiry.Found(Outcome.Pending pending) -> leaveOpen(call, pending, false, Instant.MAX);
      case Inquiry.NotYet(Instant until) -> leaveOpen(call, new Outcome.Pending(), true, until);
      case Inquiry.Found(Outcome.Unknown unknown) -> leaveOpen(call, unknown, true, Instant.MAX);
      case Inquiry.Unreachable(String why) ->
          leaveOpen(call, new Outcome.Unknown(why), true, Instant.MAX);
      case Inquiry.Found(Outcome outcome) -> finish(call, outcome);
      case Inquiry.Absent() when isOfAuthorization -> decideToReverse(call);
      case Inquiry.Absent() -> finish(call, new Outcome.NotSent());
      case Inquiry.Unclear() when isOfAuthorization -> decideToReverse(call);
      case Inquiry.Unclear() -> askUnclear(call);
    }
  }

  /**
   * Sends a capture, cancel or refund again if the network's report on it is unclear. Under its
   * reference it is carried out once, as long as the network remembers the reference.
   */
  private void askUnclear(InFlightOperation call) {
    Attempt attempt = call.attempt();
    Duration repeatable =
        attempt.progress().isOpen() ? call.repetition().followUps() : Duration.ZERO;
    if (clock.instant().isBefore(attempt.created().plus(repeatable))) {
      execution.ask(call, NetworkCall.BY_ATTEMPT, Resolution.RETRY, Optional.empty());
      return;
    }
    if (repeatable.isPositive()) {
      LOG.error(
          "{}, the {} of {}, has an unknown outcome and is too old to be sent again. It stays open: ask the provider",
          attempt.id(),
          attempt.operation().text(),
          attempt.payment());
    }
    leaveOpen(call, new Outcome.Unknown("it is too old to be sent again"), true, Instant.MAX);
  }

  private void finish(InFlightOperation call, Outcome outcome) {
    execution.resolve(call, outcome, Resolution.INQUIRY, Optional.empty());
  }

  private void decideToReverse(InFlightOperation call) {
    InFlightOperation reversing = call.with(attempts.reversing(call.attempt()));
    if (execution.decides(reversing)) {
      reverse(reversing);
    }
  }

  private void reverse(InFlightOperation reversing) {
    execution.reverse(reversing, Optional.empty());
  }

  private void askAnew(InFlightOperation absent, Origin origin, NetworkCall networkCall) {
    Instant now = clock.instant();
    Attempt anew = attempts.beginAnew(absent.attempt(), origin.request(), now);
    Attempt abandoned =
        absent
            .attempt()
            .resolved(
                Progress.ABANDONED,
                new Completion(Resolution.RETRY, Optional.empty(), now),
                Optional.empty());
    if (commit(Changeset.of(AttemptStore.update(abandoned), AttemptStore.insert(anew)))) {
      execution.carryOut(absent.with(anew), networkCall, Optional.of(origin.cause()));
    }
  }

  /** Checks whether the network approved a reversed attempt after all. */
  private void watch(InFlightOperation call) {
    Inquiry inquiry = inquire(call);
    if (inquiry instanceof Inquiry.Found(Outcome.Approved late)) {
      reverseAgain(call, late);
      return;
    }
    boolean isKnown = inquiry instanceof Inquiry.Absent || inquiry instanceof Inquiry.Found;
    boolean isDone = isKnown && isFinal(call);
    Optional<Instant> next =
        isDone ? Optional.empty() : Optional.of(attempts.nextInquiry(call.attempt()));
    commit(Changeset.of(AttemptStore.update(call.attempt().watched(next))));
  }

  /**
   * Reverses a late approval. The reversal may be a refund, which can still fail. So Florin checks
   * it a few more times. If the network doesn't reverse the approval, the payment is marked as one
   * for which the provider moved another amount.
   */
  private void reverseAgain(InFlightOperation call, Outcome.Approved late) {
    Attempt attempt = call.attempt();
    Instant now = clock.instant();
    Optional<Attempt> reversal = execution.undo(call);
    boolean isUndone = reversal.filter(it -> it.progress() == Progress.APPROVED).isPresent();
    Instant next =
        isUndone
            ? now.plus(call.connector().capabilities().changesMindWithin().dividedBy(CHECKS))
            : attempts.nextInquiry(attempt);
    var writes = new ArrayList<Write>();
    writes.add(
        AttemptStore.update(
            attempt.watched(Optional.of(next).filter(_ -> !isUndone || !isFinal(call)))));
    reversal.map(AttemptStore::insert).ifPresent(writes::add);
    late.provider()
        .flatMap(it -> PaymentMachine.lookedAt(call.payment(), it, !isUndone, now))
        .map(move -> Stores.updates(Transition.of(move)))
        .ifPresent(writes::addAll);
    commit(new Changeset(writes));
    if (isUndone) {
      LOG.info("{} was approved late and is reversed again", attempt.id());
    } else {
      LOG.error("{} was approved late and can't be reversed yet", attempt.id());
    }
  }

  /** Returns whether the network no longer changes its decision on a resolved attempt. */
  private boolean isFinal(InFlightOperation call) {
    Instant now = clock.instant();
    return now.isAfter(
        call.attempt()
            .state()
            .completion()
            .map(Completion::at)
            .orElse(now)
            .plus(call.connector().capabilities().changesMindWithin()));
  }

  public Inquiry inquire(InFlightOperation call) {
    Inquiry inquiry = call.connector().inquire(call.inquiry(), call.deadline());
    crashPoint.at(Step.INQUIRED);
    return inquiry;
  }

  /**
   * Leaves the attempt open and schedules the next inquiry. The first time, this announces the
   * operation and stores the response to its request, as the first process would have. As long as a
   * repetition may still request an authorization anew, the response is left to it.
   *
   * @param mayBeAbsent whether the network may not have the operation
   * @param latest the latest time of a later inquiry, whatever the number of earlier ones
   */
  private void leaveOpen(
      InFlightOperation call, Outcome open, boolean mayBeAbsent, Instant latest) {
    Attempt attempt = call.attempt();
    boolean isAnnounced = attempt.progress() != Progress.BEGUN;
    boolean isUnanswered = isRepeatable(attempt);
    boolean isLeft =
        mayBeAbsent
            && isUnanswered
            && clock.instant().isBefore(attempt.created().plus(Attempts.REPETITION_WITHIN));
    if (isAnnounced && (isLeft || !isUnanswered)) {
      askAgain(attempt, open, latest);
    } else if (isLeft) {
      execution.announce(call, open);
    } else {
      execution.resolve(call, open, Resolution.INQUIRY, Optional.empty());
    }
  }

  /** An approved attempt that is checked again stays approved in the meantime. */
  private void askAgain(Attempt attempt, Outcome open, Instant latest) {
    Progress as = open instanceof Outcome.Pending ? Progress.PENDING : Progress.UNKNOWN;
    Progress next = attempt.progress() == Progress.APPROVED ? Progress.APPROVED : as;
    Instant regular = attempts.nextInquiry(attempt);
    Instant due = latest.isBefore(regular) ? latest : regular;
    commit(Changeset.of(AttemptStore.update(attempt.askAgain(next, due))));
  }

  /**
   * Returns the call for an attempt. Returns empty, and logs it, if its connector is not
   * configured.
   */
  public Optional<InFlightOperation> call(Attempt attempt) {
    Optional<Connector> connector = connectors.find(attempt.realm(), attempt.connector());
    if (connector.isEmpty()) {
      LOG.error(
          "{} can't be resolved, because the connector {} is no longer configured",
          attempt.id(),
          attempt.connector());
      commit(
          Changeset.of(
              AttemptStore.update(
                  attempt.askAgain(attempt.progress(), attempts.nextInquiry(attempt)))));
    }
    return connector.map(found -> attempts.dispatch(stores.subjectOf(attempt), attempt, found));
  }

  /**
   * Commits the changes. Returns false if a version has changed: another process has resolved it,
   * and its result is kept.
   */
  private boolean commit(Changeset changeset) {
    return commits.commit(changeset).isCommitted();
  }
}
