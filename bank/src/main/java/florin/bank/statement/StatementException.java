package florin.bank.statement;

/**
 * The reason why a file is rejected. The message says what is wrong, what was expected and what to
 * do. It quotes only names of elements and fields from the file.
 */
public final class StatementException extends Exception {
  private static final long serialVersionUID = 1;

  /** The kind of fault. */
  public enum Kind {
    /** The file is not valid XML or MT940: broken, truncated, or of another kind. */
    SYNTAX,
    /** The message, version or account is of an unsupported kind. */
    UNSUPPORTED,
    /** The file exceeds a limit. */
    TOO_LARGE,
    /** A required field is missing or malformed. */
    FIELD,
    /** The file contradicts itself: balances, currencies or counts. */
    SUM
  }

  private final Kind kind;
  private final String place;

  /** Creates exceptions that name the current position in the file. */
  interface Faults {
    StatementException fault(StatementException.Kind kind, String message);
  }

  StatementException(Kind kind, String place, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.place = place;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the position in the file, such as `line 12, Stmt/Ntry/Amt`. */
  public String place() {
    return place;
  }
}
