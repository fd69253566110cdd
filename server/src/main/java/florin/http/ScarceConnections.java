package florin.http;

import java.nio.channels.SelectableChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.ConnectionMetaData;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for newcomers where connections get scarce, or whoever opens many and asks for nothing
 * would keep everybody else out. Those are closed on which nothing was answered for longest: first
 * where nothing is asked, then where a request is under way. Where a secret key was shown, only
 * while its account has more than its share, and a trusted proxy's never.
 */
final class ScarceConnections implements SelectorManager.AcceptListener {
  /** The last of all places: when they begin to be taken, so many are made free. */
  private static final int SHARE_KEPT_FREE = 8;

  /** For a newcomer to say what it wants; it is not closed before. */
  private static final Duration GRACE = Duration.ofMillis(250);

  /** Until it is looked again, while all who are there are newcomers. */
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
   * A connection as it is found.
   *
   * @param account whose secret key was shown on it, or {@link #NOBODY}
   */
  private record Found(EndPoint socket, long account, boolean isAsking, long stoodNanos) {
    private static final long NOBODY = 0;
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

  private void look() {
    try {
      makeRoom();
    } finally {
      isLooking.set(false);
      lookIfScarce(PAUSE);
    }
  }

  private void makeRoom() {
    List<Found> all =
        connector.getConnectedEndPoints().stream().map(ScarceConnections::found).toList();
    Map<Long, Long> ofAccounts =
        all.stream().collect(Collectors.groupingBy(Found::account, Collectors.counting()));
    all.stream()
        .filter(found ->
            found.account() == Found.NOBODY
                || ofAccounts.getOrDefault(found.account(), 0L) > mostOfAccount)
        .filter(found -> found.stoodNanos() > GRACE.toNanos())
        .filter(found -> addresses.find(found.socket().getRemoteSocketAddress()).isPresent())
        .sorted(
            Comparator.<Found, Boolean>comparing(found -> found.account() != Found.NOBODY)
                .thenComparing(Found::isAsking)
                .thenComparing(Comparator.comparingLong(Found::stoodNanos).reversed()))
        .limit(free)
        .forEach(
            found -> found.socket().close(new Abort.ShedException("made room for a newcomer")));
  }

  private static Found found(EndPoint socket) {
    Stay stay = stay(socket.getConnection());
    if (stay == null) {
      long millis = System.currentTimeMillis() - socket.getCreatedTimeStamp();
      return new Found(socket, Found.NOBODY, false, TimeUnit.MILLISECONDS.toNanos(millis));
    }
    return new Found(
        socket, stay.account, stay.asking.get() > 0, System.nanoTime() - stay.sinceNanos);
  }

  private static @Nullable Stay stay(@Nullable Connection connection) {
    return switch (connection) {
      case SslConnection tls -> stay(tls.getSslEndPoint().getConnection());
      case ConnectionMetaData known -> (Stay) known.getAttribute(Stay.NAME);
      case null, default -> null;
    };
  }

  /** What is known of a connection on which something was asked for. */
  static final class Stay {
    private static final String NAME = "florin.stay";

    private final AtomicInteger asking = new AtomicInteger();
    private volatile long sinceNanos = System.nanoTime();
    private volatile long account = Found.NOBODY;

    private Stay() {}

    /** That of a request's connection. */
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

    void ends() {
      if (asking.decrementAndGet() == 0) {
        sinceNanos = System.nanoTime();
      }
    }

    /** Somebody has shown a secret key of this account. */
    void isOf(long accountNumber) {
      account = accountNumber;
    }
  }
}
