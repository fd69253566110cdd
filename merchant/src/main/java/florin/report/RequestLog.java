package florin.report;

import florin.core.Hmac;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.Page.Count;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.IdTime;
import florin.job.BackgroundJob;
import florin.report.RequestFilter.StatusClass;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The latest requests of a realm. The responding thread hands a request over without waiting. A job
 * writes bounded batches with a pause after each, so that the log takes only a small share of the
 * database. Excess requests are dropped and counted: successes when the queue is half full, errors
 * when it is full. A crash loses unwritten requests.
 */
public final class RequestLog implements AutoCloseable {
  static final int MAX_QUEUED = 4096;

  /** The size of a batch; with the pause, about five hundred a second on one node. */
  static final int MAX_BATCH = 128;

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);

  /** The fate of a request, which is counted. */
  enum Fate {
    WRITTEN,
    DROPPED,
    /** The request had no valid key, so it belongs to no realm and is never shown. */
    KEYLESS
  }

  /** Counts requests by fate. */
  @FunctionalInterface
  interface Tally {
    void add(Fate fate, int requests);
  }

  /** The delay until a node learns that an account has changed whether fields are stored. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final RequestLogStore reading;
  private final RequestLogStore writing;
  private final Hmac marks;
  private final Tally tally;
  private final BlockingQueue<LoggedRequest> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
  private final BackgroundJob job;
  private final BackgroundJob look;
  private volatile Set<Realm> liveWithFields = Set.of();

  /**
   * Creates and starts the log.
   *
   * @param reading for user requests
   * @param writing with connections for which no request waits
   * @param marks the key that turns idempotency keys into marks
   */
  RequestLog(RequestLogStore reading, RequestLogStore writing, Hmac marks, Tally tally) {
    this.reading = reading;
    this.writing = writing;
    this.marks = marks;
    this.tally = tally;
    this.job =
        BackgroundJob.start(
            "request-log",
            PAUSE,
            () -> {
              writeBatch();
              return false;
            });
    this.look =
        BackgroundJob.start(
            "request-log-settings",
            LOOK,
            () -> {
              liveWithFields = reading.listLiveWithFields();
              return false;
            });
  }

  /** Returns whether fields of this realm's requests are stored. */
  public boolean keepsFields(Realm realm) {
    return !realm.isLive() || liveWithFields.contains(realm);
  }

  /**
   * Returns the mark that is stored instead of an idempotency key, with which requests of the same
   * key are found. See docs/decisions/005.
   */
  public UUID mark(Realm realm, String idempotencyKey) {
    ByteBuffer mac = ByteBuffer.wrap(marks.of(realm.id() + ":" + idempotencyKey));
    return new UUID(mac.getLong(), mac.getLong());
  }

  /** Takes the request or drops it; it never blocks. */
  public void offer(LoggedRequest request) {
    boolean hasRoom = request.isError() || queue.size() < MAX_QUEUED / 2;
    if (!hasRoom || !queue.offer(request)) {
      tally.add(Fate.DROPPED, 1);
    }
  }

  /** Counts an API request without a valid key. */
  public void offerKeyless() {
    tally.add(Fate.KEYLESS, 1);
  }

  public Optional<LoggedRequest> find(Realm realm, RequestId id) {
    return reading.find(realm, id);
  }

  /** Returns those of these requests that are logged, newest first. */
  public List<LoggedRequest> list(Realm realm, Collection<RequestId> ids) {
    return ids.isEmpty() ? List.of() : reading.list(realm, ids);
  }

  /** Returns a page of requests, newest first. */
  public Page<LoggedRequest> list(Realm realm, RequestFilter filter, PageRequest page) {
    return reading.list(realm, filter, page);
  }

  /** Returns the number of requests with a status, or of all: see {@link Count}. */
  public Count count(Realm realm, Optional<StatusClass> status, IdTime.Span received) {
    return reading.count(realm, status, received);
  }

  /** Writes the queued requests; it does not wait for a database that is down. */
  @Override
  public void close() {
    look.close();
    job.close();
    try {
      while (writeBatch() > 0) {
        LOG.debug("another batch of requests is written");
      }
    } catch (RuntimeException away) {
      LOG.warn("the last requests were not logged: {}", away.toString());
    }
  }

  private int writeBatch() {
    var batch = new ArrayList<LoggedRequest>(MAX_BATCH);
    queue.drainTo(batch, MAX_BATCH);
    if (!batch.isEmpty()) {
      write(batch);
    }
    return batch.size();
  }

  private void write(List<LoggedRequest> batch) {
    try {
      writing.insert(batch);
    } catch (RuntimeException failed) {
      tally.add(Fate.DROPPED, batch.size());
      throw failed;
    }
    tally.add(Fate.WRITTEN, batch.size());
  }
}
