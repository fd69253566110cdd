package florin.bench.webhook;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates customers, each of which produces an event, until it is stopped or the service ends. */
final class CustomerLoad implements AutoCloseable {
  private static final int SENDERS = 8;
  private static final long PAUSE_MS = 20;
  private static final Duration LONGEST_START = Duration.ofMinutes(1);

  private final Merchant merchant;
  private final AtomicInteger made = new AtomicInteger();
  private final CountDownLatch first = new CountDownLatch(1);
  private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean stopped;

  private CustomerLoad(Merchant merchant) {
    this.merchant = merchant;
  }

  static CustomerLoad start(Merchant merchant) {
    var load = new CustomerLoad(merchant);
    for (int i = 0; i < SENDERS; i++) {
      load.senders.execute(load::send);
    }
    return load;
  }

  private void send() {
    try {
      while (!stopped) {
        int status = merchant.createCustomer("0");
        if (status == 200) {
          made.incrementAndGet();
          first.countDown();
        } else if (status == 503) {
          // A service that has just started may not have loaded its API keys yet.
          TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        } else {
          throw new IllegalStateException("creating a customer returned " + status);
        }
      }
    } catch (UncheckedIOException _) {
      // The service was killed. This customer may or may not be committed; the database shows
      // which.
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until a customer is acknowledged.
   *
   * @throws IllegalStateException if none is acknowledged within a time limit
   */
  void awaitFirst() throws InterruptedException {
    if (!first.await(LONGEST_START.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("no customer was created within " + LONGEST_START);
    }
  }

  /** Waits until the service has ended and returns the number of acknowledged customers. */
  int awaitEnd() throws InterruptedException {
    senders.shutdown();
    while (!senders.awaitTermination(1, TimeUnit.SECONDS)) {
      // Each request has its own timeout.
    }
    return made.get();
  }

  @Override
  public void close() {
    stopped = true;
    senders.close();
  }
}
