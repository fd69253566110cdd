package florin.db;

import florin.core.RequestDeadline;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads of single keys that arrive together and are executed as one query. Like {@link
 * GroupCommit}, it never waits for more reads to arrive.
 *
 * @param <K> the key, with equality
 * @param <V> the value
 */
public final class GroupRead<K, V> implements AutoCloseable {
  static final int MAX_BATCH = 256;
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Logger LOG = LoggerFactory.getLogger(GroupRead.class);

  /** The query that finds the values of several keys. */
  @FunctionalInterface
  public interface BatchQuery<K, V> {
    Map<K, V> findAll(Connection connection, List<K> keys) throws SQLException;
  }

  private record ReadRequest<K, V>(K key, CompletableFuture<Optional<V>> answer, long deadlineNanos)
      implements TimeoutSweeper.Waiter {
    @Override
    public void abandon() {
      answer.completeExceptionally(
          new DatabaseUnavailableException("no response within " + PATIENCE, null));
    }
  }

  private final LinkedBlockingQueue<ReadRequest<K, V>> queue = new LinkedBlockingQueue<>();
  private final Db db;
  private final BatchQuery<K, V> query;
  private final List<Thread> readers;
  private final TimeoutSweeper sweeper;
  private volatile boolean closed;

  public GroupRead(String name, Db db, int readers, BatchQuery<K, V> query) {
    this.db = db;
    this.query = query;
    this.sweeper = new TimeoutSweeper(name);
    this.readers =
        java.util.stream.IntStream.rangeClosed(1, readers)
            .mapToObj(
                n -> Thread.ofPlatform().daemon().name("reader-" + name + "-" + n).start(this::run))
            .toList();
  }

  public Optional<V> find(K key) {
    if (closed) {
      throw new DatabaseUnavailableException("closed", null);
    }
    long deadline = System.nanoTime() + RequestDeadline.left(PATIENCE).toNanos();
    var asked = new ReadRequest<K, V>(key, new CompletableFuture<>(), deadline);
    sweeper.add(asked);
    try {
      queue.add(asked);
      return asked.answer.join();
    } catch (CompletionException failed) {
      throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
    } finally {
      sweeper.remove(asked);
    }
  }

  @Override
  public void close() {
    closed = true;
    readers.forEach(Thread::interrupt);
    sweeper.close();
  }

  private void run() {
    try {
      while (!closed) {
        var batch = new ArrayList<ReadRequest<K, V>>();
        batch.add(queue.take());
        queue.drainTo(batch, MAX_BATCH - 1);
        answer(batch);
      }
    } catch (InterruptedException interrupted) {
      LOG.debug("{} stops", Thread.currentThread().getName());
    }
  }

  private void answer(List<ReadRequest<K, V>> batch) {
    try {
      List<K> keys = batch.stream().map(ReadRequest::key).distinct().collect(Collectors.toList());
      Map<K, V> found = db.read(connection -> query.findAll(connection, keys));
      batch.forEach(asked -> asked.answer.complete(Optional.ofNullable(found.get(asked.key))));
    } catch (RuntimeException failed) {
      batch.forEach(asked -> asked.answer.completeExceptionally(failed));
    }
  }
}
