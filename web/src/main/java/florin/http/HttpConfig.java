package florin.http;

import florin.core.AddressRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The server's address and all its limits.
 *
 * @param port 0 for any free one
 * @param trustedProxies the proxies whose reported client addresses are trusted
 */
public record HttpConfig(
    String bindAddress,
    int port,
    Optional<Tls> tls,
    List<AddressRange> trustedProxies,
    Limits limits) {
  public HttpConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /**
   * PEM files: the certificate chain, leaf first, and its unencrypted PKCS #8 key. They are read
   * once, at start.
   */
  public record Tls(Path certificateChain, Path privateKey) {}

  /**
   * The limits.
   *
   * @param budgets the limits that depend on the heap
   * @param maxBodyBytes beyond it, 413
   * @param maxFormBytes the limit of bodies that need no API key
   * @param maxDiscardBytes the part of an unwanted body that is still read, so that the client sees
   *     the response
   * @param maxHeaderBytes request line and headers; beyond it, 431
   * @param headerTimeout from the first byte of a request to the end of its headers, including the
   *     TLS handshake; beyond it, the socket closes
   * @param bodyTimeout from the end of the headers to the end of the body
   * @param answerTimeout from the first byte of a response to its last, for each started MiB;
   *     beyond it, the stream is reset, or the socket closes
   * @param idleTimeout for a connection without traffic
   * @param stopTimeout how long {@link Server#stop} waits for requests in flight: longer than a
   *     connector's deadline and the final commit
   */
  public record Limits(
      Budgets budgets,
      int maxBodyBytes,
      int maxFormBytes,
      int maxDiscardBytes,
      int maxHeaderBytes,
      Duration headerTimeout,
      Duration bodyTimeout,
      Duration answerTimeout,
      Duration idleTimeout,
      Duration stopTimeout) {
    public static final Limits DEFAULT = ofHeap(Runtime.getRuntime().maxMemory());

    /**
     * Returns the limits for a heap.
     *
     * @param heap its maximum size, in bytes
     */
    public static Limits ofHeap(long heap) {
      return new Limits(
          Budgets.of(heap),
          1 << 20,
          Form.MAX_BYTES,
          8 << 20,
          16 << 10,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(20));
    }

    /** Returns these limits with fewer concurrent requests; the heap's limit stays the maximum. */
    public Limits withMaxInFlight(int permits) {
      return new Limits(
          budgets.withRunning(permits),
          maxBodyBytes,
          maxFormBytes,
          maxDiscardBytes,
          maxHeaderBytes,
          headerTimeout,
          bodyTimeout,
          answerTimeout,
          idleTimeout,
          stopTimeout);
    }
  }
}
