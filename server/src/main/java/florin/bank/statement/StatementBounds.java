package florin.bank.statement;

/**
 * How much of a file is read. A bank's own file reaches none of these; what does is refused, except
 * where it says that the rest is left out.
 */
public final class StatementBounds {
  public static final long MAX_FILE_BYTES = 100L * 1024 * 1024;

  public static final int MAX_STATEMENTS = 10_000;

  public static final int MAX_ENTRIES = 1_000_000;

  /** Of one entry: a batch is in memory until it has been read. */
  public static final int MAX_DETAILS = 10_000;

  /** Of one entry, all its details' texts together. */
  public static final int MAX_ENTRY_CHARS = 4_000_000;

  /** Of one field. The longest in ISO 20022's messages has 500. */
  public static final int MAX_FIELD_CHARS = 2_000;

  /** Of what a payer wrote, all lines of a transfer together: the rest is left out. */
  public static final int MAX_TEXT_CHARS = 4_000;

  /** Elements within elements. The messages have 12. */
  public static final int MAX_DEPTH = 40;

  /** Of a tag, a comment or the like: the parser holds it whole. */
  public static final int MAX_MARKUP_BYTES = 16 * 1024;

  /** Different names of elements and attributes: the parser keeps them all. */
  public static final int MAX_NAMES = 2_000;

  /** Of a line of MT940, which has 65 by the standard. */
  public static final int MAX_LINE_CHARS = 2_000;

  /** Of `:86:`, which has 6 by the standard. */
  public static final int MAX_FIELD_LINES = 100;

  private StatementBounds() {}
}
