package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import florin.http.ScarceConnections.FoundConnection;
import florin.http.ScarceConnections.Stay;
import florin.testing.Records;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.eclipse.jetty.io.ByteArrayEndPoint;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;
import org.junit.jupiter.api.Test;

class ScarceConnectionsTest {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration LONGER = LONG.plusSeconds(1);

  @Test
  void an_account_loses_only_connections_beyond_its_share() {
    var all = new ArrayList<FoundConnection>();
    IntStream.range(0, 15).forEach(_ -> all.add(busy(1, LONG)));
    IntStream.range(0, 10).forEach(_ -> all.add(busy(2, LONGER)));
    FoundConnection idle = idle(1, LONG);
    all.add(idle);

    assertThat(ScarceConnections.whoGo(all, 8, 12))
        .hasSize(4)
        .allMatch(found -> found.account() == 1)
        .startsWith(idle);
  }

  @Test
  void connections_without_an_account_close_first_oldest_first_and_only_as_needed() {
    FoundConnection newcomer = idle(FoundConnection.NOBODY, Duration.ofMillis(200));
    FoundConnection first = idle(FoundConnection.NOBODY, LONGER);
    FoundConnection second = idle(FoundConnection.NOBODY, LONG);
    FoundConnection third = busy(FoundConnection.NOBODY, LONGER);
    FoundConnection proxy =
        new FoundConnection(
            new ByteArrayEndPoint(), FoundConnection.NOBODY, true, false, LONG.toNanos());
    List<FoundConnection> all =
        List.of(newcomer, third, idle(1, LONGER), proxy, second, idle(1, LONGER), first);

    assertThat(ScarceConnections.whoGo(all, 2, 1)).containsExactly(first, second);
    assertThat(ScarceConnections.whoGo(all, 9, 1)).startsWith(first, second, third).hasSize(4);
  }

  @Test
  void a_client_that_sent_unread_data_differs_from_an_idle_one() throws IOException {
    try (var door =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var client = SocketChannel.open(door.getLocalAddress());
        var accepted = door.accept()) {
      accepted.configureBlocking(false);
      assertThat(ScarceConnections.isUnread(accepted)).isFalse();

      client.write(ByteBuffer.wrap(new byte[] {'G'}));
      Awaitility.await().until(() -> ScarceConnections.isUnread(accepted));

      accepted.read(ByteBuffer.allocate(1));
      assertThat(ScarceConnections.isUnread(accepted)).isFalse();
    }
    SocketChannel gone = SocketChannel.open();
    gone.close();
    assertThat(ScarceConnections.isUnread(gone)).isFalse();
  }

  @Test
  void if_no_connection_can_be_closed_the_next_check_waits() throws IOException {
    var delays = new Delays();
    var scarce =
        new ScarceConnections(
            new ServerConnector(new Server(), null, delays, null, 1, 1),
            Records.with(WithBounds.SMALL, "connections", 8),
            new ClientAddresses(List.of()));

    try (var channel = SocketChannel.open()) {
      IntStream.range(0, 8).forEach(_ -> scarce.onAccepting(channel));
    }
    delays.runNext();
    delays.runNext();

    assertThat(delays.asked.getFirst()).isEqualTo(Duration.ZERO);
    assertThat(delays.asked).hasSize(3);
    assertThat(delays.asked.subList(1, 3))
        .allMatch(delay -> delay.compareTo(Duration.ofMillis(250)) >= 0);
  }

  @Test
  void a_response_counts_although_others_are_still_in_progress() {
    var stay = new Stay();
    stay.begins();
    stay.begins();
    long asked = stay.sinceNanos();
    stay.ends();
    assertThat(stay.sinceNanos()).isGreaterThan(asked);
  }

  private static FoundConnection idle(long account, Duration stood) {
    return new FoundConnection(new ByteArrayEndPoint(), account, false, false, stood.toNanos());
  }

  private static FoundConnection busy(long account, Duration stood) {
    return new FoundConnection(new ByteArrayEndPoint(), account, false, true, stood.toNanos());
  }

  /** Runs tasks only when the test starts them. */
  private static final class Delays extends AbstractLifeCycle implements Scheduler {
    private final List<Duration> asked = new ArrayList<>();
    private Runnable next = () -> {};

    @Override
    public Task schedule(Runnable task, long delay, TimeUnit unit) {
      asked.add(Duration.of(delay, unit.toChronoUnit()));
      next = task;
      return () -> false;
    }

    private void runNext() {
      next.run();
    }
  }
}
