package florin.payment;

import florin.connector.Outcome;
import florin.core.Id.AttemptId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.payment.Attempt.Owner;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** How attempts are begun, taken and settled by this process. Makes values; writes nothing. */
final class Attempts {
  /**
   * How long an attempt belongs to whoever took it: longer than the connector's deadline and the
   * commit after it, short enough that a dead node's attempts are settled within 20 s.
   */
  static final Duration LEASE = Duration.ofSeconds(15);

  private final Owner self;
  private final IdSource ids;

  Attempts(Owner self, IdSource ids) {
    this.self = self;
    this.ids = ids;
  }

  /** An authorisation that is about to be asked for. */
  Attempt begin(Payment payment, Optional<UUID> idempotency, RequestId request, Instant now) {
    return new Attempt(
        payment.realm(),
        new AttemptId(ids.next()),
        payment.id(),
        Operation.AUTHORIZE,
        1,
        Progress.BEGUN,
        payment.connector(),
        payment.order().amount(),
        self,
        Optional.of(now.plus(LEASE)),
        0,
        idempotency,
        Optional.of(request),
        Optional.empty(),
        Optional.empty(),
        now,
        Optional.empty());
  }

  /** A reversal that the network has acknowledged. */
  Attempt reversal(Attempt of, AttemptId reference, Instant now) {
    return new Attempt(
        of.realm(),
        reference,
        of.payment(),
        Operation.REVERSE,
        1,
        Progress.APPROVED,
        of.connector(),
        of.amount(),
        self,
        Optional.empty(),
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(Resolution.ANSWER),
        now,
        Optional.of(now));
  }

  Attempt take(Attempt attempt, Instant now) {
    return attempt.takenBy(self, now.plus(LEASE));
  }

  /** The decision to undo the attempt; who took it has the length of another lease to do so. */
  Attempt reversing(Attempt attempt, Instant now) {
    return attempt.askAgain(Progress.REVERSING, now.plus(LEASE));
  }

  /** Whether this process may take the attempt now: nobody is at work on it. */
  boolean isFree(Attempt attempt, Instant now) {
    boolean leftByEarlierLife =
        attempt.owner().node().equals(self.node()) && !attempt.owner().boot().equals(self.boot());
    return attempt.due().isPresent() && (leftByEarlierLife || !attempt.due().get().isAfter(now));
  }

  /** The attempt after the network, or somebody who asked it, has said what came of it. */
  Attempt after(Attempt attempt, Outcome outcome, Resolution by, Instant now) {
    return switch (outcome) {
      case Outcome.Approved approved ->
          attempt.settled(
              Progress.APPROVED, by, Optional.of(approved.responseCode()), now, Optional.empty());
      case Outcome.Declined declined ->
          attempt.settled(Progress.DECLINED, by, declined.responseCode(), now, Optional.empty());
      case Outcome.NotSent() ->
          attempt.settled(Progress.NOT_SENT, by, Optional.empty(), now, Optional.empty());
      case Outcome.RequiresAction _ ->
          attempt.settled(Progress.REQUIRES_ACTION, by, Optional.empty(), now, Optional.empty());
      case Outcome.Pending() ->
          attempt.askAgain(Progress.PENDING, InquirySchedule.next(attempt, now));
      case Outcome.Unknown _ ->
          attempt.askAgain(Progress.UNKNOWN, InquirySchedule.next(attempt, now));
    };
  }
}
