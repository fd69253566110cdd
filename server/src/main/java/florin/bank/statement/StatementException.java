package florin.bank.statement;

/**
 * A file that is not taken. The message says what is wrong, what was expected and what to do, and
 * quotes nothing of the file but names of elements and fields.
 */
public final class StatementException extends Exception {
  private static final long serialVersionUID = 1;

  /** What kind of a fault it is. */
  public enum Kind {
    /** No XML or no MT940: broken, cut off, of another kind. */
    SYNTAX,
    /** A message, a version or an account of a kind that is not read. */
    UNSUPPORTED,
    /** More than a bound allows. */
    TOO_LARGE,
    /** What must be there is not, or is not as the format wants it. */
    FIELD,
    /** It contradicts itself: balances, currencies, counts. */
    SUM
  }

  private final Kind kind;
  private final String place;

  StatementException(Kind kind, String place, String message) {
    super(message, null, false, false);
    this.kind = kind;
    this.place = place;
  }

  public Kind kind() {
    return kind;
  }

  /** Where in the file: `line 12, Stmt/Ntry/Amt`. */
  public String place() {
    return place;
  }
}
