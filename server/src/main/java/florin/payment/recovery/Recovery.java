package florin.payment.recovery;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Slot;
import florin.idempotency.Origin;
import florin.payment.execution.Ask;
import florin.payment.execution.Attempts;
import florin.payment.execution.Dispatch;
import florin.payment.execution.Execution;
import florin.payment.execution.Probe;
import florin.payment.execution.Probe.Step;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Operation;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of an attempt that was begun and never resolved: its process died, or the
 * network did not answer in time.
 *
 * <p>The rules, in order. Whoever resolves first takes the attempt, under its version and for the
 * length of a lease. The network is asked by our reference. Approved or declined there: the payment
 * is finished so. An authorisation that is not found, or unclear: that it is to be reversed is
 * written down, then it is, and only when the network has acknowledged that does the payment fail.
 * Before that, one that provably never arrived is left for 30 s to a repetition of its request: a
 * crash should not cost a sale. A capture or cancel that provably never arrived did not come about,
 * and the payment stands as before it; a refund that never arrived has failed. An unclear one is
 * asked about again, or, where the network takes it so, sent again under its reference. Recovery
 * itself asks for no other operation; only a repeated request may, and only when the network has
 * said that the first attempt provably never arrived; a refund it may send again, under the same
 * reference and no other. A refund that was approved is asked about once more when the network says
 * that it does not change its mind any more. An attempt that was reversed is watched as long as the
 * network may still change its mind: an approval that comes late is reversed again, and the payment
 * stays failed.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final Connectors connectors;
  private final GroupCommit commits;
  private final Idempotency idempotency;
  private final Stores stores;
  private final Attempts attempts;
  private final Execution execution;
  private final InstantSource clock;
  private final Probe probe;

  public Recovery(
      Connectors connectors,
      GroupCommit commits,
      Idempotency idempotency,
      Stores stores,
      Attempts attempts,
      Execution execution,
      InstantSource clock,
      Probe probe) {
    this.connectors = connectors;
    this.commits = commits;
    this.idempotency = idempotency;
    this.stores = stores;
    this.attempts = attempts;
    this.execution = execution;
    this.clock = clock;
    this.probe = probe;
  }

  /** Takes the attempt for the length of a lease; empty when somebody else was faster. */
  public Optional<Attempt> take(Attempt attempt) {
    Attempt taken = attempts.take(attempt);
    boolean ours = commit(Changeset.of(AttemptStore.update(taken)));
    if (ours) {
      probe.at(Step.TAKEN);
    }
    return ours ? Optional.of(taken) : Optional.empty();
  }

  /**
   * Resolves an attempt that was taken, or sets when to ask again.
   *
   * @param wasLeft to a repetition of its request, which did not come
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
                commit(call.following(AttemptStore.update(attempts.leaveToRepetition(attempt))));
              } else {
                learn(call, inquiry);
              }
            }
          }
        });
  }

  /** Whoever asked for it had no answer, and can ask again under the same key. */
  private boolean isRepeatable(Attempt attempt) {
    return attempt.operation() == Operation.AUTHORIZE
        && attempt
            .idempotency()
            .flatMap(slot -> idempotency.find(new Slot(attempt.realm(), slot)))
            .filter(stored -> stored.answer().isEmpty())
            .isPresent();
  }

  /** The same for a repeated request, which can ask for the operation anew. */
  public void retry(Attempt attempt, Origin origin, Ask ask) {
    call(attempt)
        .ifPresent(call -> {
          if (attempt.operation().isSideBySide()) {
            // Under its own reference, so that it is carried out once, whether or not it had
            // arrived.
            execution.ask(call, ask, Resolution.RETRY, Optional.of(origin.cause()));
            return;
          }
          if (attempt.progress() == Progress.REVERSING) {
            reverse(call);
            return;
          }
          Inquiry inquiry = inquire(call);
          if (inquiry instanceof Inquiry.Absent) {
            askAnew(call, origin, ask);
          } else {
            learn(call, inquiry);
          }
        });
  }

  /** What the network knows of it, as far as it is known. */
  public void learn(Dispatch call, Inquiry inquiry) {
    boolean isOfAuthorization = call.attempt().operation().isOfAuthorization();
    switch (inquiry) {
      case Inquiry.Found(Outcome.Pending()) -> askAgain(call, Progress.PENDING);
      case Inquiry.NotYet(Instant until) -> askAgain(call, Progress.PENDING, until);
      case Inquiry.Found(Outcome.Unknown _), Inquiry.Unreachable _ ->
          askAgain(call, Progress.UNKNOWN);
      case Inquiry.Found(Outcome outcome) -> finish(call, outcome);
      case Inquiry.Absent() when isOfAuthorization -> decideToReverse(call);
      case Inquiry.Absent() -> finish(call, new Outcome.NotSent());
      case Inquiry.Unclear() when isOfAuthorization -> decideToReverse(call);
      case Inquiry.Unclear() -> askUnclear(call);
    }
  }

  /**
   * A capture, cancel or refund that a network cannot tell about is sent again: under its reference
   * it is carried out once, however often it is sent, for as long as the network remembers that.
   */
  private void askUnclear(Dispatch call) {
    Attempt attempt = call.attempt();
    Duration repeatable =
        attempt.progress().isOpen() ? call.repetition().followUps() : Duration.ZERO;
    if (clock.instant().isBefore(attempt.created().plus(repeatable))) {
      execution.ask(call, Ask.BY_ATTEMPT, Resolution.RETRY, Optional.empty());
      return;
    }
    if (repeatable.isPositive()) {
      LOG.error(
          "{}, the {} of {}, is unclear, and too old to be sent again. It stays open: ask the provider",
          attempt.id(),
          attempt.operation().text(),
          attempt.payment());
    }
    askAgain(call, Progress.UNKNOWN);
  }

  private void finish(Dispatch call, Outcome outcome) {
    execution.resolve(call, outcome, Resolution.INQUIRY, Optional.empty());
  }

  private void decideToReverse(Dispatch call) {
    Dispatch reversing = call.with(attempts.reversing(call.attempt()));
    if (execution.decides(reversing)) {
      reverse(reversing);
    }
  }

  private void reverse(Dispatch reversing) {
    if (!execution.reverse(reversing, Optional.empty())) {
      LOG.info("{} could not be reversed yet", reversing.attempt().id());
      askAgain(reversing, Progress.REVERSING);
    }
  }

  private void askAnew(Dispatch absent, Origin origin, Ask ask) {
    Instant now = clock.instant();
    Attempt anew = attempts.beginAnew(absent.attempt(), origin.request(), now);
    Attempt abandoned =
        absent
            .attempt()
            .resolved(
                Progress.ABANDONED,
                new Completion(Resolution.RETRY, Optional.empty(), now),
                Optional.empty());
    if (commit(absent.following(AttemptStore.update(abandoned), AttemptStore.insert(anew)))) {
      execution.carryOut(absent.with(anew), ask, Optional.of(origin.cause()));
    }
  }

  /** Was reversed; looks whether the network approved it after all. */
  private void watch(Dispatch call) {
    Attempt attempt = call.attempt();
    Inquiry inquiry = inquire(call);
    Instant now = clock.instant();
    if (inquiry instanceof Inquiry.Found(Outcome.Approved _)) {
      List<Write> writes = new ArrayList<>();
      writes.add(AttemptStore.update(attempt.watched(Optional.of(attempts.nextInquiry(attempt)))));
      execution.undo(call).map(AttemptStore::insert).ifPresent(writes::add);
      commit(call.following(writes));
      LOG.info("{} was approved late, and is reversed again", attempt.id());
      return;
    }
    Instant end =
        attempt
            .state()
            .completion()
            .map(Completion::at)
            .orElse(now)
            .plus(call.connector().capabilities().changesMindWithin());
    boolean known = inquiry instanceof Inquiry.Absent || inquiry instanceof Inquiry.Found;
    boolean done = known && now.isAfter(end);
    commit(
        call.following(
            AttemptStore.update(
                attempt.watched(
                    done ? Optional.empty() : Optional.of(attempts.nextInquiry(attempt))))));
  }

  public Inquiry inquire(Dispatch call) {
    Inquiry inquiry = call.connector().inquire(call.inquiry(), call.deadline());
    probe.at(Step.INQUIRED);
    return inquiry;
  }

  /** What was approved already, and is looked at once more, stays so meanwhile. */
  private void askAgain(Dispatch call, Progress as) {
    askAgain(call, as, Instant.MAX);
  }

  /**
   * @param latest however often it was asked before
   */
  private void askAgain(Dispatch call, Progress as, Instant latest) {
    Attempt attempt = call.attempt();
    Progress next = attempt.progress() == Progress.APPROVED ? Progress.APPROVED : as;
    Instant regular = attempts.nextInquiry(attempt);
    Instant due = latest.isBefore(regular) ? latest : regular;
    commit(call.following(AttemptStore.update(attempt.askAgain(next, due))));
  }

  /** Empty, and said, when there is nobody to be asked about the attempt. */
  public Optional<Dispatch> call(Attempt attempt) {
    Optional<Connector> connector = connectors.find(attempt.realm(), attempt.connector());
    if (connector.isEmpty()) {
      LOG.error(
          "{} cannot be resolved: the connector {} is not configured any more",
          attempt.id(),
          attempt.connector());
      commit(
          Changeset.of(
              AttemptStore.update(
                  attempt.askAgain(attempt.progress(), attempts.nextInquiry(attempt)))));
    }
    return connector.map(found -> new Dispatch(stores.subjectOf(attempt), attempt, found));
  }

  /** False when a version had moved: somebody else has resolved it, and that stands. */
  private boolean commit(Changeset changeset) {
    return switch (commits.commit(changeset)) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a step of recovery: " + rejected);
    };
  }
}
