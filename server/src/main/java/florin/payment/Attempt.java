package florin.payment;

import florin.connector.OperationRef;
import florin.core.Id.AttemptId;
import florin.core.Id.PaymentId;
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
 * @param version raised by whoever takes the attempt or settles it; only one can
 * @param owner the process that works on it
 * @param due when recovery takes it over if it is not settled by then; empty when there is nothing
 *     left to learn
 * @param checked how often recovery has asked about it
 * @param idempotency the slot that waits for the answer of the request that began it
 */
public record Attempt(
    Realm realm,
    AttemptId id,
    PaymentId payment,
    Operation operation,
    int version,
    Progress progress,
    String connector,
    Money amount,
    Owner owner,
    Optional<Instant> due,
    int checked,
    Optional<UUID> idempotency,
    Optional<RequestId> request,
    Optional<String> responseCode,
    Optional<Resolution> resolution,
    Instant created,
    Optional<Instant> resolved) {

  /** A node, and which of its lives: a node that was killed comes back with another boot. */
  public record Owner(UUID node, UUID boot) {}

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

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Progress of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** How the outcome came to be known. */
  public enum Resolution {
    ANSWER,
    INQUIRY,
    REVERSAL,
    RETRY;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Resolution of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  public OperationRef reference() {
    return new OperationRef(id);
  }

  /** The same attempt in the hands of somebody else, until the lease ends. */
  Attempt takenBy(Owner next, Instant lease) {
    return new Attempt(
        realm,
        id,
        payment,
        operation,
        version + 1,
        progress,
        connector,
        amount,
        next,
        Optional.of(lease),
        checked,
        idempotency,
        request,
        responseCode,
        resolution,
        created,
        resolved);
  }

  /** Settled: nothing is left to learn, unless it is to be looked at once more when due. */
  Attempt settled(
      Progress as, Resolution by, Optional<String> code, Instant now, Optional<Instant> lookAgain) {
    return new Attempt(
        realm,
        id,
        payment,
        operation,
        version + 1,
        as,
        connector,
        amount,
        owner,
        lookAgain,
        checked,
        idempotency,
        request,
        code,
        Optional.of(by),
        created,
        Optional.of(now));
  }

  /** Still open, to be asked about when due. */
  Attempt askAgain(Progress as, Instant when) {
    return new Attempt(
        realm,
        id,
        payment,
        operation,
        version + 1,
        as,
        connector,
        amount,
        owner,
        Optional.of(when),
        checked + 1,
        idempotency,
        request,
        responseCode,
        resolution,
        created,
        resolved);
  }

  /** Was undone and is watched for a late approval, or not any more. */
  Attempt watched(Optional<Instant> when) {
    return new Attempt(
        realm,
        id,
        payment,
        operation,
        version + 1,
        progress,
        connector,
        amount,
        owner,
        when,
        checked + 1,
        idempotency,
        request,
        responseCode,
        resolution,
        created,
        resolved);
  }
}
