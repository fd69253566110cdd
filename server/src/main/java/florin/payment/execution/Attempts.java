package florin.payment.execution;

import florin.connector.Capabilities.Timing;
import florin.connector.ConnectorName;
import florin.connector.Connectors;
import florin.connector.Outcome;
import florin.core.Id.AttemptId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Money;
import florin.core.Realm;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Owner;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Attempt.State;
import florin.payment.machine.Operation;
import florin.payment.machine.Payment;
import florin.payment.machine.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** How attempts are begun, taken and resolved by this process. Makes values; writes nothing. */
public final class Attempts {
  /**
   * How long an authorisation that provably never arrived waits for the repetition of its request
   * before it fails: a client that lost its answer asks again within seconds.
   */
  static final Duration REPETITION_WITHIN = Duration.ofSeconds(30);

  private final Owner self;
  private final IdSource ids;
  private final InstantSource dueClock;
  private final Connectors connectors;

  /**
   * @param dueClock the database's, by which every node reads when an attempt is due: also where
   *     what happens is written under another
   */
  public Attempts(Owner self, IdSource ids, InstantSource dueClock, Connectors connectors) {
    this.self = self;
    this.ids = ids;
    this.dueClock = dueClock;
    this.connectors = connectors;
  }

  /** When an attempt is due that is to be looked at after so long. */
  Instant dueIn(Duration wait) {
    return dueClock.instant().plus(wait);
  }

  /** When recovery asks about it again. */
  public Instant nextInquiry(Attempt attempt) {
    Timing timing = timing(attempt.realm(), attempt.connector());
    return InquirySchedule.next(attempt, timing.inquiryPause(), dueClock.instant());
  }

  /**
   * Until when an attempt belongs to who takes it now: longer than the connector's deadline and the
   * commit after it, so short that what a dead node has left is resolved soon.
   */
  private Instant lease(Realm realm, ConnectorName connector) {
    return dueIn(timing(realm, connector).lease());
  }

  private Timing timing(Realm realm, ConnectorName connector) {
    return connectors
        .find(realm, connector)
        .map(found -> found.capabilities().timing())
        .orElse(Timing.UNKNOWN);
  }

  /** Whether a wait is over. One that says no end was begun when to be due was to be over. */
  public boolean isOver(Attempt waiting) {
    return waiting.state().expires().map(end -> !end.isAfter(dueClock.instant())).orElse(true);
  }

  /** When what waits is asked about: at its end; and before, while a payer acts elsewhere. */
  public Instant nextLook(Attempt waiting) {
    Instant next = nextInquiry(waiting);
    Optional<Instant> end = waiting.state().expires().filter(_ -> !isOver(waiting));
    return end.isEmpty() || (isPolled(waiting) && next.isBefore(end.get())) ? next : end.get();
  }

  private boolean isPolled(Attempt waiting) {
    return waiting.progress() == Progress.REQUIRES_ACTION
        && connectors
            .find(waiting.realm(), waiting.connector())
            .filter(found -> found.capabilities().hosted())
            .isPresent();
  }

