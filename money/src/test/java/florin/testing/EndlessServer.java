package florin.testing;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import standin.EndlessResponse;

/** A server that responds to every request with a response that has one endless part. */
public final class EndlessServer implements AutoCloseable {
  private static final int HEAD_BYTES = 256;

  private final ServerSocket server;
  private final List<EndlessResponse> responses;
  private final long most;
  private final Duration pause;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger cut = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /**
   * @param most the maximum number of bytes in one response, after which the server sends no more
   */
  public EndlessServer(EndlessResponse response, long most) {
    this(List.of(response), most);
  }

  /**
   * @param responses the responses, which the server uses in rotation
   * @param most the maximum number of bytes in one response, after which the server sends no more
   */
  public EndlessServer(List<EndlessResponse> responses, long most) {
    this(responses, most, Duration.ZERO);
  }

  private EndlessServer(List<EndlessResponse> responses, long most, Duration pause) {
    this.responses = List.copyOf(responses);
    this.most = most;
    this.pause = pause;
    try {
      server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread.ofVirtual().name("endless").start(this::accept);
  }

  /**
   * Returns a server so slow that only the time limit can end the response. An interim response
   * comes first, because some clients then forget their timeout.
   */
  public static EndlessServer dripping(EndlessResponse response) {
    return new EndlessServer(List.of(response), Long.MAX_VALUE, Duration.ofMillis(5));
  }

  /**
   * Returns the client's message for the limit that this part exceeds. The message proves that this
   * limit exists and no other one replaced it. Returns an empty string if several limits are
   * equally good.
   */
  public static String limitOf(EndlessResponse response) {
    return switch (response) {
      case CONTINUE, PROCESSING, EARLY_HINTS, OTHER_INTERIM -> "more than 8 interim responses";
      case SWITCHED_PROTOCOL -> "switches protocols";
      case HEADERS, HEADERS_OF_ONE_VALUE, COOKIES -> "header fields";
      case REASON, HEADER_NAME, HEADER_VALUE, FOLDED_VALUE -> "headers are longer than 8 KiB";
      default -> "";
    };
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** Returns the number of bytes in all responses that have ended. */
  public long sent() {
    return sent.get();
  }

  /** Returns the number of responses that have begun. */
  public int begun() {
    return begun.get();
  }

  /** Returns the number of responses that the client cut off. */
  public int cut() {
    return cut.get();
  }

  /** Returns the number of responses that have ended: cut off, or at the maximum size. */
  public int ended() {
    return ended.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException closed) {
      // close() has closed the socket.
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      if (in.read(new byte[64 << 10]) < 0) {
        return;
      }
      OutputStream out = client.getOutputStream();
      EndlessResponse response = responses.get(begun.getAndIncrement() % responses.size());
      long bytes = response.send(pause.isZero() ? out : dripping(out), most);
      sent.addAndGet(bytes);
      if (bytes < most) {
        cut.incrementAndGet();
      }
      ended.incrementAndGet();
      if (bytes >= most) {
        // Waits until the client closes the connection.
        in.readAllBytes();
      }
    } catch (IOException ended) {
      // The client may close its connection at any time.
    } finally {
      open.remove(client);
    }
  }

  /**
   * Sends only the endless part slowly. The headers come without a pause, whatever the machine's
   * load.
   */
  private OutputStream dripping(OutputStream out) throws IOException {
    out.write("HTTP/1.1 103 Early Hints\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    return new FilterOutputStream(out) {
      private long sent;

      @Override
      public void write(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; at += 4) {
          out.write(bytes, at, Math.min(4, bytes.length - at));
          sent += 4;
          if (sent > HEAD_BYTES) {
            LockSupport.parkNanos(pause.toNanos());
          }
        }
      }
    };
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
