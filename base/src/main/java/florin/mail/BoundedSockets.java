package florin.mail;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * The connections to a mail server, with limits on the server's replies. They cover the bytes of
 * all replies, including TLS, and the time of the whole conversation. The mail library buffers a
 * line, or a multi-line reply, of any length, and each byte restarts its timeouts.
 */
final class BoundedSockets extends SocketFactory {
  /**
   * The limit of received bytes: a conversation has less than 2 KiB, and a certificate chain less
   * than 20.
   */
  static final int MAX_BYTES = 256 << 10;

  private final Duration longest;

  /**
   * Creates the factory.
   *
   * @param longest the limit of a whole conversation
   */
  BoundedSockets(Duration longest) {
    this.longest = longest;
  }

  @Override
  public Socket createSocket() {
    return new BoundedSocket(longest);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    throw connected();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    throw connected();
  }

  /** Returns an error, because the library connects sockets itself, with its timeout. */
  private static IOException connected() {
    return new IOException("a socket that is connected already has no timeout");
  }

  private static final class BoundedSocket extends Socket {
    private final Duration longest;
    private final long end;
    private final AtomicLong received = new AtomicLong();

    BoundedSocket(Duration longest) {
      this.longest = longest;
      this.end = System.nanoTime() + longest.toNanos();
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          int read = super.read();
          count(read < 0 ? 0 : 1);
          return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          int read = super.read(bytes, offset, length);
          count(read);
          return read;
        }
      };
    }

    private void count(int read) throws IOException {
      if (received.addAndGet(Math.max(read, 0)) > MAX_BYTES) {
        throw new IOException(
            "the mail server's replies are longer than %d KiB".formatted(MAX_BYTES >> 10));
      }
      if (System.nanoTime() - end > 0) {
        throw new SocketTimeoutException(
            "the mail server didn't accept the message within %d s".formatted(longest.toSeconds()));
      }
    }
  }
}
