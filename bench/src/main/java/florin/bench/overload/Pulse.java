package florin.bench.overload;

import florin.bench.load.Tally;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Probes `/healthz` and `/readyz` ten times a second each, on new connections, as an orchestrator
 * does that restarts an unresponsive service.
 */
final class Pulse implements AutoCloseable {
  private static final List<String> PATHS = List.of("/healthz", "/readyz");
  private static final Duration EVERY = Duration.ofMillis(100);

  /** Longer than the default timeout of common orchestrators. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int STATUS_AT = "HTTP/1.1 ".length();

  private final InetSocketAddress service;
  private final Tally answers = new Tally();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ExecutorService askers = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread clock;

  private Pulse(InetSocketAddress service) {
    this.service = service;
    this.clock = Thread.ofPlatform().name("pulse").daemon().unstarted(this::beat);
  }

  static Pulse start(InetSocketAddress service) {
    var pulse = new Pulse(service);
    pulse.clock.start();
    return pulse;
  }

  /** Waits until all probes have ended and returns their result. */
  Tally stop() {
    close();
    return answers;
  }

  @Override
  public void close() {
    ended.countDown();
    try {
      clock.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    askers.close();
  }

  private void beat() {
    try {
      while (!ended.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        PATHS.forEach(path -> askers.execute(() -> ask(path)));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void ask(String path) {
    long begun = System.nanoTime();
    try (var socket = new Socket()) {
      socket.connect(service, Math.toIntExact(PATIENCE.toMillis()));
      socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
      String request = "GET " + path + " HTTP/1.1\r\nHost: pulse\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      took(status(answer), System.nanoTime() - begun);
    } catch (IOException unanswered) {
      missed();
    }
  }

  private static int status(byte[] answer) throws IOException {
    if (answer.length < STATUS_AT + 3) {
      throw new IOException("no response");
    }
    return Integer.parseInt(new String(answer, STATUS_AT, 3, StandardCharsets.US_ASCII));
  }

  private synchronized void took(int status, long nanos) {
    answers.answered(status, nanos);
  }

  private synchronized void missed() {
    answers.lost();
  }
}
