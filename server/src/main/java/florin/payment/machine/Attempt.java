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
 * One operation that we asked of the network, under a reference of our own: written before the
 * network is called, so that whatever happens after there is somebody to ask about it.
 *
 * @param id our reference at the network
 * @param authorization the authorisation that the operation goes on with, takes, gives back or
 *     undoes; empty for an authorisation itself
 * @param refund the refund that it carries out
 * @param idempotency the slot that waits for the answer of the request that began it
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
   * How it stands.
   *
   * @param version raised by whoever takes the attempt or resolves it; only one can
   * @param owner the process that works on it
   * @param due when recovery asks about it if it is not resolved by then; empty when there is
   *     nothing left to learn
   * @param expires when its wait for a payer or a capture is over
   * @param checked how often recovery has asked about it
   * @param completion empty while the outcome is not known
   * @param amountApproved by the network, where that is another amount than was asked for
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
    /** In the hands of whoever begins it. */
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
   * What came of it, how that came to be known, and when.
   *
   * @param networkTransactionId the card scheme's name for it
   * @param connectorReference the network's own name for it
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

  /** A node, and which of its lives: a node that was killed comes back with another boot. */
  public record Owner(UUID node, UUID boot) {
    /** Nobody: whoever comes first may take the attempt, due or not. */
    public static final Owner NOBODY = new Owner(new UUID(0, 0), new UUID(0, 0));
  }

  /** How far it is. */
  public enum Progress {
    BEGUN,
    PENDING,
    UNKNOWN,
    APPROVED,
    DECLINED,
    NOT_SENT,
    REQUIRES_ACTION,
    /** Is being undone: decided, and not yet acknowledged by the network. */
    REVERSING,
    /** Never learnt, and undone. */
    REVERSED,
    /** Provably never arrived; a retry began another. */
    ABANDONED;

    /** The outcome is not known: somebody has to find out. */
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

  /** How the outcome came to be known. */
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
   * An authorisation that is about to be asked for.
   *
   * @param lease until when it belongs to whoever begins it
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
        payment.order().amount(),
        idempotency,
        Optional.of(request),
        payment.created(),
        State.begun(owner, lease));
  }

  /** Under what the network knows it: a resumed authorisation is still the same one. */
  public OperationRef reference() {
    return operation == Operation.RESUME ? authorizationReference() : new OperationRef(id);
  }

  /** The reference of the authorisation: its own, or of the one that it is about. */
  public OperationRef authorizationReference() {
    return new OperationRef(authorization.orElse(id));
  }

  public Progress progress() {
    return state.progress();
  }

  /** The same attempt in the hands of somebody else, until the lease ends. */
  public Attempt takenBy(Owner next, Instant lease) {
    return with(state.progress(), next, Optional.of(lease), state.checked(), state.completion());
  }

  /**
   * Resolved: nothing is left to learn, unless it is to be looked at once more when due. What was
   * reversed for its amount goes on saying so.
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

  /** Approved for another amount: nobody takes it for the whole, and it is looked at when due. */
  public Attempt approvedFor(Money other, Progress as, Instant when) {
    return with(
        as,
        state.owner(),
        Optional.of(when),
        state.checked() + 1,
        state.completion(),
        Optional.of(other));
  }

  /** Still open, to be asked about when due. */
  public Attempt askAgain(Progress as, Instant when) {
    return with(as, state.owner(), Optional.of(when), state.checked() + 1, state.completion());
  }

  /** Is resolved and looked at again when due: for a late approval, say; or not any more. */
  public Attempt watched(Optional<Instant> when) {
    return with(state.progress(), state.owner(), when, state.checked() + 1, state.completion());
  }

  /** The same, to wait until then at most. */
  public Attempt expiring(Instant end) {
    return with(state.with(state.due(), Optional.of(end)));
  }

  /** The same, to be asked about then. */
  public Attempt due(Instant when) {
    return with(state.with(Optional.of(when), state.expires()));
  }

  /** Was looked at once more: approved as asked, whatever another look had said. */
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
