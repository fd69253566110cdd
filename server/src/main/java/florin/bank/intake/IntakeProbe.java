package florin.bank.intake;

/**
 * Receives each step of a statement import, so that drills can kill the process between any two
 * steps. In production it does nothing.
 */
@FunctionalInterface
public interface IntakeProbe {
  IntakeProbe NONE = _ -> {};

  void at(IntakeStep step);

  /** The steps around which drills crash the process. */
  enum IntakeStep {
    /** A whole file is staged and invisible. */
    STAGED,
    /** The file is visible, and no entry is matched. */
    SHOWN,
    /** An entry is about to be matched. */
    MATCHING,
    /** An entry is matched, and its payment has changed. */
    MATCHED
  }
}
