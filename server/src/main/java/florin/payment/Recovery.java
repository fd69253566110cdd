package florin.payment;

import florin.connector.Connector;
import florin.connector.Connectors;
import florin.connector.Deadline;
import florin.connector.Inquiry;
import florin.connector.Outcome;
import florin.core.Id.AttemptId;
import florin.core.IdSource;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.event.Event.Cause;
import florin.idempotency.Origin;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import florin.payment.Attempt.Verdict;
import florin.payment.Probe.Step;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out what became of an attempt that was begun and never settled: its process died, or the
 * network did not answer in time.
 *
 * <p>The rules, in order. Whoever resolves first takes the attempt, under its version and for the
 * length of a lease. The network is asked by our reference. Approved or declined there: the payment
 * is finished so. An authorisation that is not found, or unclear: that it is to be reversed is
 * written down, then it is, and only when the network has acknowledged that does the payment fail.
 * A capture or cancel that provably never arrived did not come about, and the payment stands as
 * before it; an unclear one is asked about again. A refund that never arrived has failed. Recovery
 * itself asks for no operation; only a repeated request may, and only when the network has said
 * that the first attempt provably never arrived; a refund it may send again, under the same
 * reference and no other. A refund that was approved is asked about once more when the network says
 * that it does not change its mind any more. An attempt that was reversed is watched as long as the
 * network may still change its mind: an approval that comes late is reversed again, and the payment
 * stays failed.
 */
