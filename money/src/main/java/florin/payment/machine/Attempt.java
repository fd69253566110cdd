package florin.payment.machine;

import florin.connector.ConnectorName;
import florin.connector.OperationRef;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
import florin.core.Id.RefundId;
import florin.core.Id.RequestId;
import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * One operation that Florin requests from the network, under a reference of its own. The attempt is
 * written before the network is called. If the process dies after that, recovery can ask the
 * network about it.
 *
 * @param id Florin's reference at the network
 * @param authorization the authorization that the operation resumes, captures, refunds or undoes;
 *     empty for an authorization itself
 * @param refund the refund that it carries out
 * @param idempotency the idempotency record that waits for the response to the request that began
 *     it
 */
public record Attempt(
    Realm realm,
    AttemptId id,
    PaymentId payment,
    Operation operation,
    Optional<AttemptId> authorization,
    Optional<RefundId> refund,
    ConnectorName connector,
    Money amount,
    Optional<UUID> idempotency,
    Optional<RequestId> request,
    Instant created,
    State state) {

  /**
   * The mutable part of an attempt.
   *
   * @param version increased by each process that takes or resolves the attempt; of concurrent
   *     updates only one succeeds
   * @param owner the process that works on it
   * @param due when recovery asks about it if it is not resolved by then; empty if there is nothing
   *     left to learn
   * @param expires when its wait for the payer or for a capture ends
   * @param checked how often recovery has asked about it
   * @param completion empty while the outcome is unknown
   * @param amountApproved the amount that the network approved, if it differs from the requested
   *     one
   */
  public record State(
      int version,
      Progress progress,
      Owner owner,
      Optional<Instant> due,
      Optional<Instant> expires,
      int checked,
      Optional<Completion> completion,
      Optional<Money> amountApproved) {
    /** Returns the state of a new attempt that belongs to its owner until the lease ends. */
    public static State begun(Owner owner, Instant lease) {
      return new State(
          1,
          Progress.BEGUN,
          owner,
          Optional.of(lease),
          Optional.empty(),
          0,
          Optional.empty(),
          Optional.empty());
    }

    private State with(Optional<Instant> nextDue, Optional<Instant> nextExpires) {
      return new State(
          version, progress, owner, nextDue, nextExpires, checked, completion, amountApproved);
    }
  }

  /**
   * The outcome, how Florin learned it, and when.
   *
   * @param networkTransactionId the card scheme's identifier of the transaction
   * @param connectorReference the network's own reference of the operation
   */
  public record Completion(
      Resolution by,
      Optional<String> responseCode,
      Optional<String> networkTransactionId,
      Optional<String> connectorReference,
      Instant at) {
    public Completion(Resolution by, Optional<String> responseCode, Instant at) {
      this(by, responseCode, Optional.empty(), Optional.empty(), at);
    }
  }

  /** A node and its boot. A node that was killed starts again with another boot. */
  public record Owner(UUID node, UUID boot) {
    /** The owner of an attempt that any process may take, due or not. */
    public static final Owner NOBODY = new Owner(new UUID(0, 0), new UUID(0, 0));
  }

  /** The progress of an attempt. */
  public enum Progress {
    BEGUN,
    PENDING,
    UNKNOWN,
    APPROVED,
    DECLINED,
    NOT_SENT,
    REQUIRES_ACTION,
    /** Florin has decided to undo it, and the network has not acknowledged that yet. */
    REVERSING,
    /** It was undone, because its outcome stayed unknown or another amount was approved. */
    REVERSED,
    /** It provably never arrived, and a retry began another attempt. */
    ABANDONED;

    /** Returns whether the outcome is unknown, so that a process has to find it out. */
    public boolean isOpen() {
      return this == BEGUN || this == PENDING || this == UNKNOWN || this == REVERSING;
    }

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Progress of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** How Florin learned the outcome. */
  public enum Resolution {
    ANSWER,
    INQUIRY,
    REVERSAL,
    RETRY;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Resolution of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * Returns an authorization that is about to be requested.
   *
   * @param lease until when it belongs to the process that begins it
   */
  public static Attempt begun(
      Payment payment,
      AttemptId id,
      Optional<UUID> idempotency,
      RequestId request,
      Owner owner,
      Instant lease) {
    return new Attempt(
        payment.realm(),
        id,
        payment.id(),
        Operation.AUTHORIZE,
        Optional.empty(),
        Optional.empty(),
        payment.connector(),
        payment.terms().amount(),
        idempotency,
        Optional.of(request),
        payment.created(),
        State.begun(owner, lease));
  }

  /**
   * Returns the reference by which the network knows it. A resumed authorization keeps its
   * reference.
   */
  public OperationRef reference() {
    return operation == Operation.RESUME ? authorizationReference() : new OperationRef(id);
  }

  /**
   * Returns the reference of the authorization: its own, or that of the authorization it refers to.
   */
  public OperationRef authorizationReference() {
    return new OperationRef(authorization.orElse(id));
  }

  public Progress progress() {
    return state.progress();
  }

  /** Returns the attempt with another owner, until the lease ends. */
  public Attempt takenBy(Owner next, Instant lease) {
    return with(state.progress(), next, Optional.of(lease), state.checked(), state.completion());
  }

  /**
   * Returns the resolved attempt. Nothing is left to learn, unless a time for another inquiry is
   * given. An attempt that was reversed because of its amount keeps the approved amount.
   */
  public Attempt resolved(Progress as, Completion completion, Optional<Instant> lookAgain) {
    return with(
        as,
        state.owner(),
        lookAgain,
        state.checked(),
        Optional.of(completion),
        state.amountApproved().filter(_ -> as == Progress.REVERSED));
  }

  /**
   * Returns the attempt after the network approved another amount. It doesn't count as approved in
   * full, and recovery asks about it when it is due.
   */
  public Attempt approvedFor(Money other, Progress as, Instant when) {
    return with(
        as,
        state.owner(),
        Optional.of(when),
        state.checked() + 1,
        state.completion(),
        Optional.of(other));
  }

  /** Returns the attempt, still open, with the next time at which recovery asks about it. */
  public Attempt askAgain(Progress as, Instant when) {
    return with(as, state.owner(), Optional.of(when), state.checked() + 1, state.completion());
  }

  /**
   * Returns the resolved attempt with the next time to ask about it, for a late approval for
   * example. If the time is empty, recovery no longer asks.
   */
  public Attempt watched(Optional<Instant> when) {
    return with(state.progress(), state.owner(), when, state.checked() + 1, state.completion());
  }

  /** Returns the attempt with the time at which its wait ends. */
  public Attempt expiring(Instant end) {
    return with(state.with(state.due(), Optional.of(end)));
  }

  /** Returns the attempt with another due time. */
  public Attempt due(Instant when) {
    return with(state.with(Optional.of(when), state.expires()));
  }

  /**
   * Returns the attempt after another inquiry found it approved for the requested amount. The
   * result of an earlier inquiry is dropped.
   */
  public Attempt foundRight() {
    return with(
        state.progress(),
        state.owner(),
        Optional.empty(),
        state.checked() + 1,
        state.completion(),
        Optional.empty());
  }

  private Attempt with(
      Progress progress,
      Owner owner,
      Optional<Instant> due,
      int checked,
      Optional<Completion> completion) {
    return with(progress, owner, due, checked, completion, state.amountApproved());
  }

  private Attempt with(
      Progress progress,
      Owner owner,
      Optional<Instant> due,
      int checked,
      Optional<Completion> completion,
      Optional<Money> amountApproved) {
    return with(
        new State(
            state.version() + 1,
            progress,
            owner,
            due,
            state.expires(),
            checked,
            completion,
            amountApproved));
  }

  private Attempt with(State next) {
    return new Attempt(
        realm,
        id,
        payment,
        operation,
        authorization,
        refund,
        connector,
        amount,
        idempotency,
        request,
        created,
        next);
  }
}