  /**
   * Under what an authorisation is undone where a network wants a reversal that was not answered to
   * be repeated as the same message, also after a crash. Once it was answered, the same would be
   * given the same answer again, whatever has arrived since.
   *
   * @param answered how many reversals of it the network has answered before
   */
  static AttemptId reversalReference(Attempt undone, int answered) {
    UUID id = undone.reference().id().uuid();
    return new AttemptId(
        new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ (answered + 1)));
  }

  AttemptId nextId() {
    return new AttemptId(ids.next());
  }

  /** An authorisation that is about to be asked for. */
  public Attempt begin(Payment payment, Optional<UUID> idempotency, RequestId request) {
    return Attempt.begun(
        payment, nextId(), idempotency, request, self, lease(payment.realm(), payment.connector()));
  }

  /**
   * What goes on with an authorisation, and is about to be asked for.
   *
   * @param refund that it carries out
   * @param request empty when it is the service's own doing
   */
  public Attempt begin(
      Attempt authorization,
      Operation operation,
      Optional<RefundId> refund,
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
        refund,
        authorization.connector(),
        amount,
        idempotency,
        request,
        now,
        begun(authorization.realm(), authorization.connector()));
  }

  /** The same operation, under a new reference: what went before provably never arrived. */
  public Attempt beginAnew(Attempt absent, RequestId request, Instant now) {
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
        begun(absent.realm(), absent.connector()));
  }

  private State begun(Realm realm, ConnectorName connector) {
    return State.begun(self, lease(realm, connector));
  }

  /** A reversal that the network has acknowledged, or declined. */
  Attempt reversal(Attempt of, AttemptId reference, Progress as, Instant now) {
    var answered = new Completion(Resolution.ANSWER, Optional.empty(), now);
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
            as,
            self,
            Optional.empty(),
            Optional.empty(),
            0,
            Optional.of(answered),
            Optional.empty()));
  }

  public Attempt take(Attempt attempt) {
    return attempt.takenBy(self, lease(attempt.realm(), attempt.connector()));
  }

  /** Left to whoever repeats the request, who brings the card again; if nobody does, due then. */
  public Attempt leaveToRepetition(Attempt attempt) {
    return attempt.takenBy(Owner.NOBODY, dueIn(REPETITION_WITHIN));
  }

  /** The decision to undo the attempt; who took it has the length of another lease to do so. */
  public Attempt reversing(Attempt attempt) {
    return attempt.askAgain(Progress.REVERSING, lease(attempt.realm(), attempt.connector()));
  }

  /** The same, for it was approved for another amount than was asked for. */
  public Attempt reversing(Attempt attempt, Money approved) {
    return attempt.approvedFor(
        approved, Progress.REVERSING, lease(attempt.realm(), attempt.connector()));
  }

  /** Whether it was begun, or taken, by this process. */
  public boolean isOwn(Attempt attempt) {
    return attempt.state().owner().equals(self);
  }

  /** The same, to be looked at now. */
  public Attempt dueNow(Attempt attempt) {
    return attempt.due(dueClock.instant());
  }

  /** Whether this process may take the attempt now: nobody is at work on it. */
  public boolean isFree(Attempt attempt) {
    Owner owner = attempt.state().owner();
    boolean leftByEarlierLife =
        owner.node().equals(self.node()) && !owner.boot().equals(self.boot());
    Optional<Instant> due = attempt.state().due();
    return due.isPresent()
        && (owner.equals(Owner.NOBODY)
            || leftByEarlierLife
            || !due.get().isAfter(dueClock.instant()));
  }

  /** The attempt after the network, or somebody who asked it, has said what came of it. */
  Attempt after(Dispatch call, Outcome outcome, Resolution by, Instant now) {
    Attempt attempt = call.attempt();
    return attempt.progress() == Progress.APPROVED
        ? afterSecondLook(attempt, outcome, by, now)
        : waiting(call, afterFirstLook(attempt, outcome, by, lookAgain(call), now), outcome);
  }

  /** A refund that is approved is looked at again once the network does not change its mind. */
  private Optional<Instant> lookAgain(Dispatch call) {
    return call.attempt().operation() == Operation.REFUND
        ? Optional.of(call.connector().capabilities().changesMindWithin())
            .filter(Duration::isPositive)
            .map(this::dueIn)
        : Optional.empty();
  }

  /** With its end, where it waits for a payer or a capture. */
  private Attempt waiting(Dispatch call, Attempt after, Outcome outcome) {
    return Wait.end(call.payment(), call.attempt(), outcome, dueClock.instant())
        .map(after::expiring)
        .map(waits -> waits.due(nextLook(waits)))
        .orElse(after);
  }

  private Attempt afterFirstLook(
      Attempt attempt, Outcome outcome, Resolution by, Optional<Instant> lookAgain, Instant now) {
    return switch (outcome) {
      case Outcome.Approved approved ->
          attempt.resolved(
              Progress.APPROVED,
              new Completion(
                  by,
                  approved.responseCode(),
                  approved.networkTransactionId(),
                  Optional.of(approved.connectorReference()),
                  now),
              lookAgain);
      case Outcome.OtherAmount(Outcome.Approved approved) ->
          attempt.approvedFor(
              approved.amount(),
              attempt.operation().isOfAuthorization() ? Progress.REVERSING : Progress.PENDING,
              nextInquiry(attempt));
      case Outcome.Declined declined ->
          resolved(attempt, Progress.DECLINED, by, declined.responseCode(), now);
      case Outcome.NotSent() -> resolved(attempt, Progress.NOT_SENT, by, Optional.empty(), now);
      case Outcome.RequiresAction _ ->
          attempt.resolved(
              Progress.REQUIRES_ACTION, new Completion(by, Optional.empty(), now), lookAgain);
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

  private static Attempt resolved(
      Attempt attempt, Progress as, Resolution by, Optional<String> responseCode, Instant now) {
    return attempt.resolved(as, new Completion(by, responseCode, now), Optional.empty());
  }
}
