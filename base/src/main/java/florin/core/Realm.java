package florin.core;

/**
 * One account in one mode. Every row, event, cache entry and query belongs to exactly one realm,
 * and the objects of other realms are not visible.
 *
 * @param id the first column of each key of a realm's table. An even id is a test realm, an odd one
 *     is live. So the database can reject a live payment on the simulator by a single row.
 */
public record Realm(long id) {
  public Realm {
    if (id < 2) {
      throw new IllegalArgumentException("realm ids begin at 2, not " + id);
    }
  }

  /** Returns the realm of the account with this serial number, counted from 1. */
  public static Realm of(long accountNumber, Mode mode) {
    return new Realm(2 * accountNumber + (mode.isLive() ? 1 : 0));
  }

  public Mode mode() {
    return (id & 1) == 1 ? Mode.LIVE : Mode.TEST;
  }

  public long accountNumber() {
    return id / 2;
  }

  public boolean isLive() {
    return mode().isLive();
  }
}
