package florin.connector;

import florin.core.Money;
import florin.core.Realm;
import java.time.Instant;

/** The network's report on one reference. */
public sealed interface Inquiry {
  /**
   * A request for the outcome of an operation. It doesn't contain the network's own identifier. The
   * connector reads that from its {@link Exchanges}, where it is durable before an inquiry can need
   * it.
   *
   * @param reference of the operation itself
   * @param authorization the reference of the authorization; equal to the operation's reference if
   *     that is an authorization
   * @param amount the requested amount
   * @param began when the operation began, by the clock that all nodes share
   */
  record InquiryRequest(
      Realm realm,
      OperationRef reference,
      OperationKind operation,
      OperationRef authorization,
      Money amount,
      Instant began) {}

  /**
   * The operation exists, with this outcome: `Approved`, `Declined`, `RequiresAction` or `Pending`.
   */
  record Found(Outcome outcome) implements Inquiry {}

  /**
   * Nothing exists under this reference, and provably nothing will. Either it never arrived and the
   * network has closed the reference, so that it rejects a message in flight. Or it is an
   * authorization that was approved and has been fully reversed.
   */
  record Absent() implements Inquiry {}

  /**
   * It does not exist yet, and a message that was sent may still arrive.
   *
   * @param until the latest time to ask again, at which the report is definite
   */
  record NotYet(Instant until) implements Inquiry {}

  /** It may still arrive, or is still being processed. The caller asks again or cancels. */
  record Unclear() implements Inquiry {}

  /**
   * The network could not be asked.
   *
   * @param detail the reason, for the log
   */
  record Unreachable(String detail) implements Inquiry {}
}
