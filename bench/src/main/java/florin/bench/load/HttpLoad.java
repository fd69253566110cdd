package florin.bench.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Closed-loop load: every connection sends its next request when the one before is answered. So the
 * rate is what the service takes, and latencies are those at that rate. (They do not tell what
 * users would wait who come at a rate of their own.)
 *
 * <p>At a rate it is open: a request is sent when its time has come, by a connection that is free,
 * and its latency counts from then, so that who had to wait for one is seen.
 *
 * <p>A connection that ends is not opened again: a run against a service that dies ends by itself.
 */
public final class HttpLoad {
  /** How long answers are awaited that are due when the time is up; longer than the service may. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final long NANOS_IN_SECOND = 1_000_000_000;

  private final Limits limits;
  private final Source source;
  private final Selector selector;
  private final Set<Connection> open = new HashSet<>();
  private final ArrayDeque<Connection> idle = new ArrayDeque<>();
  private final Tally tally = new Tally();
  private final long gapNanos;
  private final long start = System.nanoTime();
  private long sent;
  private long due;
  private long lastAnswer = start;

  /**
   * How much is sent at most.
   *
   * @param time after it nothing more is sent; what was sent is awaited
   */
  public record Limits(int connections, Duration time, long requests) {}

  /** Where requests come from. */
  @FunctionalInterface
  public interface Source {
    /** Empty when there is nothing more to send. */
    Optional<Request> next();
  }

  /**
   * @param gapNanos between two requests; 0 where answers alone say when the next one is sent
   */
  private HttpLoad(Limits limits, Source source, Selector selector, long gapNanos) {
    this.gapNanos = gapNanos;
    this.due = start;
    this.limits = limits;
    this.source = source;
    this.selector = selector;
  }

  /**
   * Returns when all that was sent is answered or lost.
   *
   * @throws IOException when the service cannot be connected to, or speaks no HTTP we know
   */
  public static Tally run(InetSocketAddress service, Limits limits, Source source)
      throws IOException {
    return run(service, limits, source, 0);
  }

  /** The same at a rate, with as many connections as may be under way at once. */
  public static Tally runAt(int perSecond, InetSocketAddress service, Limits limits, Source source)
      throws IOException {
    return run(service, limits, source, NANOS_IN_SECOND / perSecond);
  }

  private static Tally run(InetSocketAddress service, Limits limits, Source source, long gapNanos)
      throws IOException {
    try (Selector selector = Selector.open()) {
      return new HttpLoad(limits, source, selector, gapNanos).run(service);
    }
  }

  private Tally run(InetSocketAddress service) throws IOException {
    try {
      for (int i = 0; i < limits.connections(); i++) {
        open(service);
      }
      long end = start + limits.time().plus(GRACE).toNanos();
      for (long left = 1; !open.isEmpty() && left > 0; left = end - System.nanoTime()) {
        long pause = gapNanos == 0 ? left : Math.min(left, sendDue());
        selector.select(this::ready, Math.max(1, pause / 1_000_000));
      }
    } finally {
      Set.copyOf(open).forEach(this::lose);
    }
    tally.ended(Duration.ofNanos(lastAnswer - start));
    return tally;
  }

  private void open(InetSocketAddress service) throws IOException {
    SocketChannel channel = SocketChannel.open(service);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    SelectionKey key = channel.register(selector, 0);
    var connection = new Connection(channel, key);
    key.attach(connection);
    open.add(connection);
    goOn(connection);
  }

  private void goOn(Connection connection) {
    if (gapNanos == 0) {
      sendNext(connection, System.nanoTime());
    } else {
      idle.add(connection);
    }
  }

  /** Returns how long nothing is due. */
  private long sendDue() {
    long now = System.nanoTime();
    while (!idle.isEmpty() && due <= now) {
      sendNext(idle.poll(), due);
      due += gapNanos;
    }
    return idle.isEmpty() ? GRACE.toNanos() : due - now;
  }

  private void ready(SelectionKey key) {
    var connection = (Connection) key.attachment();
    try {
      if (key.isWritable()) {
        connection.write();
      } else {
        Optional<Answer> answer = connection.read();
        if (answer.isPresent()) {
          answered(connection, answer.get());
        }
      }
    } catch (IOException ended) {
      lose(connection);
    }
  }

  private void answered(Connection connection, Answer answer) {
    tally.answered(answer.status(), connection.nanosSinceSent());
    lastAnswer = System.nanoTime();
    connection.take().ifPresent(request -> request.answered(answer));
    goOn(connection);
  }

  /**
   * @param since when its latency counts from
   */
  private void sendNext(Connection connection, long since) {
    boolean more = sent < limits.requests() && System.nanoTime() - start < limits.time().toNanos();
    Optional<Request> next = more ? source.next() : Optional.empty();
    if (next.isEmpty()) {
      lose(connection);
      return;
    }
    sent++;
    try {
      connection.send(next.get(), since);
    } catch (IOException ended) {
      lose(connection);
    }
  }

  private void lose(Connection connection) {
    open.remove(connection);
    connection.close();
    connection
        .take()
        .ifPresent(request -> {
          tally.lost();
          request.lost();
        });
  }
}
