package florin.testing;

/** Makes a database look like one that was restored from the dump of another PostgreSQL server. */
public final class Dump {
  /** The lead of the other server's transaction IDs. */
  public static final long TRANSACTIONS = 1_000_000_000_000L;

  private static final String SHIFTED =
      "(position::text::bigint + %d)::text::xid8".formatted(TRANSACTIONS);

  private Dump() {}

  /** Shifts the stored positions; no node may be running. */
  public static void restore(TestApp ended) {
    ended.update("UPDATE event SET position = " + SHIFTED);
    ended.update("UPDATE projection SET position = " + SHIFTED);
  }
}
