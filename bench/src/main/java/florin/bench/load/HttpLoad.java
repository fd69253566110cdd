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
import java.util.List;
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
 * At a rate one that had been open is, so that a service which closes connections on those whom it
 * refuses does not make them fewer.
 */
public final class HttpLoad {
  /** How long answers are awaited that are due when the time is up; longer than the service may. */
  private static final Duration GRACE = Duration.ofSeconds(20);

  private static final long NANOS_IN_SECOND = 1_000_000_000;

  private final InetSocketAddress service;
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
  private HttpLoad(
      InetSocketAddress service, Limits limits, Source source, Selector selector, long gapNanos) {
    this.service = service;
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
      return new HttpLoad(service, limits, source, selector, gapNanos).run();
    }
  }

  private Tally run() throws IOException {
    try {
      for (int i = 0; i < limits.connections(); i++) {
        open();
      }
      long end = start + limits.time().plus(GRACE).toNanos();
      for (long left = 1; !open.isEmpty() && left > 0; left = end - System.nanoTime()) {
        long pause = gapNanos == 0 ? left : Math.min(left, sendDue());
        if (!open.isEmpty()) {
          selector.select(this::ready, Math.max(1, pause / 1_000_000));
        }
      }
    } finally {
      Set.copyOf(open).forEach(this::lose);
    }
    tally.ended(Duration.ofNanos(lastAnswer - start));
    return tally;
  }

  private void open() throws IOException {
    SocketChannel channel = SocketChannel.open(service);
    channel.configureBlocking(false);
    goOn(added(channel, 0));
  }

  private Connection added(SocketChannel channel, int interest) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    SelectionKey key = channel.register(selector, interest);
    var connection = new Connection(channel, key);
    key.attach(connection);
    open.add(connection);
    return connection;
  }

  /** Does not wait for it: others are due meanwhile. */
  private void openAnother() {
    try {
      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      if (channel.connect(service)) {
        goOn(added(channel, SelectionKey.OP_READ));
      } else {
        added(channel, SelectionKey.OP_CONNECT);
      }
    } catch (IOException refused) {
      // one less: what is due and finds none free is seen
    }
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
    if (isOver()) {
      List.copyOf(idle).forEach(this::lose);
      return GRACE.toNanos();
    }
    long now = System.nanoTime();
    while (!idle.isEmpty() && due <= now) {
      sendNext(idle.poll(), due);
      due += gapNanos;
    }
    return idle.isEmpty() ? GRACE.toNanos() : due - now;
  }

  private void ready(SelectionKey key) {
    var connection = (Connection) key.attachment();
    boolean isNew = key.isConnectable();
    try {
      if (isNew) {
        connection.connected();
        goOn(connection);
      } else if (key.isWritable()) {
        connection.write();
      } else {
        Optional<Answer> answer = connection.read();
        if (answer.isPresent()) {
          answered(connection, answer.get());
        }
      }
    } catch (IOException ended) {
      lose(connection);
      if (!isNew) {
        replace();
      }
    }
  }

  private void replace() {
    if (gapNanos > 0 && !isOver()) {
      tally.replaced();
      openAnother();
    }
  }

  private boolean isOver() {
    return System.nanoTime() - start >= limits.time().toNanos();
  }

  private void answered(Connection connection, Answer answer) {
    long nanos = connection.nanosSinceSent();
    tally.answered(answer.status(), nanos);
    lastAnswer = System.nanoTime();
    connection.take().ifPresent(request -> request.answered(answer, nanos));
    if (gapNanos > 0 && connection.ends()) {
      lose(connection);
      replace();
    } else {
      goOn(connection);
    }
  }

  /**
   * @param since when its latency counts from
   */
  private void sendNext(Connection connection, long since) {
    boolean more = sent < limits.requests() && !isOver();
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
      replace();
    }
  }

  private void lose(Connection connection) {
    open.remove(connection);
    idle.remove(connection);
    connection.close();
    connection
        .take()
        .ifPresent(request -> {
          tally.lost();
          request.lost();
        });
  }
}
