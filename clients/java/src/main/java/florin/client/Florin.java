package florin.client;

import florin.client.FlorinException.StillOpen;
import florin.client.model.Payment;
import florin.client.model.PaymentStatus;
import florin.client.model.Refund;
import florin.client.model.RefundStatus;
import florin.client.model.Setup;
import florin.client.model.SetupStatus;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A client for Florin. It is thread-safe: create one, and keep it.
 *
 * <pre>{@code
 * Florin florin = Florin.of("https://pay.example.com", System.getenv("FLORIN_SECRET_KEY"));
 * }</pre>
 */
public final class Florin extends Resources {
  private static final Duration FIRST_POLL = Duration.ofMillis(250);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(5);

  private final Transport transport;

  /**
   * The settings of a client.
   *
   * @param baseUrl the address of Florin, without a path
   * @param timeout the time for each attempt, with the whole response
   * @param maxRetries the number of attempts after the first one
   * @param retryFor the time after which no further attempt begins
   * @param maxResponseBytes the size of the largest JSON response
   */
  public record Settings(
      String baseUrl,
      String apiKey,
      Duration timeout,
      int maxRetries,
      Duration retryFor,
      int maxResponseBytes) {
    public Settings {
      if (!baseUrl.matches("https?://[^/]+")) {
        throw new IllegalArgumentException(
            "The base URL is an http or https address without a path, such as https://pay.example.com.");
      }
      if (!apiKey.matches("(sk|pk|rk)_(test|live)_[!-~]+")) {
        throw new IllegalArgumentException(
            "The API key begins with sk_test_, sk_live_, rk_ or pk_. Copy the whole key.");
      }
    }

    /** Returns the usual settings: 35 seconds for an attempt, and 3 retries within 90 seconds. */
    public static Settings of(String baseUrl, String apiKey) {
      return new Settings(
          baseUrl, apiKey, Duration.ofSeconds(35), 3, Duration.ofSeconds(90), 8 << 20);
    }

    /** Returns the settings with another time for each attempt. */
    public Settings timeout(Duration value) {
      return new Settings(baseUrl, apiKey, value, maxRetries, retryFor, maxResponseBytes);
    }

    /**
     * Returns the settings with another number of retries, and the time within which they begin.
     */
    public Settings retries(int count, Duration within) {
      return new Settings(baseUrl, apiKey, timeout, count, within, maxResponseBytes);
    }

    /** Returns the settings with another size of the largest JSON response. */
    public Settings maxResponseBytes(int value) {
      return new Settings(baseUrl, apiKey, timeout, maxRetries, retryFor, value);
    }

    /** Returns the address without the key. */
    @Override
    public String toString() {
      return "Settings[" + baseUrl + "]";
    }
  }

  private Florin(Transport transport) {
    this.transport = transport;
  }

  /** Returns a client with the usual settings. */
  public static Florin of(String baseUrl, String apiKey) {
    return of(Settings.of(baseUrl, apiKey));
  }

  public static Florin of(Settings settings) {
    HttpClient http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(settings.timeout())
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
    return new Florin(new Transport(http, settings));
  }

  @Override
  Transport transport() {
    return transport;
  }

  /**
   * Retrieves a payment until it is no longer {@code processing}. It can then still wait for the
   * payer or for a capture.
   *
   * @throws StillOpen if it is processing after this time; that is not a failure
   */
  public Payment awaitOutcome(Payment payment, Duration within) {
    return awaitOutcome(
        payment,
        it -> it.status() == PaymentStatus.PROCESSING,
        () -> payments().retrieve(payment.id()),
        within);
  }

  /**
   * Retrieves a refund until it is no longer {@code pending}. A refund of a bank transfer takes
   * days: listen to its events instead.
   *
   * @throws StillOpen if it is pending after this time; that is not a failure
   */
  public Refund awaitOutcome(Refund refund, Duration within) {
    return awaitOutcome(
        refund,
        it -> it.status() == RefundStatus.PENDING,
        () -> refunds().retrieve(refund.id()),
        within);
  }

  /**
   * Retrieves a setup until it is no longer {@code processing}.
   *
   * @throws StillOpen if it is processing after this time; that is not a failure
   */
  public Setup awaitOutcome(Setup setup, Duration within) {
    return awaitOutcome(
        setup,
        it -> it.status() == SetupStatus.PROCESSING,
        () -> setups().retrieve(setup.id()),
        within);
  }

  private static <T> T awaitOutcome(
      T first, Predicate<T> isOpen, Supplier<T> retrieve, Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    long pause = FIRST_POLL.toNanos();
    T now = first;
    while (isOpen.test(now)) {
      if (System.nanoTime() + pause > deadline) {
        throw new StillOpen("The outcome is not known yet. Wait for the event.");
      }
      try {
        TimeUnit.NANOSECONDS.sleep(pause);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new StillOpen("The thread was interrupted before the outcome was known.");
      }
      pause = Math.min(pause * 2, LONGEST_POLL.toNanos());
      now = retrieve.get();
    }
    return now;
  }
}
