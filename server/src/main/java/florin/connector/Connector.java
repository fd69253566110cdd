package florin.connector;

/**
 * A way to a card network. Every operation carries our own reference, and is idempotent by it: the
 * same request with the same reference is booked once, however often and from wherever it is sent,
 * and a reference is never used for two different operations.
 *
 * <p>A connector holds no database transaction of ours, touches no table but its own, answers
 * before the deadline (with {@link Outcome.Unknown} when it has nothing better), and returns every
 * answer as a value. Callers reach it through {@link SafeConnector}, which makes a value of what
 * escapes all the same.
 */
public interface Connector {
  /** Of this instance, `cn_…`, or, where there is one for all, its kind: stored with attempts. */
  String id();

  /** What speaks to the network, for example `simulator`: shown as `outcome.connector`. */
  String kind();

  default ConnectorName name() {
    return new ConnectorName(id(), kind());
  }

  Capabilities capabilities();

  /** Asks for the amount; with automatic capture, takes it too. */
  Outcome authorize(AuthorizeRequest request, Deadline deadline);

  /**
   * Goes on with an authorisation that required an action of the payer, under its own reference,
   * once the payer has acted.
   */
  Outcome resume(ResumeRequest request, Deadline deadline);

  /**
   * Takes the amount, or a part of it, of a manual authorisation. Once only: what is not taken is
   * released.
   */
  Outcome capture(FollowUp request, Deadline deadline);

  /**
   * Undoes the authorisation named, whole: a void, or the reversal of a sale that was captured
   * automatically. {@link Outcome.Approved} is the acknowledgement that it holds nothing. Of a
   * reference that the network does not know, of a declined one and of one that was reversed
   * before, it is acknowledged too; a request that still arrives under such a reference is refused,
   * or, where it was already on its way, is found by a later {@link #inquire} as approved and can
   * be cancelled again, under a new reference.
   */
  Outcome cancel(FollowUp request, Deadline deadline);

  /** Gives back a part of what was captured, or all of it. */
  Outcome refund(FollowUp request, Deadline deadline);

  /** What became of an operation. */
  Inquiry inquire(InquiryRequest request, Deadline deadline);

  /**
   * Makes out who sent something to this connector's address, and what it is about, without asking
   * anybody. A network that sends nothing is sent nothing genuine.
   */
  default Notice.Reading read(NoticeRequest request) {
    return new Notice.Reading.Forged();
  }
}
