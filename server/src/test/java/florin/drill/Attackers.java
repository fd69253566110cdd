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

/** Those who mean harm to one service: what they hold, and what they were told. */
final class Attackers implements Closeable {
  private static final int FIRST_ADDRESS = 2;
  private static final int TIMEOUT_MILLIS = 60_000;

  /** Of a connection on which a request was answered: nothing more is to come. */
  private static final int SILENT_MILLIS = 3_000;

  /** Instead of a status: the service has ended the connection, or has not said a word. */
  static final int CUT_OFF = 0;

  static final int IGNORED = 1;

  private final int port;
  private final List<Closeable> held = Collections.synchronizedList(new ArrayList<>());
  private final Map<Integer, AtomicInteger> answers = new ConcurrentSkipListMap<>();
  private final AtomicInteger next = new AtomicInteger();

  /** What one of them does, as the nth. */
  interface Deed {
    void run(int n) throws IOException;
  }

  Attackers(int port) {
    this.port = port;
  }

  /** Another address of loopback than everybody has. */
  static InetAddress address(int n) throws IOException {
    return InetAddress.getByAddress(
        new byte[] {127, 0, (byte) (n / 200), (byte) (FIRST_ADDRESS + n % 200)});
  }

  /** Answers so far by status, and what else became of connections. */
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

  /** Connected from one address after the other, and held until the end. */
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
   * Side by side. Whoever is cut off has done what he could; any other error is one of the test.
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

  /** Sends a request and reads the status of its answer. */
  void ask(byte[] request) throws IOException {
    try (Socket socket = socket()) {
      Thread.ofVirtual().start(() -> write(socket, request));
      count(status(socket.getInputStream()));
    }
  }

  /** The same, and reads all else until the service ends the connection, or falls silent. */
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
      // Whoever reads the answer, or finds that there is none, counts it.
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
