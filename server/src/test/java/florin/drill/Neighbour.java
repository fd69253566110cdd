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
 * Another tenant without malicious intent. It alternately creates a payment on a persistent
 * connection and lists payments on a new one. Each response must be 200. Accounts don't have their
 * own shares of the permits, so a 503 may occur. It means that nothing was done, and the request is
 * repeated as the response asks.
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

  /** Waits until this many more rounds succeed, without a failure. */
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

  /** Returns the number of rounds so far, with two responses each. */
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
   * Sends a request, and repeats it a limited number of times after a pause. On a very slow
   * machine, Florin may close a new connection that it can't read within the grace period.
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
