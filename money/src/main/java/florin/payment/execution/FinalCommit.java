package florin.payment.execution;

import florin.connector.Outcome;
import florin.connector.ProviderDetails;
import florin.connector.ProviderDispute;
import florin.connector.ResponseCodes;
import florin.db.Changeset;
import florin.db.CommitResult;
import florin.db.GroupCommit;
import florin.db.Write;
import florin.dispute.Disputes;
import florin.event.Event.Cause;
import florin.idempotency.Idempotency;
import florin.idempotency.Idempotency.Claim;
import florin.mandate.Mandates.Evidence;
import florin.payment.machine.Attempt;
import florin.payment.machine.Attempt.Completion;
import florin.payment.machine.Attempt.Progress;
import florin.payment.machine.Attempt.Resolution;
import florin.payment.machine.Operation;
import florin.payment.machine.OperationResult;
import florin.payment.machine.Payment;
import florin.payment.machine.PaymentMachine;
import florin.payment.machine.RefundMachine;
import florin.payment.machine.Status;
import florin.payment.machine.Subject;
import florin.payment.machine.Transition;
import florin.payment.store.AttemptStore;
import florin.payment.store.Stores;
import florin.paymentmethod.CardsOnFile;
import florin.paymentmethod.CardsOnFile.Approval;
import florin.paymentmethod.CardsOnFile.Approval.SavedAtProvider;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last commit of an attempt. It writes the outcome to payment, refund and attempt, the events,
 * and the response that the idempotency key waits for. Requests and recovery both end here. The
 * versions of attempt and payment ensure that only one of them does.
 */
public final class FinalCommit {
  /**
   * How long a commit is retried while other requests keep changing the payment, its description
   * for example. After that the attempt stays open, and recovery finishes it.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(FinalCommit.class);

  private final GroupCommit commits;
  private final Stores stores;
  private final Attempts attempts;
  private final OperationEvents events;
  private final CardsOnFile cards;
  private final Disputes disputes;
  private final PaymentLocks locks;
  private final InstantSource clock;

  public FinalCommit(
      GroupCommit commits,
      Stores stores,
      Attempts attempts,
      OperationEvents events,
      CardsOnFile cards,
      Disputes disputes,
      PaymentLocks locks,
      InstantSource clock) {
    this.commits = commits;
    this.stores = stores;
    this.attempts = attempts;
    this.events = events;
    this.cards = cards;
    this.disputes = disputes;
    this.locks = locks;
    this.clock = clock;
  }

  /** Resolves the attempt with the network's outcome. */
  Optional<OperationResult> outcome(
      InFlightOperation call, Outcome outcome, Resolution by, Optional<Cause> cause) {
    return outcome(call, outcome, by, cause, toRequestOf(call.attempt()));
  }

  /**
   * Announces an operation whose outcome is still open, and stores no response. A repetition of its
   * request may still request it anew.
   */
  Optional<OperationResult> announced(InFlightOperation call, Outcome open) {
    return outcome(call, open, Resolution.INQUIRY, Optional.empty(), Response.NONE);
  }

  private Optional<OperationResult> outcome(
      InFlightOperation call,
      Outcome outcome,
      Resolution by,
      Optional<Cause> cause,
      Response response) {
    Attempt attempt = call.attempt();
    return resolve(
        call,
        cause,
        (subject, now) -> attempt.operation().resolve(subject, attempt, outcome, now),
        now -> List.of(AttemptStore.update(attempts.after(call, outcome, by, now))),
        Optional.of(outcome),
        response);
  }

  /**
   * Resolves an authorization that this reversal has undone. Its outcome stayed unknown, or the
   * network approved another amount.
   */
  Optional<OperationResult> reversed(
      InFlightOperation call, Attempt reversal, Optional<Cause> cause) {
    Attempt attempt = call.attempt();
    boolean isPartial = attempt.state().amountApproved().isPresent();
    Optional<String> code =
        isPartial ? Optional.of(ResponseCodes.PARTIAL_APPROVAL) : Optional.empty();
    return resolve(
        call,
        cause,
        (subject, _) ->
            Transition.of(
                isPartial
                    ? PaymentMachine.partlyApproved(subject.payment())
                    : PaymentMachine.reversed(subject.payment())),
        now ->
            List.of(
                AttemptStore.update(
                    attempt.resolved(
                        Progress.REVERSED,
                        new Completion(Resolution.REVERSAL, code, now),
                        Optional.of(attempts.nextInquiry(attempt)))),
                AttemptStore.insert(reversal)),
        Optional.empty(),
        toRequestOf(attempt));
  }

