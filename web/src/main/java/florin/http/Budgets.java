package florin.http;

/**
 * The limits on the resources that clients may hold, derived from the heap. A small heap sheds load
 * earlier, and no heap is filled. Decision 020 has the table.
 *
 * @param connections sockets; beyond it, accepting pauses
 * @param connectionsPerAddress sockets of one client address, and twice that for loopback, where
 *     the operator's own programs are; beyond it, a new one is closed
 * @param present requests between their headers and the end of their response; beyond it, the
 *     stream is reset, or the connection closed
 * @param running concurrent requests with a secret key; beyond it, 503
 * @param runningOfOthers the same limit for each other traffic class
 * @param knockingPerAddress requests of one address whose key is not verified yet; beyond it, 429
 * @param browsersPerAddress requests of one address with a publishable key; beyond it, 429
 * @param keylessPerAddress requests of one address without a key; beyond it, 429, and beyond twice
 *     that the stream is reset
 * @param bytes memory of the requests with secret keys: bodies, their parsed contents, and
 *     responses until they are written; beyond it, 503
 * @param bytesOfBrowsers the same limit for requests with publishable keys
 * @param bytesOfOthers the same limit for each other traffic class
 */
public record Budgets(
    int connections,
    int connectionsPerAddress,
    int present,
    int running,
    int runningOfOthers,
    int knockingPerAddress,
    int browsersPerAddress,
    int keylessPerAddress,
    int bytes,
    int bytesOfBrowsers,
    int bytesOfOthers) {

  /**
   * The memory that Florin itself needs: classes, statements, caches, and space for the garbage
   * collector.
   */
  private static final long OWN_BYTES = 40L << 20;

  /** The bytes of an HTTP/2 connection with its tables and idle streams. */
  private static final int CONNECTION_BYTES = 24 << 10;

  /** The bytes of a request with its thread's stack, fields and statements. */
  private static final int REQUEST_BYTES = 16 << 10;

  /** The divisor for one address's part of its traffic class's memory. */
  private static final int SHARE_OF_ADDRESS = 2;

  /** The divisor for the part of the secret keys' budget that one account leaves to others. */
  private static final int SHARE_OF_OTHER_ACCOUNTS = 4;

  /** The divisor for the part of the request slots that all requests without a secret key share. */
  private static final int SHARE_OF_UNAUTHENTICATED = 4;

  /**
   * The divisor for the part of the request slots that remains for others, beyond one account and
   * the requests without a secret key.
   */
  private static final int SHARE_OF_OTHERS = 8;

  /** The divisor for the part of an account's requests that are rejected with a response. */
  private static final int SHARE_TOLD = 8;

  private static final int MOST_CONNECTIONS = 16_384;
  private static final int MOST_RUNNING = 4096;
  private static final int MOST_KEYLESS_PER_ADDRESS = 64;

  /**
   * Returns the limits for a heap.
   *
   * @param heap as {@link Runtime#maxMemory} returns it
   */
  static Budgets of(long heap) {
    long spare = spare(heap);
    int connections = within(64, spare / 5 / CONNECTION_BYTES, MOST_CONNECTIONS);
    int knocking = Math.max(connections / 3, 32);
    int running = within(32, spare / 4 / REQUEST_BYTES, MOST_RUNNING);
    return new Budgets(
        connections,
        Math.max(connections / 6, 32),
        2 * running,
        running,
        Math.max(running / 8, 16),
        knocking,
        Math.max(knocking / 2, 16),
        within(16, running / 32, MOST_KEYLESS_PER_ADDRESS),
        bytes(spare / 4),
        bytes(spare / 10),
        bytes(spare / 40));
  }

  /** Returns the part of a heap that clients may use. */
  static long spare(long heap) {
    return Math.max(heap - OWN_BYTES, heap / 8);
  }

  int running(TrafficClass trafficClass) {
    return trafficClass == TrafficClass.KEYS ? running : runningOfOthers;
  }

  int bytes(TrafficClass trafficClass) {
    return switch (trafficClass) {
      case KEYS -> bytes;
      case BROWSERS -> bytesOfBrowsers;
      case PAYERS, PROVIDERS, SIGN_IN, DASHBOARD, EVERYBODY, OPERATORS -> bytesOfOthers;
    };
  }

  /** Returns the memory limit of one account with secret keys, or of one address. */
  int bytesPerParty(TrafficClass trafficClass) {
    return trafficClass == TrafficClass.KEYS
        ? exceptLast(bytes)
        : bytes(trafficClass) / SHARE_OF_ADDRESS;
  }

  /**
   * Returns the limit of requests without a secret key; beyond it, they are reset or their
   * connection is closed.
   */
  int unauthenticated() {
    return present / SHARE_OF_UNAUTHENTICATED;
  }

  /**
   * Returns the limit of an account's requests with secret keys; beyond it, they are reset or their
   * connection is closed. Together with the limit of requests without a key it leaves free slots. A
   * client that never opens its window holds a slot for half a minute.
   */
  int presentPerAccount() {
    return present - unauthenticated() - present / SHARE_OF_OTHERS;
  }

  /** Returns the number of an account's requests that are served; the others are told to retry. */
  int servedPerAccount() {
    return presentPerAccount() - presentPerAccount() / SHARE_TOLD;
  }

  /**
   * Returns the limit of connections that have used an account's secret keys. Beyond it, they are
   * closed when other connections wait.
   */
  int connectionsPerAccount() {
    return exceptLast(connections);
  }

  private static int exceptLast(int whole) {
    return whole - whole / SHARE_OF_OTHER_ACCOUNTS;
  }

  Budgets withRunning(int most) {
    return new Budgets(
        connections,
        connectionsPerAddress,
        present,
        Math.min(running, most),
        Math.min(runningOfOthers, most),
        knockingPerAddress,
        browsersPerAddress,
        keylessPerAddress,
        bytes,
        bytesOfBrowsers,
        bytesOfOthers);
  }

  private static int within(int least, long wanted, int most) {
    return Math.clamp(wanted, least, most);
  }

  private static int bytes(long wanted) {
    return within(64 << 10, wanted, Integer.MAX_VALUE);
  }
}
