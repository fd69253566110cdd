package florin.payment;

import florin.connector.Connector;
import florin.connector.Deadline;
import florin.connector.FollowUp;
import florin.connector.OperationRef;
import florin.connector.Outcome;
import florin.connector.Outcome.OtherAmount;
import florin.core.Id.AttemptId;
import florin.core.IdSource;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.event.Event.Cause;
import florin.payment.Attempt.Resolution;
import florin.payment.Finish.Settled;
import florin.payment.Probe.Step;
import java.util.Optional;

/**
 * From what the network said of an operation on a payment to its last commit. What nobody can take
 * for what was asked for is undone on the way: an authorisation of another amount, and, for {@link
 * Recovery}, one whose outcome is not to be learnt.
 */
final class Settlement {
  private final GroupCommit commits;
  private final PaymentStore payments;
  private final Attempts attempts;
  private final AmountCheck amounts;
  private final Finish finish;
  private final IdSource ids;
  private final Probe probe;

  Settlement(
      GroupCommit commits,
      PaymentStore payments,
      Attempts attempts,
      AmountCheck amounts,
      Finish finish,
      IdSource ids,
      Probe probe) {
    this.commits = commits;
    this.payments = payments;
    this.attempts = attempts;
    this.amounts = amounts;
    this.finish = finish;
    this.ids = ids;
    this.probe = probe;
  }

  /** The network was asked, by us or by whoever left the attempt to us, and this came of it. */
  Settled settle(
      Payment payment,
      Attempt attempt,
      Connector connector,
      Outcome said,
      Resolution by,
      Optional<Cause> cause) {
    if (!attempt.operation().isOfAuthorization()) {
      return finish.outcome(payment, attempt, said, by, cause);
    }
    Outcome outcome = amounts.check(attempt, said);
    if (!(outcome instanceof OtherAmount(Outcome.Approved other))) {
      return finish.outcome(payment, attempt, outcome, by, cause);
    }
    Attempt reversing = attempts.reversing(attempt, other.amount());
    if (!decides(reversing)) {
      Payment current = payments.get(payment.realm(), payment.id());
      return new Settled(current, current.state().failure(), false);
    }
    return reverse(payment, reversing, connector, cause)
        .orElseGet(() -> finish.outcome(payment, reversing, outcome, by, cause));
  }

  /**
   * The decision to undo is durable before the network hears of it. From then on nobody finishes
   * the attempt in another way, even if it is found approved, because a reversal may be on its way;
   * and one who stood still between asking and undoing finds that the attempt has moved, and does
   * nothing.
   *
   * @return whether it is ours to undo
   */
  boolean decides(Attempt reversing) {
    return switch (commits.commit(Changeset.of(AttemptStore.update(reversing)))) {
      case CommitResult.Committed() -> true;
      case CommitResult.Refused _ -> false;
      case CommitResult.Rejected rejected ->
          throw new IllegalStateException("the database refused a reversal: " + rejected);
    };
  }

  /** Empty when the network has not acknowledged it; it must be asked again then. */
  Optional<Settled> reverse(
      Payment payment, Attempt reversing, Connector connector, Optional<Cause> cause) {
    var reversal = new AttemptId(ids.next());
    if (!cancels(reversing, reversal, connector)) {
      return Optional.empty();
    }
    probe.at(Step.REVERSED);
    return Optional.of(finish.reversed(payment, reversing, reversal, cause));
  }

  /** Whether the network has acknowledged that the authorisation holds nothing. */
  boolean cancels(Attempt attempt, AttemptId reversal, Connector connector) {
    Outcome outcome =
        connector.cancel(
            new FollowUp(
                new OperationRef(reversal), attempt.reference(), attempt.realm(), attempt.amount()),
            Deadline.in(Ask.DEADLINE));
    return outcome instanceof Outcome.Approved;
  }
}