  /**
   * Leaves an authorization to be undone, because the network has not acknowledged its reversal. If
   * nothing has announced the payment, this does.
   */
  Optional<OperationResult> notReversed(InFlightOperation call, Optional<Cause> cause) {
    Attempt attempt = call.attempt();
    return resolve(
        call,
        cause,
        (subject, _) -> Transition.of(PaymentMachine.notReversed(subject.payment())),
        _ ->
            List.of(
                AttemptStore.update(
                    attempt.askAgain(Progress.REVERSING, attempts.nextInquiry(attempt)))),
        Optional.empty(),
        toRequestOf(attempt));
  }

  /**
   * Cancels a refund at the merchant's request. The network has closed its reference, or the
   * withdrawal closes it.
   *
   * @param claim the caller's claim: the key is taken and its response recorded in the same commit
   * @param withdrawal the writes that close the reference in the same commit
   */
  public Optional<OperationResult> refundCanceled(
      InFlightOperation call, Cause cause, Optional<Claim> claim, List<Write> withdrawal) {
    return resolve(
        call,
        Optional.of(cause),
        (subject, _) ->
            Transition.of(
                subject.payment(), RefundMachine.canceled(subject.payment(), subject.getRefund())),
        now -> {
          Attempt after = attempts.after(call, new Outcome.NotSent(), Resolution.INQUIRY, now);
          var writes = new ArrayList<>(withdrawal);
          writes.add(AttemptStore.update(after));
          return writes;
        },
        Optional.empty(),
        toRequestOf(call.attempt()).and(toClaim(claim, cause)));
  }

  /** A decision on the current payment and refund. */
  private interface Decision {
    Transition on(Subject current, Instant now);
  }

  /** The writes that store the response to a request. */
  private interface Response {
    Response NONE = (_, _, _) -> List.of();

    List<Write> writes(Transition next, Announcements told, Instant now);

    default Response and(Response other) {
      return (next, told, now) ->
          Stream.of(this, other)
              .flatMap(response -> response.writes(next, told, now).stream())
              .toList();
    }
  }

  /**
   * Resolves the attempt. Returns empty if another process has resolved it or will.
   *
   * @param outcome of the network, from which the payment method and its mandate follow
   */
  private Optional<OperationResult> resolve(
      InFlightOperation call,
      Optional<Cause> cause,
      Decision decision,
      Function<Instant, List<Write>> attemptWrites,
      Optional<Outcome> outcome,
      Response response) {
    Supplier<Optional<OperationResult>> work =
        () -> resolveWithPatience(call, cause, decision, attemptWrites, outcome, response);
    return call.attempt().operation().isSideBySide()
        ? locks.inTurn(call.payment().id(), PATIENCE, work)
        : work.get();
  }

  private Optional<OperationResult> resolveWithPatience(
      InFlightOperation call,
      Optional<Cause> cause,
      Decision decision,
      Function<Instant, List<Write>> attemptWrites,
      Optional<Outcome> outcome,
      Response response) {
    Subject current = current(call);
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (!current.isPast(call.subject())) {
      if (System.nanoTime() > giveUp) {
        LOG.warn(
            "{} could not be resolved yet, because its object changes constantly",
            call.attempt().id());
        return Optional.empty();
      }
      Instant now = clock.instant();
      Transition next = events.withRetry(requireSaved(current, decision.on(current, now)), now);
      Announcements told = events.of(next, cause, now);
      List<Write> own = attemptWrites.apply(now);
      var writes = new ArrayList<>(own);
      writes.addAll(Stores.updates(next));
      writes.addAll(told.writes());
      writes.addAll(endOfWait(call.attempt(), next.after().payment()));
      if (outcome.isPresent()) {
        writes.addAll(
            ofMethod(call, outcome.get(), current.payment(), next.after().payment(), cause, now));
        writes.addAll(ofDisputes(call, outcome.get(), cause, now));
      }
      writes.addAll(response.writes(next, told, now));
      switch (commits.commit(new Changeset(writes))) {
        case CommitResult.Committed() -> {
          forgetCode(next.after().payment());
          return Optional.of(new OperationResult(next.after(), next.failure(), told.object()));
        }
        case CommitResult.Refused(Write guard)
            when own.contains(guard) || Idempotency.isClaim(guard) -> {
          return Optional.empty();
        }
        case CommitResult.Refused _ ->
            current =
                stores.subjectOf(call.attempt()); // another process has changed it: read it again
        case CommitResult.Rejected rejected ->
            throw new IllegalStateException(
                "the database refused what the machine decided: " + rejected);
      }
    }
    return Optional.empty();
  }

  /** Returns the subject. If other operations may change it in parallel, it is read again. */
  private Subject current(InFlightOperation call) {
    return call.attempt().operation().isSideBySide()
        ? stores.subjectOf(call.attempt())
        : call.subject();
  }

