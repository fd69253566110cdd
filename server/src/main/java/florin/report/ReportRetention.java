package florin.report;

import florin.job.Fitness;
import florin.job.Loop;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Deletes what is no longer kept: logged requests, and the figures of single hours, whose days
 * stay. Realm by realm, a bounded batch at a time.
 */
final class ReportRetention implements AutoCloseable {
  /** For as long as figures are kept hour by hour. */
  static final Duration HOURS_KEPT = Duration.ofDays(35);

  /** Rows of one kind that one step deletes at most; more than a node can log in the pause. */
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

  /** Stays with a realm as long as there is a full batch to delete. */
  private boolean step() {
    Optional<Long> next = realms.findNext(realm);
    if (next.isEmpty()) {
      realm = 0;
      return false;
    }
    Instant now = clock.instant();
    realm = next.get(); // a realm whose rows can't be deleted holds up no other
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
