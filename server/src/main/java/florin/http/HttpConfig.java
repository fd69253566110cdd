package florin.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where the server listens, and every bound it keeps.
 *
 * @param port 0 for any free one
 */
public record HttpConfig(String bindAddress, int port, Optional<Tls> tls, Limits limits) {
  /** PEM files: the chain, leaf first, and its PKCS #8 key, not encrypted. Read once, at start. */
  public record Tls(Path certificateChain, Path privateKey) {}

  /**
   * @param maxInFlight requests that run at once; past it 503
   * @param maxConnections sockets; past it accepting pauses
   * @param maxBodyBytes past it 413
   * @param maxBufferedBytes what all bodies together may hold in memory; past it 503
   * @param maxDiscardBytes how much of a body that is not wanted is read on, so that the client
   *     sees the answer
   * @param maxHeaderBytes request line and headers; past it 431
   * @param headerTimeout from the first byte of a request to the end of its headers, TLS handshake
   *     included; past it the socket closes
   * @param bodyTimeout from the end of the headers to the end of the body
   * @param idleTimeout of a connection on which nothing happens
   * @param stopTimeout how long {@link Server#stop} waits for requests in flight: more than a
   *     connector's deadline and a finish
   */
  public record Limits(
      int maxInFlight,
      int maxConnections,
      int maxBodyBytes,
      int maxBufferedBytes,
      int maxDiscardBytes,
      int maxHeaderBytes,
      Duration headerTimeout,
      Duration bodyTimeout,
      Duration idleTimeout,
      Duration stopTimeout) {
    public static final Limits DEFAULT =
        new Limits(
            4096,
            16_384,
            1 << 20,
            128 << 20,
            8 << 20,
            16 << 10,
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(20));

    public Limits withMaxInFlight(int permits) {
      return new Limits(
          permits,
          maxConnections,
          maxBodyBytes,
          maxBufferedBytes,
          maxDiscardBytes,
          maxHeaderBytes,
          headerTimeout,
          bodyTimeout,
          idleTimeout,
          stopTimeout);
    }

    public Limits withMaxConnections(int connections) {
      return new Limits(
          maxInFlight,
          connections,
          maxBodyBytes,
          maxBufferedBytes,
          maxDiscardBytes,
          maxHeaderBytes,
          headerTimeout,
          bodyTimeout,
          idleTimeout,
          stopTimeout);
    }

    public Limits withTimeouts(Duration header, Duration body, Duration idle, Duration stop) {
      return new Limits(
          maxInFlight,
          maxConnections,
          maxBodyBytes,
          maxBufferedBytes,
          maxDiscardBytes,
          maxHeaderBytes,
          header,
          body,
          idle,
          stop);
    }
  }

  public static HttpConfig plain(String bindAddress, int port) {
    return new HttpConfig(bindAddress, port, Optional.empty(), Limits.DEFAULT);
  }

  public HttpConfig with(Limits other) {
    return new HttpConfig(bindAddress, port, tls, other);
  }
}
