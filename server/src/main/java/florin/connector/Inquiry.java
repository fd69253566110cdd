package florin.connector;

import java.time.Instant;

/** What the network knows of one reference. */
public sealed interface Inquiry {
  /**
   * The operation is there, and this came of it: `Approved`, `Declined`, `RequiresAction` or
   * `Pending`.
   */
  record Found(Outcome outcome) implements Inquiry {}

  /**
   * Provably nothing stands under this reference and nothing will: it never arrived and the network
   * has closed the reference, so that a message still under way is refused; or it is an
   * authorisation that was approved and has been reversed whole.
   */
  record Absent() implements Inquiry {}

  /**
   * It is not there, and what was sent may still arrive: until then that says nothing.
   *
   * @param until when to ask again at the latest, for then it is said whatever is known
   */
  record NotYet(Instant until) implements Inquiry {}

  /** It may still arrive, or is still being worked on. Ask again, or cancel. */
  record Unclear() implements Inquiry {}

  /**
   * The network could not be asked.
   *
   * @param detail for the log
   */
  record Unreachable(String detail) implements Inquiry {}
}
