package florin.report;

import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Deletes old data: logged requests, and hourly totals, whose days stay. It goes through the
 * realms, a bounded batch at a time.
 */
final class ReportRetention implements AutoCloseable {
  /** The retention period of hourly totals. */
  static final Duration HOURS_KEPT = Duration.ofDays(35);

  /** The most rows of one kind in a step; more than a node can log during the pause. */
  static final int BATCH = 1_000;

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final RealmStore realms;
  private final RequestLogStore requests;
  private final FigureStore figures;
  private final Duration requestsKept;
  private final InstantSource clock;
  private final Loop loop;
  private long realm;

  ReportRetention(
      RealmStore realms,
      RequestLogStore requests,
      FigureStore figures,
      Duration requestsKept,
      InstantSource clock,
      Fitness fitness) {
    this.realms = realms;
    this.requests = requests;
    this.figures = figures;
    this.requestsKept = requestsKept;
    this.clock = clock;
    this.loop = Loop.ofWork("report-retention", PAUSE, fitness, this::step);
  }

  @Override
  public void close() {
    loop.close();
  }

  /** Deletes a batch, and stays with a realm while batches are full. */
  private boolean step() {
    Optional<Long> next = realms.findNext(realm);
    if (next.isEmpty()) {
      realm = 0;
      return false;
    }
    Instant now = clock.instant();
    realm = next.get(); // a realm whose rows can't be deleted blocks no other
    int deleted =
        Math.max(
            requests.deleteBefore(next.get(), now.minus(requestsKept), BATCH),
            figures.deleteHoursBefore(next.get(), now.minus(HOURS_KEPT), BATCH));
    if (deleted >= BATCH) {
      realm = next.get() - 1;
    }
    return false;
  }
}
