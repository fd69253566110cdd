package florin.http;

/**
 * How much of everything strangers may have us hold, made to fit the heap: a small one sheds
 * earlier, and none is filled. See decision 020, which has the table.
 *
 * @param connections sockets; past it accepting pauses
 * @param connectionsPerAddress of one client address, and twice as many of loopback, where the
 *     operator's own programs are; past it a new one is closed
 * @param present requests between their headers and the end of their answer; past it the stream is
 *     reset, or the connection closed
 * @param running of requests with a secret key, at once; past it 503
 * @param runningOfOthers the same, for each other crowd
 * @param knockingPerAddress requests of one address whose key is not known yet; past it 429
 * @param browsersPerAddress requests of one address with a publishable key; past it 429
 * @param keylessPerAddress requests of one address without a key; past it 429, and past twice that
 *     the stream is reset
 * @param bytes what the requests with secret keys hold together: bodies, what is read out of them,
 *     and answers until they are written; past it 503
 * @param bytesOfBrowsers the same, for requests with publishable keys
 * @param bytesOfOthers the same, for each other crowd
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

  /** What Florin needs for itself: classes, statements, caches, and the collector's room. */
  private static final long OWN_BYTES = 40L << 20;

  /** A connection of HTTP/2 with its tables, its streams at rest. */
  private static final int CONNECTION_BYTES = 24 << 10;

  /** A request with its thread's stack, fields and statements. */
  private static final int REQUEST_BYTES = 16 << 10;

  /** A part of its crowd's bytes that one address may have. */
  private static final int SHARE_OF_ADDRESS = 2;

  /** Of what is for secret keys, an account leaves this part to the others. */
  private static final int SHARE_OF_OTHER_ACCOUNTS = 4;

  /** Of the places for requests, all without a secret key together have this part. */
  private static final int SHARE_OF_STRANGERS = 4;

  /** And what an account and they leave to all others. */
  private static final int SHARE_OF_OTHERS = 8;

  /** Of an account's requests, those that are refused with an answer. */
  private static final int SHARE_TOLD = 8;

  private static final int MOST_CONNECTIONS = 16_384;
  private static final int MOST_RUNNING = 4096;
  private static final int MOST_KEYLESS_PER_ADDRESS = 64;

  /**
   * @param heap as {@link Runtime#maxMemory} has it
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

  /** What is left of a heap for what others have us hold. */
  static long spare(long heap) {
    return Math.max(heap - OWN_BYTES, heap / 8);
  }

  int running(Crowd crowd) {
    return crowd == Crowd.KEYS ? running : runningOfOthers;
  }

  int bytes(Crowd crowd) {
    return switch (crowd) {
      case KEYS -> bytes;
      case BROWSERS -> bytesOfBrowsers;
      case PAYERS, PROVIDERS, SIGN_IN, DASHBOARD, EVERYBODY, OPERATORS -> bytesOfOthers;
    };
  }

  /** Of one account with secret keys, or else of one address. */
  int bytesPerParty(Crowd crowd) {
    return crowd == Crowd.KEYS ? exceptLast(bytes) : bytes(crowd) / SHARE_OF_ADDRESS;
  }

  /** Requests without a secret key; past it they are reset, or closed on. */
  int strangers() {
    return present / SHARE_OF_STRANGERS;
  }

  /**
   * Requests of one account, with secret keys; past it they are reset, or closed on. Together with
   * {@link #strangers} it leaves places: whose windows stay shut keeps his for half a minute.
   */
  int presentPerAccount() {
    return present - strangers() - present / SHARE_OF_OTHERS;
  }

  /** Of these so many are served, and the rest told to wait. */
  int servedPerAccount() {
    return presentPerAccount() - presentPerAccount() / SHARE_TOLD;
  }

  /** On which its secret keys were shown; past it they are closed where others are waiting. */
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