public final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

  private final Connectors connectors;
  private final GroupCommit commits;
  private final PaymentStore payments;
  private final Attempts attempts;
  private final Settlement settlement;
  private final RefundFinish refundFinish;
  private final IdSource ids;
  private final InstantSource clock;
  private final Probe probe;

  Recovery(
      Connectors connectors,
      GroupCommit commits,
      PaymentStore payments,
      Attempts attempts,
      Settlement settlement,
      RefundFinish refundFinish,
      IdSource ids,
      InstantSource clock,
      Probe probe) {
    this.connectors = connectors;
    this.commits = commits;
    this.payments = payments;
    this.attempts = attempts;
    this.settlement = settlement;
    this.refundFinish = refundFinish;
    this.ids = ids;
    this.clock = clock;
    this.probe = probe;
  }

  /** Takes the attempt for the length of a lease; empty when somebody else was faster. */
  Optional<Attempt> take(Attempt attempt) {
    Attempt taken = attempts.take(attempt);
    boolean ours = commit(AttemptStore.update(taken));
    if (ours) {
      probe.at(Step.TAKEN);
    }
    return ours ? Optional.of(taken) : Optional.empty();
  }

  /** Settles an attempt that was taken, or sets when to ask again. */
  void resolve(Attempt attempt) {
    connector(attempt)
        .ifPresent(connector -> {
          if (attempt.operation() == Operation.REFUND) {
            learn(attempt, inquire(attempt, connector));
            return;
          }
          switch (attempt.progress()) {
            case REVERSED -> watch(attempt, connector);
            case REVERSING -> reverse(attempt, connector);
            default -> settle(attempt, inquire(attempt, connector), connector);
          }
        });
  }

  /** The same for a repeated request, which can ask for the operation anew. */
  void retry(Attempt attempt, Origin origin, Ask ask) {
    connector(attempt)
        .ifPresent(connector -> {
          if (attempt.operation() == Operation.REFUND) {
            sendAgain(attempt, connector, origin, ask);
            return;
          }
          if (attempt.progress() == Progress.REVERSING) {
            reverse(attempt, connector);
            return;
          }
          Inquiry inquiry = inquire(attempt, connector);
          if (inquiry instanceof Inquiry.Absent) {
            askAnew(attempt, connector, origin, ask);
          } else {
            settle(attempt, inquiry, connector);
          }
        });
  }

  private void learn(Attempt refund, Inquiry inquiry) {
    refundFinish.outcome(
        refund, RefundFinish.outcome(inquiry), Resolution.INQUIRY, Optional.empty());
  }

  /** Under its own reference, so that it is carried out once, whether or not it had arrived. */
  private void sendAgain(Attempt refund, Connector connector, Origin origin, Ask ask) {
    Outcome outcome = ask.ask(connector, payment(refund), refund);
    probe.at(Step.CALLED);
    refundFinish.outcome(refund, outcome, Resolution.RETRY, Optional.of(origin.cause()));
    probe.at(Step.FINISHED);
  }

  private void settle(Attempt attempt, Inquiry inquiry, Connector connector) {
    switch (inquiry) {
      case Inquiry.Found(Outcome.Pending()) -> askAgain(attempt, Progress.PENDING);
      case Inquiry.Found(Outcome.Unknown _), Inquiry.Unreachable _ ->
          askAgain(attempt, Progress.UNKNOWN);
      case Inquiry.Found(Outcome outcome) -> finish(attempt, outcome, connector);
      case Inquiry.Absent() -> {
        if (attempt.operation().isOfAuthorization()) {
          decideToReverse(attempt, connector);
        } else {
          finish(attempt, new Outcome.NotSent(), connector);
        }
      }
      case Inquiry.Unclear() -> {
        if (attempt.operation().isOfAuthorization()) {
          decideToReverse(attempt, connector);
        } else {
          askAgain(attempt, Progress.UNKNOWN);
        }
      }
    }
  }

  private void finish(Attempt attempt, Outcome outcome, Connector connector) {
    settlement.settle(
        payment(attempt), attempt, connector, outcome, Resolution.INQUIRY, Optional.empty());
  }

  private void decideToReverse(Attempt attempt, Connector connector) {
    Attempt reversing = attempts.reversing(attempt);
    if (settlement.decides(reversing)) {
      reverse(reversing, connector);
    }
  }

  private void reverse(Attempt attempt, Connector connector) {
    if (settlement.reverse(payment(attempt), attempt, connector, Optional.empty()).isEmpty()) {
      LOG.info("{} could not be reversed yet", attempt.id());
      askAgain(attempt, Progress.REVERSING);
    }
  }

  private void askAnew(Attempt absent, Connector connector, Origin origin, Ask ask) {
    Payment payment = payment(absent);
    Instant now = clock.instant();
    Attempt anew = attempts.beginAnew(absent, origin.request(), now);
    Attempt abandoned =
        absent.settled(
            Progress.ABANDONED,
            new Verdict(Resolution.RETRY, Optional.empty(), now),
            Optional.empty());
    if (commit(AttemptStore.update(abandoned), AttemptStore.insert(anew))) {
      probe.at(Step.BEGUN);
      Outcome outcome = ask.ask(connector, payment, anew);
      probe.at(Step.CALLED);
      Optional<Cause> cause = Optional.of(origin.cause());
      settlement.settle(payment, anew, connector, outcome, Resolution.ANSWER, cause);
      probe.at(Step.FINISHED);
    }
  }

  /** Was reversed; looks whether the network approved it after all. */
  private void watch(Attempt attempt, Connector connector) {
    Inquiry inquiry = inquire(attempt, connector);
    Instant now = clock.instant();
    if (inquiry instanceof Inquiry.Found(Outcome.Approved _)) {
      var reversal = new AttemptId(ids.next());
      List<Write> writes = new ArrayList<>();
      writes.add(AttemptStore.update(attempt.watched(Optional.of(attempts.nextInquiry(attempt)))));
      if (settlement.cancels(attempt, reversal, connector)) {
        LOG.info("{} was approved late and has been reversed again", attempt.id());
        writes.add(AttemptStore.insert(attempts.reversal(attempt, reversal, now)));
      }
      commit(writes.toArray(Write[]::new));
      return;
    }
    Instant end =
        attempt
            .state()
            .verdict()
            .map(Verdict::at)
            .orElse(now)
            .plus(connector.capabilities().changesMindWithin());
    boolean known = inquiry instanceof Inquiry.Absent || inquiry instanceof Inquiry.Found;
    boolean done = known && now.isAfter(end);
    commit(
        AttemptStore.update(
            attempt.watched(done ? Optional.empty() : Optional.of(attempts.nextInquiry(attempt)))));
  }

  private Inquiry inquire(Attempt attempt, Connector connector) {
    Inquiry inquiry = connector.inquire(attempt.reference(), Deadline.in(Ask.DEADLINE));
    probe.at(Step.INQUIRED);
    return inquiry;
  }

  private void askAgain(Attempt attempt, Progress as) {
    commit(AttemptStore.update(attempt.askAgain(as, attempts.nextInquiry(attempt))));
  }

  private Payment payment(Attempt attempt) {
    return payments.get(attempt.realm(), attempt.payment());
  }

  private Optional<Connector> connector(Attempt attempt) {
    Optional<Connector> connector = connectors.find(attempt.connector());
    if (connector.isEmpty()) {
      LOG.error(
          "{} cannot be resolved: the connector {} is not configured any more",
          attempt.id(),
          attempt.connector());
      askAgain(attempt, attempt.progress());
    }
    return connector;
  }

  /** False when a version had moved: somebody else has settled it, and that stands. */
  private boolean commit(Write... writes) {
    return switch (commits.commit(Changeset.of(writes))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a step of recovery: " + rejected);
    };
  }
}
