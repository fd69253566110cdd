package florin.payment;

import florin.connector.Outcome;
import florin.core.Id.AttemptId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Money;
import florin.payment.Attempt.Owner;
import florin.payment.Attempt.Progress;
import florin.payment.Attempt.Resolution;
import florin.payment.Attempt.State;
import florin.payment.Attempt.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
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
  private final InstantSource dueClock;

  /**
   * @param dueClock the database's, by which every node reads when an attempt is due: also where
   *     what happens is written under another
   */
  Attempts(Owner self, IdSource ids, InstantSource dueClock) {
    this.self = self;
    this.ids = ids;
    this.dueClock = dueClock;
  }

  /** When an attempt is due that is to be looked at after so long. */
  Instant dueIn(Duration wait) {
    return dueClock.instant().plus(wait);
  }

  /** When recovery asks about it again. */
  Instant nextInquiry(Attempt attempt) {
    return InquirySchedule.next(attempt, dueClock.instant());
  }

  AttemptId nextId() {
    return new AttemptId(ids.next());
  }

  /** An authorisation that is about to be asked for. */
  Attempt begin(Payment payment, Optional<UUID> idempotency, RequestId request, Instant now) {
    return new Attempt(
        payment.realm(),
        nextId(),
        payment.id(),
        Operation.AUTHORIZE,
        Optional.empty(),
        Optional.empty(),
        payment.connector(),
        payment.order().amount(),
        idempotency,
        Optional.of(request),
        now,
        begun());
  }

  /**
   * A capture or cancel that is about to be asked for.
   *
   * @param request empty when it is the service's own doing
   */
  Attempt begin(
      Attempt authorization,
      Operation operation,
      Money amount,
      Optional<UUID> idempotency,
      Optional<RequestId> request,
      Instant now) {
    return new Attempt(
        authorization.realm(),
        nextId(),
        authorization.payment(),
        operation,
        Optional.of(authorization.authorizationReference().id()),
        Optional.empty(),
        authorization.connector(),
        amount,
        idempotency,
        request,
        now,
        begun());
  }

  /** A refund that is about to be asked for. */
  Attempt begin(
      Attempt authorization,
      Refund refund,
      Optional<UUID> idempotency,
      RequestId request,
      Instant now) {
    return new Attempt(
        refund.realm(),
        nextId(),
        refund.payment(),
        Operation.REFUND,
        Optional.of(authorization.authorizationReference().id()),
        Optional.of(refund.id()),
        authorization.connector(),
        refund.amount(),
        idempotency,
        Optional.of(request),
        now,
        begun());
  }

  /** The same operation, under a new reference: what went before provably never arrived. */
  Attempt beginAnew(Attempt absent, RequestId request, Instant now) {
    return new Attempt(
        absent.realm(),
        nextId(),
        absent.payment(),
        absent.operation(),
        absent.authorization(),
        absent.refund(),
        absent.connector(),
        absent.amount(),
        absent.idempotency(),
        Optional.of(request),
        now,
        begun());
  }

  private State begun() {
    return new State(
        1, Progress.BEGUN, self, Optional.of(dueIn(LEASE)), 0, Optional.empty(), Optional.empty());
  }

  /** A reversal that the network has acknowledged. */
  Attempt reversal(Attempt of, AttemptId reference, Instant now) {
    var acknowledged = new Verdict(Resolution.ANSWER, Optional.empty(), now);
    return new Attempt(
        of.realm(),
        reference,
        of.payment(),
        Operation.REVERSE,
        Optional.of(of.reference().id()),
        Optional.empty(),
        of.connector(),
        of.amount(),
        Optional.empty(),
        Optional.empty(),
        now,
        new State(
            1,
            Progress.APPROVED,
            self,
            Optional.empty(),
            0,
            Optional.of(acknowledged),
            Optional.empty()));
  }

  Attempt take(Attempt attempt) {
    return attempt.takenBy(self, dueIn(LEASE));
  }

  /** The decision to undo the attempt; who took it has the length of another lease to do so. */
  Attempt reversing(Attempt attempt) {
    return attempt.askAgain(Progress.REVERSING, dueIn(LEASE));
  }

  /** The same, for it was approved for another amount than was asked for. */
  Attempt reversing(Attempt attempt, Money approved) {
    return attempt.approvedFor(approved, Progress.REVERSING, dueIn(LEASE));
  }

  /** Whether this process may take the attempt now: nobody is at work on it. */
  boolean isFree(Attempt attempt) {
    Owner owner = attempt.state().owner();
    boolean leftByEarlierLife =
        owner.node().equals(self.node()) && !owner.boot().equals(self.boot());
    Optional<Instant> due = attempt.state().due();
    return due.isPresent() && (leftByEarlierLife || !due.get().isAfter(dueClock.instant()));
  }

  /** The attempt after the network, or somebody who asked it, has said what came of it. */
  Attempt after(Call call, Outcome outcome, Resolution by, Instant now) {
    Attempt attempt = call.attempt();
    return attempt.progress() == Progress.APPROVED
        ? afterSecondLook(attempt, outcome, by, now)
        : afterFirstLook(attempt, outcome, by, lookAgain(call, outcome).map(this::dueIn), now);
  }

  /** After how long it is to be looked at again although its outcome is known. */
  private static Optional<Duration> lookAgain(Call call, Outcome outcome) {
    return call.attempt().operation() == Operation.REFUND
        ? Optional.of(call.connector().capabilities().changesMindWithin())
            .filter(Duration::isPositive)
        : Expiry.within(call.payment(), call.attempt(), outcome);
  }

  private Attempt afterFirstLook(
      Attempt attempt, Outcome outcome, Resolution by, Optional<Instant> lookAgain, Instant now) {
    return switch (outcome) {
      case Outcome.Approved approved ->
          attempt.settled(
              Progress.APPROVED,
              new Verdict(by, Optional.of(approved.responseCode()), now),
              lookAgain);
      case Outcome.OtherAmount(Outcome.Approved approved) ->
          attempt.approvedFor(
              approved.amount(),
              attempt.operation().isOfAuthorization() ? Progress.REVERSING : Progress.PENDING,
              nextInquiry(attempt));
      case Outcome.Declined declined ->
          settled(attempt, Progress.DECLINED, by, declined.responseCode(), now);
      case Outcome.NotSent() -> settled(attempt, Progress.NOT_SENT, by, Optional.empty(), now);
      case Outcome.RequiresAction _ ->
          attempt.settled(
              Progress.REQUIRES_ACTION, new Verdict(by, Optional.empty(), now), lookAgain);
      case Outcome.Pending() -> attempt.askAgain(Progress.PENDING, nextInquiry(attempt));
      case Outcome.Unknown _ -> attempt.askAgain(Progress.UNKNOWN, nextInquiry(attempt));
    };
  }

  /** Of what was approved, once the network does not change its mind any more. */
  private Attempt afterSecondLook(Attempt attempt, Outcome outcome, Resolution by, Instant now) {
    return switch (outcome) {
      case Outcome.Approved _ -> attempt.foundRight();
      case Outcome.OtherAmount(Outcome.Approved other) ->
          attempt.approvedFor(other.amount(), Progress.APPROVED, nextInquiry(attempt));
      case Outcome.Declined _, Outcome.NotSent() ->
          afterFirstLook(attempt, outcome, by, Optional.empty(), now);
      case Outcome.Pending(), Outcome.Unknown _, Outcome.RequiresAction _ ->
          attempt.watched(Optional.of(nextInquiry(attempt)));
    };
  }

  private static Attempt settled(
      Attempt attempt, Progress as, Resolution by, Optional<String> responseCode, Instant now) {
    return attempt.settled(as, new Verdict(by, responseCode, now), Optional.empty());
  }
}
