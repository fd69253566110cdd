package florin.drill;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestApp;
import florin.testing.TestClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Somebody who means no harm, with a secret key: takes a payment on a connection that is kept, and
 * lists payments on a new one, by turns, for as long as it is there. Each has to be answered, and
 * by 200: where permits are what lacks, which accounts do not have shares of, a 503 says that
 * nothing was done, and the request is made again as it asks for.
 */
final class Neighbour implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final int MOST_CLOSED = 5;
  private static final Duration LOOK = Duration.ofMillis(100);

  private final int port;
  private final String key;
  private final TestClient client;
  private final Semaphore served = new Semaphore(0);
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean isLeaving;
  private final AtomicInteger rounds = new AtomicInteger();

  Neighbour(int port, String key) {
    this.port = port;
    this.key = key;
    this.client = new TestClient(port, key);
    this.thread = Thread.ofVirtual().name("neighbour").start(this::live);
  }

  /** Returns when it was served so many times more, which has to be without a failure. */
  void awaitServed(int times) throws InterruptedException {
    served.drainPermits();
    long end = System.nanoTime() + PATIENCE.toNanos();
    boolean all = false;
    while (!all && failures.isEmpty() && System.nanoTime() < end) {
      all = served.tryAcquire(times, LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
    assertThat(failures).isEmpty();
    assertThat(all).as("served within %s".formatted(PATIENCE)).isTrue();
  }

  /** How often it was served so far, by two answers each time. */
  int rounds() {
    return rounds.get();
  }

  private void live() {
    while (!isLeaving && failures.isEmpty()) {
      try {
        String paid =
            served(() -> {
              var reply = client.post("/v2/payments", TestApp.payment(1200, "4242424242424242"));
              return reply.status() + " " + reply.body();
            });
        require(paid.startsWith("200 "), "a payment: " + paid);
        String list = served(() -> listed().replaceFirst("^HTTP/1.1 ", ""));
        require(list.startsWith("200 "), "a list: " + list);
        rounds.incrementAndGet();
        served.release();
      } catch (IOException | RuntimeException failed) {
        require(isLeaving, failed.toString());
      }
    }
  }

  private interface Asking {
    String ask() throws IOException;
  }

  /**
   * On a machine so slow that a new connection isn't read within its grace, Florin may close it to
   * make room. Clients then connect again after a pause, and so does this one, but not without end.
   */
  private String served(Asking request) throws IOException {
    String answer = request.ask();
    for (int closed = 0; answer.isEmpty() && closed < MOST_CLOSED; closed++) {
      LockSupport.parkNanos(LOOK.toNanos());
      answer = request.ask();
    }
    while (!isLeaving && answer.startsWith("503 ") && answer.contains("\"overloaded\"")) {
      LockSupport.parkNanos(RETRY_AFTER.toNanos());
      answer = request.ask();
    }
    return answer;
  }

  private String listed() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket
          .getOutputStream()
          .write(
              "GET /v2/payments?limit=2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\n\r\n"
                  .formatted(key)
                  .getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  private void require(boolean isSo, String otherwise) {
    if (!isSo) {
      failures.add(otherwise);
    }
  }

  @Override
  public void close() {
    isLeaving = true;
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    client.close();
    assertThat(failures).isEmpty();
  }
}
