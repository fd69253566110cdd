package emulator.provider;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import standin.EndlessResponse;

/**
 * A minimal HTTP/1.1 server on loopback for API clients. It can close or reset a connection at any
 * point: before a response or in the middle of it.
 */
public final class Wire implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};
  private static final int BACKLOG = 1024;
  private static final int MAX_CONNECTIONS = 2048;
  private static final int MAX_HEAD = 32 << 10;
  private static final int MAX_BODY = 8 << 20;
  private static final int IDLE_MS = 60_000;

  /** The size of an endless response in bytes, in case its client keeps reading. */
  private static final long MAX_ENDLESS = 16 << 20;

  private static final AtomicInteger ENDLESS = new AtomicInteger();

  /**
   * A socket that is bound to the port and never listens. It keeps the port while connections are
   * refused, since another process or test could take it otherwise.
   */
  private final Socket reservation = new Socket();

  private volatile ServerSocket door;
  private volatile Thread acceptor = new Thread();
  private volatile Handler handler = (_, line) -> line.end();
  private final Semaphore places = new Semaphore(MAX_CONNECTIONS);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  /** Handles a request: sends a response on the line, or ends it. */
  public interface Handler {
    void handle(Request request, Line line) throws IOException;
  }

  /** A connection with a request. */
  public static final class Line {
    private final Socket socket;

    private Line(Socket socket) {
      this.socket = socket;
    }

    public void answer(Answer answer) throws IOException {
      socket.getOutputStream().write(answer.bytes());
    }

    /** Sends the first half of a response and closes the connection. */
    void answerHalf(Answer answer) throws IOException {
      byte[] all = answer.bytes();
      socket.getOutputStream().write(all, 0, all.length / 2);
      socket.close();
    }

    /** Sends a response of which one part has no end, until the client ends the connection. */
    void answerWithoutEnd() throws IOException {
      EndlessResponse[] all = EndlessResponse.values();
      int next = Math.floorMod(ENDLESS.getAndIncrement(), all.length);
      all[next].send(socket.getOutputStream(), MAX_ENDLESS);
      socket.close();
    }

    void end() throws IOException {
      socket.close();
    }

    /** Ends the connection with a TCP reset (RST), as a crash does. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  public Wire(int port) throws IOException {
    reservation.setOption(StandardSocketOptions.SO_REUSEPORT, true);
    reservation.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port));
    this.door = listen();
  }

  private ServerSocket listen() throws IOException {
    var socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.setOption(StandardSocketOptions.SO_REUSEPORT, true);
    socket.bind(reservation.getLocalSocketAddress(), BACKLOG);
    return socket;
  }

  /** Starts to accept connections. Until then, clients that connect wait. */
  public void open(Handler requests) {
    handler = requests;
    accept();
  }

  private void accept() {
    ServerSocket socket = door;
    acceptor = Thread.ofVirtual().name("emulator").start(() -> accept(socket));
  }

  /** Ends all connections. New ones are refused until {@link #reopen}. */
  void refuse() throws IOException {
    door.close();
    try {
      acceptor.join(); // it may accept one more connection after the close
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    for (Socket socket : open) {
      socket.close();
    }
  }

  /** Accepts connections again, on the same port. */
  void reopen() throws IOException {
    door = listen();
    accept();
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + reservation.getLocalPort());
  }

  @Override
  public void close() throws IOException {
    refuse();
    reservation.close();
  }

  private void accept(ServerSocket listener) {
    try {
      while (true) {
        Socket socket = listener.accept();
        if (places.tryAcquire()) {
          open.add(socket);
          Thread.ofVirtual().start(() -> serve(socket));
        } else {
          socket.close();
        }
      }
    } catch (IOException closed) {
      // Only refuse() and close() close the server socket.
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(IDLE_MS);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      for (String head = head(in); !head.isEmpty() && !socket.isClosed(); head = head(in)) {
        handler.handle(request(head, in), new Line(socket));
        if (socket.isClosed()) {
          return;
        }
      }
    } catch (IOException ended) {
      // Both sides can end a connection at any time.
    } finally {
      open.remove(socket);
      places.release();
    }
  }

  private static Request request(String head, InputStream in) throws IOException {
    String[] lines = head.split("\r\n");
    String[] first = lines[0].split(" ");
    if (first.length != 3) {
      throw new IOException("no request line");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      if (colon > 0) {
        headers.put(
            lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
            lines[i].substring(colon + 1).strip());
      }
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    if (length > MAX_BODY || headers.containsKey("transfer-encoding")) {
      throw new IOException("a body that is too long, or of unknown length");
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw new IOException("the body has ended early");
    }
    return Request.of(first[0], first[1], headers, new String(body, charset(headers)));
  }

  /** Returns the charset of a body; that of a file keeps its bytes. */
  private static Charset charset(Map<String, String> headers) {
    return headers.getOrDefault("content-type", "").startsWith("multipart/")
        ? StandardCharsets.ISO_8859_1
        : StandardCharsets.UTF_8;
  }

  /** Returns the request line and the headers, or an empty string at the end of the connection. */
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
}
