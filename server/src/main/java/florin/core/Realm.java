package florin.core;

/**
 * One account in one mode. Every row, event, cache entry and query belongs to exactly one realm;
 * what another realm owns does not exist.
 *
 * @param id leads every key of a realm-owned table. An even id is a test realm, an odd one live: so
 *     the database itself, looking at a single row, can refuse a live payment on the simulator
 */
public record Realm(long id) {
  public Realm {
    if (id < 2) {
      throw new IllegalArgumentException("realm ids begin at 2, not " + id);
    }
  }

  /** The two realms of the account with this serial number, counted from 1. */
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
