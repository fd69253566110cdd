package florin.http;

import florin.core.AddressRange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the server listens, and every bound it keeps.
 *
 * @param port 0 for any free one
 * @param trustedProxies who is believed when they say for whom they ask
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

  /** PEM files: the chain, leaf first, and its PKCS #8 key, not encrypted. Read once, at start. */
  public record Tls(Path certificateChain, Path privateKey) {}

  /**
   * @param budgets how much of everything there is at once, which follows from the heap
   * @param maxBodyBytes past it 413
   * @param maxFormBytes the same, where no API key is asked for
   * @param maxDiscardBytes how much of a body that is not wanted is read on, so that the client
   *     sees the answer
   * @param maxHeaderBytes request line and headers; past it 431
   * @param headerTimeout from the first byte of a request to the end of its headers, TLS handshake
   *     included; past it the socket closes
   * @param bodyTimeout from the end of the headers to the end of the body
   * @param answerTimeout from the first byte of an answer to its last, for each MiB that it begins;
   *     past it the stream is reset, or the socket closes
   * @param idleTimeout of a connection on which nothing happens
   * @param stopTimeout how long {@link Server#stop} waits for requests in flight: more than a
   *     connector's deadline and a finish
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
     * @param heap the most it can have, in bytes
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

    /** Fewer requests at once; more than fit the heap there never are. */
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
