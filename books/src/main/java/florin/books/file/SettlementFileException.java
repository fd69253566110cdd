package florin.books.file;

/** The reason why a settlement file is rejected. The message quotes names of columns only. */
public final class SettlementFileException extends Exception {
  private static final long serialVersionUID = 1;

  private final int line;

  /** Creates an exception that says what is wrong and what was expected, in one sentence. */
  SettlementFileException(int line, String message) {
    super(message, null, false, false);
    this.line = line;
  }

  /** Returns the line of the file, from 1. For a row of several lines, the first. */
  public int line() {
    return line;
  }
}
