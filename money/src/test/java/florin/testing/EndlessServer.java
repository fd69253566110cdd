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

/** A server that answers every request with a response of which one part has no end. */
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
   * @param most bytes of one response, after which nothing more comes
   */
  public EndlessServer(EndlessResponse response, long most) {
    this(List.of(response), most);
  }

  /**
   * @param responses in turns
   * @param most bytes of one response, after which nothing more comes
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
   * Returns a server that is slow enough for every limit but that of time. An interim response goes
   * before: clients have been seen to forget their timeout with it.
   */
  public static EndlessServer dripping(EndlessResponse response) {
    return new EndlessServer(List.of(response), Long.MAX_VALUE, Duration.ofMillis(5));
  }

  /**
   * Returns what the client must say of the limit that this part exceeds, so that no other limit
   * takes the place of one that is missing; empty where several are as good.
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

  /** Bytes of all responses so far that ended. */
  public long sent() {
    return sent.get();
  }

  /** Responses that began. */
  public int begun() {
    return begun.get();
  }

  /** Responses that the client cut off. */
  public int cut() {
    return cut.get();
  }

  /** Responses that ended: cut off, or because nothing more comes. */
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
      // By close().
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
        in.readAllBytes(); // until the client ends it
      }
    } catch (IOException ended) {
      // The client ends connections as it likes.
    } finally {
      open.remove(client);
    }
  }

  /** Only what has no end drips: the head comes without a pause, however loaded the machine is. */
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
