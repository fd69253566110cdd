package florin.connector.instance;

import florin.connector.instance.ExchangeRetentionStore.ExchangeKey;
import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Deletes what was exchanged with providers once nobody can need it: a bounded batch at a time. The
 * names of authorisations stay as long as something of them can be captured or given back.
 */
public final class ExchangeRetention implements AutoCloseable {
  /** After everything of the payment was resolved: a dispute is over, and so is a late webhook. */
  static final Duration KEPT = Duration.ofDays(90);

  static final int BATCH = 1000;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** What stays is looked at again: something of it may have been given back. */
  private static final Duration REST = Duration.ofDays(1);

  private final ExchangeRetentionStore store;
  private final InstantSource clock;
  private final Loop loop;

  /** Only the loop's thread looks at these. */
  private ExchangeKey position = ExchangeKey.START;

  private Instant restsUntil = Instant.MIN;

  public ExchangeRetention(ExchangeRetentionStore store, InstantSource clock, Fitness fitness) {
    this.store = store;
    this.clock = clock;
    this.loop = Loop.ofWork("exchange-retention", PAUSE, fitness, this::step);
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
    loop.close();
  }
}
