package florin.connector.instance;

import florin.connector.instance.ExchangeRetentionStore.ExchangeKey;
import florin.job.BackgroundJob;
import florin.job.WorkAcceptance;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The background job that deletes exchanges with providers that are no longer needed, in bounded
 * batches. The identifiers of an authorization stay as long as it can be captured or refunded.
 */
public final class ExchangeRetention implements AutoCloseable {
  /**
   * How long exchanges are kept after everything of the payment was resolved. By then disputes and
   * late webhooks are over.
   */
  static final Duration KEPT = Duration.ofDays(90);

  static final int BATCH = 1000;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /**
   * The pause until exchanges that were kept are checked again, because their payments may have
   * been refunded.
   */
  private static final Duration REST = Duration.ofDays(1);

  private final ExchangeRetentionStore store;
  private final InstantSource clock;
  private final BackgroundJob job;

  /** Only the loop's thread uses these fields. */
  private ExchangeKey position = ExchangeKey.START;

  private Instant restsUntil = Instant.MIN;

  public ExchangeRetention(
      ExchangeRetentionStore store, InstantSource clock, WorkAcceptance acceptance) {
    this.store = store;
    this.clock = clock;
    this.job = BackgroundJob.ofWork("exchange-retention", PAUSE, acceptance, this::step);
  }

  private boolean step() {
    Instant now = clock.instant();
    if (!now.isBefore(restsUntil)) {
      Optional<ExchangeKey> looked = store.deleteAfter(position, now.minus(KEPT), BATCH);
      position = looked.orElse(ExchangeKey.START);
      restsUntil = looked.isEmpty() ? now.plus(REST) : Instant.MIN;
    }
    return false; // A pause follows each batch.
  }

  @Override
  public void close() {
    job.close();
  }
}
