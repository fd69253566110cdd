package florin.http;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/**
 * Closes connections when they become scarce, so that a client that opens many without using them
 * can't keep others out. It closes those with the longest time since their last response: first
 * those without a request, then those with one in flight. Of connections that have used a secret
 * key, it closes only those beyond the account's share. It never closes a trusted proxy's.
 */
final class ScarceConnections implements SelectorManager.AcceptListener {
  /** The divisor for the reserve: when new connections reach it, as many are closed. */
  private static final int SHARE_KEPT_FREE = 8;

  /** The time that a new connection has to send a request before it can be closed. */
  private static final Duration GRACE = Duration.ofMillis(250);

  /** The delay before the next check whether the closed connections are gone and were enough. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ServerConnector connector;
  private final ClientAddresses addresses;
  private final int free;
  private final int enough;
  private final int mostOfAccount;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicBoolean isLooking = new AtomicBoolean();

  ScarceConnections(ServerConnector connector, Budgets budgets, ClientAddresses addresses) {
    this.connector = connector;
    this.addresses = addresses;
    this.free = budgets.connections() / SHARE_KEPT_FREE;
    this.enough = budgets.connections() - free;
    this.mostOfAccount = budgets.connectionsPerAccount();
  }

  /**
   * A connection and its state.
   *
   * @param account the account whose secret key was used on it; 0 without one
   * @param stoodNanos time since its last response, or since it began to send a request
   */
  record FoundConnection(
      EndPoint socket, long account, boolean isOfProxy, boolean isAsking, long stoodNanos) {
    static final long NOBODY = 0;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    connections.incrementAndGet();
    lookIfScarce(Duration.ZERO);
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    connections.decrementAndGet();
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    connections.decrementAndGet();
  }

  private void lookIfScarce(Duration pause) {
    if (connections.get() > enough && isLooking.compareAndSet(false, true)) {
      connector.getScheduler().schedule(this::look, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /**
   * Checks all connections, which takes milliseconds. If none can be closed, the next check waits
   * until one can.
   */
  private void look() {
    boolean anyWent = false;
    try {
      anyWent = makeRoom();
    } finally {
      isLooking.set(false);
      lookIfScarce(anyWent ? PAUSE : GRACE);
    }
  }

  private boolean makeRoom() {
    List<FoundConnection> go =
        whoGo(
            connector.getConnectedEndPoints().stream().map(this::found).toList(),
            free,
            mostOfAccount);
    go.forEach(
        found -> found.socket().close(new Abort.ShedException("made room for a new connection")));
    return !go.isEmpty();
  }

  /**
   * Returns the connections to close, in order.
   *
   * @param mostOfAccount the number of connections that an account keeps at least
   */
  static List<FoundConnection> whoGo(List<FoundConnection> all, int most, int mostOfAccount) {
    var left = new HashMap<Long, Integer>();
    all.forEach(found -> left.merge(found.account(), 1, Integer::sum));
    var go = new ArrayList<FoundConnection>();
    for (FoundConnection found : byStanding(all)) {
      boolean isNobodys = found.account() == FoundConnection.NOBODY;
      if (go.size() < most
          && (isNobodys || left.getOrDefault(found.account(), 0) > mostOfAccount)) {
        left.merge(found.account(), -1, Integer::sum);
        go.add(found);
      }
    }
    return go;
  }

  private static List<FoundConnection> byStanding(List<FoundConnection> all) {
    return all.stream()
        .filter(found -> found.stoodNanos() > GRACE.toNanos() && !found.isOfProxy())
        .sorted(
            Comparator.<FoundConnection, Boolean>comparing(
                    found -> found.account() != FoundConnection.NOBODY)
                .thenComparing(FoundConnection::isAsking)
                .thenComparing(Comparator.comparingLong(FoundConnection::stoodNanos).reversed()))
        .toList();
  }

  private FoundConnection found(EndPoint socket) {
    boolean isOfProxy = addresses.find(socket.getRemoteSocketAddress()).isEmpty();
    Stay stay = stay(socket.getConnection());
    if (stay == null) {
      long millis =
          isUnread(socket.getTransport())
              ? 0
              : System.currentTimeMillis() - socket.getCreatedTimeStamp();
      return new FoundConnection(
          socket, FoundConnection.NOBODY, isOfProxy, false, TimeUnit.MILLISECONDS.toNanos(millis));
    }
    return new FoundConnection(
        socket,
        stay.account,
        isOfProxy,
        stay.asking.get() > 0,
        System.nanoTime() - stay.sinceNanos());
  }

  /**
   * Returns whether a connection has unread bytes: on a busy machine, Florin is the one that is
   * late.
   */
  static boolean isUnread(Object transport) {
    try {
      return transport instanceof SocketChannel channel
          && channel.socket().getInputStream().available() > 0;
    } catch (IOException gone) {
      return false;
    }
  }

  private static @Nullable Stay stay(@Nullable Connection connection) {
    return switch (connection) {
      case SslConnection tls -> stay(tls.getSslEndPoint().getConnection());
      case ConnectionMetaData known -> (Stay) known.getAttribute(Stay.NAME);
      case null, default -> null;
    };
  }

  /** The state of a connection that has had a request. */
  static final class Stay {
    private static final String NAME = "florin.stay";

    private final AtomicInteger asking = new AtomicInteger();
    private volatile long sinceNanos = System.nanoTime();
    private volatile long account = FoundConnection.NOBODY;

    /** Returns the state of a request's connection. */
    static Stay of(ConnectionMetaData connection) {
      synchronized (connection) {
        Stay known = (Stay) connection.getAttribute(NAME);
        if (known == null) {
          known = new Stay();
          connection.setAttribute(NAME, known);
        }
        return known;
      }
    }

    void begins() {
      if (asking.getAndIncrement() == 0) {
        sinceNanos = System.nanoTime();
      }
    }

    /**
     * Ends a request, and records the time even if others are in flight: an HTTP/2 connection may
     * always have one.
     */
    void ends() {
      asking.decrementAndGet();
      sinceNanos = System.nanoTime();
    }

    long sinceNanos() {
      return sinceNanos;
    }

    /** Records that a secret key of this account was used. */
    void isOf(long accountNumber) {
      account = accountNumber;
    }
  }
}
