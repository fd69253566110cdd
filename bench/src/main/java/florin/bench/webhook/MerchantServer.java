package florin.bench.webhook;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import standin.EndlessResponse;

/**
 * A server on loopback that receives deliveries. It implements only the HTTP that Florin's requests
 * need, to use little processor time. Requests to paths that start with `/hangs` get no response.
 */
public final class MerchantServer implements AutoCloseable {
  private static final byte[] OK =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{\"received\":true}"
          .getBytes(StandardCharsets.US_ASCII);

  private static final byte[] FAILED =
      "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  /**
   * Responses that Florin counts as failed: the others are answered 200 before they have no end.
   */
  private static final List<EndlessResponse> ENDLESS =
      Stream.of(EndlessResponse.values()).filter(each -> !each.isAnswered()).toList();

  /** Bytes after which an endless response stops, in case its client reads on. */
  private static final long MAX_ENDLESS = 16 << 20;

  private static final int BACKLOG = 1024;
  private static final int MAX_HEAD = 16 << 10;

  private final ServerSocket door;
  private final Taker taker;
  private final AtomicInteger failures = new AtomicInteger();
  private final CountDownLatch end = new CountDownLatch(1);

  /** Handles a delivery on the connection's thread. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Handles a delivery.
     *
     * @param head request line and headers
     * @return true for a response with status 200; false for 500 or a response without end
     */
    boolean takes(String head, String body);
  }

  /**
   * Starts a server that accepts every delivery.
   *
   * @param taken receives the body of each delivery on the connection's thread
   */
  public MerchantServer(Consumer<String> taken) throws IOException {
    this((_, body) -> {
      taken.accept(body);
      return true;
    });
  }

  public MerchantServer(Taker taker) throws IOException {
    this.taker = taker;
    this.door = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("merchant").start(this::accept);
  }

  /** Returns the URL of a path on this server. */
  public String url(String path) {
    return "http://127.0.0.1:" + door.getLocalPort() + path;
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    door.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket connection = door.accept();
        connection.setTcpNoDelay(true);
        Thread.ofVirtual().start(() -> serve(connection));
      }
    } catch (IOException closed) {
      end.countDown();
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      InputStream in = new BufferedInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      for (String head = head(in); !head.isEmpty(); head = head(in)) {
        String body = new String(in.readNBytes(length(head)), StandardCharsets.UTF_8);
        if (head.startsWith("POST /hangs")) {
          end.await();
          return;
        }
        if (taker.takes(head, body)) {
          out.write(OK);
        } else if (!fail(out)) {
          return;
        }
      }
    } catch (IOException _) {
      // Clients may close connections at any time; drills kill the service.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Fails a delivery: every second time with a response of which one part has no end.
   *
   * @return whether the connection can be used again
   */
  private boolean fail(OutputStream out) throws IOException {
    int failure = failures.getAndIncrement();
    if (failure % 2 == 0) {
      out.write(FAILED);
      return true;
    }
    ENDLESS.get(failure / 2 % ENDLESS.size()).send(out, MAX_ENDLESS);
    return false;
  }

  /** Returns the request line and headers, or an empty text at the end of the connection. */
  private static String head(InputStream in) throws IOException {
    var head = new StringBuilder(512);
    while (head.length() < MAX_HEAD) {
      int next = in.read();
      if (next < 0) {
        return "";
      }
      head.append((char) next);
      int length = head.length();
      if (next == '\n' && length >= 4 && head.charAt(length - 3) == '\n') {
        return head.toString();
      }
    }
    throw new IOException("a head of more than " + MAX_HEAD + " bytes");
  }

  private static int length(String head) throws IOException {
    int at = head.toLowerCase(Locale.ROOT).indexOf("content-length:");
    if (at < 0) {
      throw new IOException("no Content-Length");
    }
    int begin = at + "content-length:".length();
    return Integer.parseInt(head.substring(begin, head.indexOf('\r', begin)).strip());
  }
}
