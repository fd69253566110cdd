package florin.bank.statement;

/**
 * The limits for reading a file. A bank's own file reaches none of these. Florin rejects a file
 * that exceeds one, except where the text is truncated.
 */
public final class StatementBounds {
  public static final long MAX_FILE_BYTES = 100L * 1024 * 1024;

  public static final int MAX_STATEMENTS = 10_000;

  public static final int MAX_ENTRIES = 1_000_000;

  /** The most details of an entry, because a batch is in memory until it is read. */
  public static final int MAX_DETAILS = 10_000;

  /** The most characters of an entry: the texts of all its details. */
  public static final int MAX_ENTRY_CHARS = 4_000_000;

  /** The most characters of a field; the longest in ISO 20022's messages has 500. */
  public static final int MAX_FIELD_CHARS = 2_000;

  /**
   * The most characters of a payer's text, all lines of a transfer together; the rest is truncated.
   */
  public static final int MAX_TEXT_CHARS = 4_000;

  /** The most nested elements; the messages have 12. */
  public static final int MAX_DEPTH = 40;

  /** The most bytes of a tag or comment, because the parser buffers it as a whole. */
  public static final int MAX_MARKUP_BYTES = 16 * 1024;

  /** The most distinct names of elements and attributes, because the parser keeps them all. */
  public static final int MAX_NAMES = 2_000;

  /** The most characters of an MT940 line; the standard allows 65. */
  public static final int MAX_LINE_CHARS = 2_000;

  /** The most lines of `:86:`; the standard allows 6. */
  public static final int MAX_FIELD_LINES = 100;

  private StatementBounds() {}
}
