package florin.payment.execution;

import florin.connector.Capabilities.Timing;
import florin.connector.Connector;
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
import florin.payment.machine.Subject;
import florin.payment.machine.Wait;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The attempts that this process begins, takes and resolves. The methods return values and write
 * nothing.
 */
public final class Attempts {
  /**
   * How long an authorization that provably never arrived waits for a repetition of its request
   * before it fails. A client that received no response retries within seconds.
   */
  public static final Duration REPETITION_WITHIN = Duration.ofSeconds(30);

  private final Owner self;
  private final IdSource ids;
  private final InstantSource dueClock;
  private final Connectors connectors;

  /**
   * Creates the attempts of one process.
   *
   * @param dueClock the database's clock, by which each node reads when an attempt is due. Other
   *     times may come from another clock.
   */
  public Attempts(Owner self, IdSource ids, InstantSource dueClock, Connectors connectors) {
    this.self = self;
    this.ids = ids;
    this.dueClock = dueClock;
    this.connectors = connectors;
  }

  /** Returns when an attempt is due that recovery asks about after this wait. */
  Instant dueIn(Duration wait) {
    return dueClock.instant().plus(wait);
  }

  /** Returns the operation of an attempt that this process has begun or taken. */
  public InFlightOperation dispatch(Subject subject, Attempt attempt, Connector connector) {
    return new InFlightOperation(subject, attempt, connector, dueClock);
  }

  /** Returns when recovery next asks about the attempt. */
  public Instant nextInquiry(Attempt attempt) {
    Timing timing = timing(attempt.realm(), attempt.connector());
    return InquirySchedule.next(attempt, timing.inquiryPause(), dueClock.instant());
  }

  /**
   * Returns the end of the lease of an attempt that is taken now. A lease is longer than the
   * connector's deadline plus the commit after it. It is short enough that an attempt of a dead
   * node is resolved soon.
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

  /** Returns whether a wait is over. An attempt without an end is over when it is due. */
  public boolean isOver(Attempt waiting) {
    return waiting.state().expires().map(end -> !end.isAfter(dueClock.instant())).orElse(true);
  }

  /**
   * Returns when recovery next asks about an attempt that waits: at its end, or earlier while a
   * payer acts at a provider.
   */
  public Instant nextLook(Attempt waiting) {
    Optional<Instant> end = waiting.state().expires().filter(_ -> !isOver(waiting));
    if (end.isEmpty()) {
      return nextInquiry(waiting);
    }
    return isPolled(waiting)
        ? Collections.min(List.of(nextInquiryOfPayer(waiting), end.get()))
        : end.get();
  }

  private Instant nextInquiryOfPayer(Attempt waiting) {
    Timing timing = timing(waiting.realm(), waiting.connector());
    return InquirySchedule.ofPayer(waiting, timing.inquiryPause(), dueClock.instant());
  }

  private boolean isPolled(Attempt waiting) {
    return waiting.progress() == Progress.REQUIRES_ACTION
        && connectors
            .find(waiting.realm(), waiting.connector())
            .filter(found -> found.capabilities().hosted())
            .isPresent();
  }

  /**
   * Returns the reference under which an authorization is undone. Some networks require that a
   * reversal without a response is repeated as the same message, even after a crash. After a
   * response, the same message would only return that response again, whatever has arrived since.
   * So each response leads to another reference.
   *
   * @param answered the number of reversals of the authorization to which the network has responded
   */
  static AttemptId reversalReference(Attempt undone, int answered) {
    UUID id = undone.reference().id().uuid();
    return new AttemptId(
        new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() ^ (answered + 1)));
  }

  AttemptId nextId() {
    return new AttemptId(ids.next());
  }

  /** Begins an authorization that is about to be requested. */
  public Attempt begin(Payment payment, Optional<UUID> idempotency, RequestId request) {
    return Attempt.begun(
        payment, nextId(), idempotency, request, self, lease(payment.realm(), payment.connector()));
  }

  /**
   * Begins a follow-up operation of an authorization, which is about to be requested.
   *
   * @param refund the refund that it carries out
   * @param request empty if Florin itself begins the operation
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

  /**
   * Begins the same operation under a new reference, because the earlier attempt provably never
   * arrived.
   */
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

  /** Returns the record of a reversal that the network has acknowledged or declined. */
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

  /**
   * Leaves the attempt to a repetition of the request, which sends the card data again. If no
   * repetition comes, the attempt is due after {@link #REPETITION_WITHIN}.
   */
  public Attempt leaveToRepetition(Attempt attempt) {
    return attempt.takenBy(Owner.NOBODY, dueIn(REPETITION_WITHIN));
  }

  /**
   * Returns the attempt with the decision to undo it. The process that took it has another lease to
   * do so.
   */
  public Attempt reversing(Attempt attempt) {
    return attempt.askAgain(Progress.REVERSING, lease(attempt.realm(), attempt.connector()));
  }

  /**
   * Returns the attempt with the decision to undo it because the network approved another amount.
   */
  public Attempt reversing(Attempt attempt, Money approved) {
    return attempt.approvedFor(
        approved, Progress.REVERSING, lease(attempt.realm(), attempt.connector()));
  }

  /** Returns the attempt with the current time as its due time. */
  public Attempt dueNow(Attempt attempt) {
    return attempt.due(dueClock.instant());
  }

  /** Returns whether this process may take the attempt now, because no process works on it. */
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

  /**
   * Returns the attempt after the network's response, or after an inquiry, reported its outcome.
   */
  Attempt after(InFlightOperation call, Outcome outcome, Resolution by, Instant now) {
    Attempt attempt = call.attempt();
    return attempt.progress() == Progress.APPROVED
        ? afterSecondLook(attempt, outcome, by, now)
        : waiting(call, afterFirstLook(attempt, outcome, by, lookAgain(call), now), outcome);
  }

  /**
   * Returns when an approved refund is checked again, once the network no longer changes its
   * decision.
   */
  private Optional<Instant> lookAgain(InFlightOperation call) {
    return call.attempt().operation() == Operation.REFUND
        ? Optional.of(call.connector().capabilities().changesMindWithin())
            .filter(Duration::isPositive)
            .map(this::dueIn)
        : Optional.empty();
  }

  /** Returns the attempt with the end of its wait, if it waits for a payer or a capture. */
  private Attempt waiting(InFlightOperation call, Attempt after, Outcome outcome) {
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
          attempt.approvedFor(approved.amount(), Progress.PENDING, nextInquiry(attempt));
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

  /**
   * Returns an approved attempt after the check that follows once the network no longer changes its
   * decision.
   */
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
