package florin.connector;

import java.time.Instant;

/** The network's report on one reference. */
public sealed interface Inquiry {
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
   * @param detail for the log
   */
  record Unreachable(String detail) implements Inquiry {}
}