  /**
   * Returns the write that ends the wait for the payer, if the payment no longer waits. Otherwise
   * recovery would take the authorization once more, only to find that.
   */
  private static List<Write> endOfWait(Attempt attempt, Payment after) {
    boolean isOfPayer =
        attempt.operation() == Operation.RESUME || attempt.operation() == Operation.CANCEL;
    boolean isOver = after.status().isFinal() || after.status() == Status.REQUIRES_CAPTURE;
    return isOfPayer && isOver
        ? List.of(AttemptStore.endWait(attempt.realm(), attempt.authorizationReference()))
        : List.of();
  }

  /** Returns the failure in place of the approval of a setup that has nothing to save. */
  private Transition requireSaved(Subject current, Transition next) {
    Payment after = next.after().payment();
    boolean isApproval = after.isSetup() && after.wasApproved() && !current.payment().wasApproved();
    return isApproval && !cards.canBeSaved(after.realm(), after.method().id())
        ? Transition.of(PaymentMachine.unsaved(current.payment()))
        : next;
  }

  /**
   * Returns the writes that update the payment method and its mandate. When the payment is
   * approved, the method is saved if requested, and records that its holder has passed a challenge.
   * An issuer that reports a revoked authorization revokes the mandate of the charge.
   */
  private List<Write> ofMethod(
      InFlightOperation call,
      Outcome outcome,
      Payment before,
      Payment after,
      Optional<Cause> cause,
      Instant now) {
    Payment.Method method = after.method();
    if (outcome instanceof Outcome.Declined declined
        && call.attempt().operation().isOfAuthorization()
        && declined.revokesAuthorizations()) {
      return method
          .offSession()
          .map(charge -> cards.revokedByIssuer(after.realm(), charge.mandate(), cause, now))
          .orElseGet(List::of);
    }
    if (before.wasApproved() || !after.wasApproved()) {
      return List.of();
    }
    Optional<String> networkTransactionId =
        outcome instanceof Outcome.Approved approved
            ? approved.networkTransactionId()
            : Optional.empty();
    return cards.approved(
        after.realm(),
        method.id(),
        new Approval(
            after.terms().customer().filter(_ -> method.saved()),
            method.consent(),
            new Evidence(
                after.id(),
                after.isSetup(),
                after
                    .state()
                    .authentication()
                    .result()
                    .filter(it -> it.withoutCryptogram().isAuthenticated()),
                networkTransactionId),
            saved(outcome, method)),
        cause,
        now);
  }

  /** Returns the writes for disputes that the provider reports together with its approval. */
  private List<Write> ofDisputes(
      InFlightOperation call, Outcome outcome, Optional<Cause> cause, Instant now) {
    List<ProviderDispute> reported =
        outcome instanceof Outcome.Approved approved
                && call.attempt().operation().isOfAuthorization()
            ? approved.provider().map(ProviderDetails::disputes).orElseGet(List::of)
            : List.of();
    Payment payment = call.payment();
    return reported.isEmpty()
        ? List.of()
        : disputes
            .reported(payment.realm(), payment.id(), payment.connector(), reported, cause, now)
            .writes();
  }

  /** Returns the payment method that the provider saved; empty if it saved none. */
  private static Optional<SavedAtProvider> saved(Outcome outcome, Payment.Method method) {
    return outcome instanceof Outcome.Approved approved
        ? approved
            .provider()
            .flatMap(ProviderDetails::saved)
            .map(credential -> new SavedAtProvider(credential, method.instrument()))
        : Optional.empty();
  }

  /** Erases the security code once the payer can no longer pass the challenge. */
  private void forgetCode(Payment payment) {
    if (payment.state().authentication().challenge().isPresent() && payment.status().isFinal()) {
      cards.forget(payment.realm(), payment.method().id());
    }
  }

  /**
   * Returns the response to the request that began the attempt. The first recorded response is
   * kept.
   */
  private Response toRequestOf(Attempt attempt) {
    return (next, told, _) ->
        attempt
            .idempotency()
            .map(slot ->
                Idempotency.answer(
                    new Idempotency.RecordKey(attempt.realm(), slot),
                    attempt.payment().uuid(),
                    events.kept(
                        next, told, attempt.request().orElseThrow(() -> noRequest(attempt)))))
            .stream()
            .toList();
  }

  private Response toClaim(Optional<Claim> claim, Cause cause) {
    return (next, told, now) ->
        claim
            .map(c ->
                Idempotency.takeAnswered(
                    c,
                    next.after().payment().id().uuid(),
                    events.kept(next, told, cause.request()),
                    now))
            .stream()
            .toList();
  }

  private static IllegalStateException noRequest(Attempt attempt) {
    return new IllegalStateException(attempt.id() + " answers a key and has no request");
  }
}
