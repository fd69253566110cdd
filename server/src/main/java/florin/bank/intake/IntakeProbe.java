package florin.bank.intake;

/**
 * Is told of every step on the way of a bank statement, so that drills can kill the process between
 * any two. In service it does nothing.
 */
@FunctionalInterface
public interface IntakeProbe {
  IntakeProbe NONE = _ -> {};

  void at(IntakeStep step);

  /** The places between which a crash is tried. */
  enum IntakeStep {
    /** All of a file is written down, and nobody sees it. */
    STAGED,
    /** All of it is visible, and none of it matched. */
    SHOWN,
    /** An entry is about to be matched. */
    MATCHING,
    /** An entry is matched, and its payment has moved. */
    MATCHED
  }
}
