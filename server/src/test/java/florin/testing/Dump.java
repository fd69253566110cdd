package florin.testing;

/** Makes a database look as one does that was restored from a dump of another PostgreSQL. */
public final class Dump {
  /** So many transactions the other one had seen more. */
  public static final long TRANSACTIONS = 1_000_000_000_000L;

  private static final String SHIFTED =
      "(position::text::bigint + %d)::text::xid8".formatted(TRANSACTIONS);

  private Dump() {}

  /** Nobody must be working on it. */
  public static void restore(TestApp ended) {
    ended.update("UPDATE event SET position = " + SHIFTED);
    ended.update("UPDATE projection SET position = " + SHIFTED);
  }
}
