package florin.report;

import florin.core.Count;
import florin.core.Hmac;
import florin.core.Id.RequestId;
import florin.core.Page;
import florin.core.PageRequest;
import florin.core.Realm;
import florin.db.IdTime;
import florin.job.Loop;
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
 * The last requests of a realm. Whoever answers one hands it over and goes on; a loop writes what
 * has come, a bounded batch at a time with a pause after each, so that the log never takes more
 * than a small share of the database. What is too much is dropped and counted: successes as soon as
 * half of the queue is full, errors when all of it is. A crash loses what was not written yet.
 */
public final class RequestLog implements AutoCloseable {
  static final int MAX_QUEUED = 4096;

  /** With the pause: about five hundred a second of one node. */
  static final int MAX_BATCH = 128;

  private static final Duration PAUSE = Duration.ofMillis(250);
  private static final Logger LOG = LoggerFactory.getLogger(RequestLog.class);

  /** What becomes of those that are handed over; counted. */
  enum Fate {
    WRITTEN,
    DROPPED,
    /** It had no valid key, so it belongs to no realm and is shown to nobody. */
    KEYLESS
  }

  /** Told how many requests met a fate. */
  @FunctionalInterface
  interface Tally {
    void add(Fate fate, int requests);
  }

  /** How long it takes until a node knows that an account wants more kept, or less. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  private final RequestLogStore reading;
  private final RequestLogStore writing;
  private final Hmac marks;
  private final Tally tally;
  private final BlockingQueue<LoggedRequest> queue = new ArrayBlockingQueue<>(MAX_QUEUED);
  private final Loop loop;
  private final Loop look;
  private volatile Set<Realm> liveWithFields = Set.of();

  /**
   * @param reading for what people ask
   * @param writing through connections that no request waits for
   * @param marks what idempotency keys become
   */
  RequestLog(RequestLogStore reading, RequestLogStore writing, Hmac marks, Tally tally) {
    this.reading = reading;
    this.writing = writing;
    this.marks = marks;
    this.tally = tally;
    this.loop =
        Loop.start(
            "request-log",
            PAUSE,
            () -> {
              writeBatch();
              return false;
            });
    this.look =
        Loop.start(
            "request-log-settings",
            LOOK,
            () -> {
              liveWithFields = reading.listLiveWithFields();
              return false;
            });
  }

  /** Whether fields of this realm's requests are kept. */
  public boolean keepsFields(Realm realm) {
    return !realm.isLive() || liveWithFields.contains(realm);
  }

  /**
   * What is kept of an idempotency key: by it the requests with the same key are found, and the key
   * is not. See docs/decisions/005.
   */
  public UUID mark(Realm realm, String idempotencyKey) {
    ByteBuffer mac = ByteBuffer.wrap(marks.of(realm.id() + ":" + idempotencyKey));
    return new UUID(mac.getLong(), mac.getLong());
  }

  /** Takes the request or drops it; never waits. */
  public void offer(LoggedRequest request) {
    boolean hasRoom = request.isError() || queue.size() < MAX_QUEUED / 2;
    if (!hasRoom || !queue.offer(request)) {
      tally.add(Fate.DROPPED, 1);
    }
  }

  /** Counts a request of the interface that came without a valid key. */
  public void offerKeyless() {
    tally.add(Fate.KEYLESS, 1);
  }

  public Optional<LoggedRequest> find(Realm realm, RequestId id) {
    return reading.find(realm, id);
  }

  /** Of these those that are logged, newest first. */
  public List<LoggedRequest> list(Realm realm, Collection<RequestId> ids) {
    return ids.isEmpty() ? List.of() : reading.list(realm, ids);
  }

  /** A page of requests, newest first. */
  public Page<LoggedRequest> list(Realm realm, RequestFilter filter, PageRequest page) {
    return reading.list(realm, filter, page);
  }

  /** How many there are of a status, or of all: see {@link Count}. */
  public Count count(Realm realm, Optional<StatusClass> status, IdTime.Span received) {
    return reading.count(realm, status, received);
  }

  /** Writes what is queued; a database that is away is not waited for. */
  @Override
  public void close() {
    look.close();
    loop.close();
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
