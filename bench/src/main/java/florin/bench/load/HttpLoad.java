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
 * Applies closed-loop load: each connection sends its next request after the previous response. The
 * service determines the rate, and latencies are those at that rate. They don't show how long users
 * would wait who arrive at their own rate.
 *
 * <p>With a rate, the load is open-loop: a request is due at a fixed time and is sent on a free
 * connection. Its latency counts from the time when it was due, and thus includes the wait for a
 * connection.
 *
 * <p>A closed connection isn't reopened, so a run against a killed service ends. Open-loop load
 * reopens connections that were established, so that a service that closes connections under
 * overload doesn't reduce them.
 */
public final class HttpLoad {
  /** The time to wait for responses after the run; longer than the service's own limit. */
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
   * The limits of a run.
   *
   * @param time time after which no request is sent; responses are still awaited
   */
  public record Limits(int connections, Duration time, long requests) {}

  /** A source of requests. */
  @FunctionalInterface
  public interface Source {
    /** Returns the next request, or empty if there is none. */
    Optional<Request> next();
  }

  /**
   * Creates a run.
   *
   * @param gapNanos time between two requests; 0 for closed-loop load
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
   * Applies closed-loop load until each request has a response or is lost.
   *
   * @throws IOException if the service can't be reached or its HTTP isn't supported
   */
  public static Tally run(InetSocketAddress service, Limits limits, Source source)
      throws IOException {
    return run(service, limits, source, 0);
  }

  /**
   * Applies open-loop load at a rate.
   *
   * @param limits limits, whose connections bound the requests in flight
   */
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

  /** Opens a connection without waiting for it, since other requests are due. */
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
      // there is one connection less, and the delay shows in the latencies
    }
  }

  private void goOn(Connection connection) {
    if (gapNanos == 0) {
      sendNext(connection, System.nanoTime());
    } else {
      idle.add(connection);
    }
  }

  /** Sends all due requests. Returns the nanoseconds until the next one is due. */
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
   * Sends the next request on a connection.
   *
   * @param since time from which its latency counts, in nanoseconds
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
