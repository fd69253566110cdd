package florin.core;

/**
 * One account in one mode, or one of its sandboxes. Every row, event, cache entry and query belongs
 * to exactly one realm, and the objects of other realms are not visible.
 *
 * @param id the first column of each key of a realm's table. An even id is a test realm, an odd one
 *     is live. So the database can reject a live payment on the simulator by a single row. The
 *     lower 32 bits name the account and the mode; the upper ones are the number of a sandbox, or
 *     0. So no query is needed to tell that a realm has no clock of its own.
 */
public record Realm(long id) {
  /** The lowest id of a sandbox's realm. */
  public static final long FIRST_SANDBOX = 1L << 32;

  public Realm {
    if (id < 2) {
      throw new IllegalArgumentException("realm ids begin at 2, not " + id);
    }
  }

  /** Returns the realm of the account with this serial number, counted from 1. */
  public static Realm of(long accountNumber, Mode mode) {
    return new Realm(2 * accountNumber + (mode.isLive() ? 1 : 0));
  }

  /** Returns the realm of the account's sandbox with this number, counted from 1. */
  public static Realm ofSandbox(long accountNumber, long sandboxNumber) {
    return new Realm(sandboxNumber * FIRST_SANDBOX + of(accountNumber, Mode.TEST).id());
  }

  /** Returns whether it is the realm of a sandbox, which has a clock of its own. */
  public boolean isSandbox() {
    return id >= FIRST_SANDBOX;
  }

  public Mode mode() {
    return (id & 1) == 1 ? Mode.LIVE : Mode.TEST;
  }

  public long accountNumber() {
    return id % FIRST_SANDBOX / 2;
  }

  public boolean isLive() {
    return mode().isLive();
  }
}
