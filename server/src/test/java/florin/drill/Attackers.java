package florin.drill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import florin.testing.Http2Wire;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Malicious clients of one service. They hold their connections and count the responses. */
final class Attackers implements Closeable {
  private static final int FIRST_ADDRESS = 2;
  private static final int TIMEOUT_MILLIS = 60_000;

  /**
   * After this time without data, a connection on which a response arrived is considered silent.
   */
  private static final int SILENT_MILLIS = 3_000;

  /** Counted in place of a status: the service closed the connection, or sent nothing. */
  static final int CUT_OFF = 0;

  static final int IGNORED = 1;

  private final int port;
  private final List<Closeable> held = Collections.synchronizedList(new ArrayList<>());
  private final Map<Integer, AtomicInteger> answers = new ConcurrentSkipListMap<>();
  private final AtomicInteger next = new AtomicInteger();

  /** The action of the nth client. */
  interface Deed {
    void run(int n) throws IOException;
  }

  Attackers(int port) {
    this.port = port;
  }

  /** Returns a loopback address that no other client uses. */
  static InetAddress address(int n) throws IOException {
    return InetAddress.getByAddress(
        new byte[] {127, 0, (byte) (n / 200), (byte) (FIRST_ADDRESS + n % 200)});
  }

  /** Returns the numbers of responses by status, and of connections without one. */
  Map<Integer, AtomicInteger> answers() {
    return answers;
  }

  int answers(int status) {
    return answers.getOrDefault(status, new AtomicInteger()).get();
  }

  void count(int status) {
    answers.computeIfAbsent(status, _ -> new AtomicInteger()).incrementAndGet();
  }

  Horde horde() throws IOException {
    var horde = new Horde(port);
    held.add(horde);
    return horde;
  }

  /**
   * Opens a connection, which stays open until the end. Each connection comes from another of 32
   * addresses.
   */
  Socket socket() throws IOException {
    var socket =
        new Socket(InetAddress.getLoopbackAddress(), port, address(next.getAndIncrement() % 32), 0);
    held.add(socket);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    return socket;
  }

  Http2Wire wire(int window) throws IOException {
    return new Http2Wire(socket(), window);
  }

  /**
   * Runs the clients concurrently. A connection that the service closes ends its client; any other
   * exception fails the test.
   */
  void all(int many, Deed deed) throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<?>>();
      for (int n = 0; n < many; n++) {
        int number = n;
        running.add(
            threads.submit(() -> {
              try {
                deed.run(number);
              } catch (SocketTimeoutException ignored) {
                count(IGNORED);
              } catch (IOException cutOff) {
                count(CUT_OFF);
              }
            }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
  }

  /** Sends a request and reads the status of its response. */
  void ask(byte[] request) throws IOException {
    try (Socket socket = socket()) {
      Thread.ofVirtual().start(() -> write(socket, request));
      count(status(socket.getInputStream()));
    }
  }

  /**
   * Sends a request and reads everything until the service closes the connection or falls silent.
   */
  void askToTheEnd(byte[] request) throws IOException {
    try (Socket socket = socket()) {
      socket.setSoTimeout(SILENT_MILLIS);
      Thread.ofVirtual().start(() -> write(socket, request));
      InputStream in = socket.getInputStream();
      count(status(in));
      in.transferTo(OutputStream.nullOutputStream());
    }
  }

  private static void write(Socket socket, byte[] request) {
    try {
      socket.getOutputStream().write(request);
    } catch (IOException answeredBefore) {
      // The caller counts the missing response.
    }
  }

  private static int status(InputStream in) throws IOException {
    String line = new String(in.readNBytes("HTTP/1.1 200".length()), ISO_8859_1);
    if (!line.startsWith("HTTP/1.1 ")) {
      throw new IOException("no answer");
    }
    return Integer.parseInt(line.substring("HTTP/1.1 ".length()));
  }

  @Override
  public void close() throws IOException {
    for (Closeable each : List.copyOf(held)) {
      each.close();
    }
  }
}
