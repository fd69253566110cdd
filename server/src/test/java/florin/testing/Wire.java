package florin.testing;

import florin.db.PostgresAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one process to PostgreSQL, which can be cut: all its connections end at once and no
 * new one is let through, as the kernel would have it of a process that is killed. PostgreSQL rolls
 * back what was not committed; what was, stands.
 */
final class Wire implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Wire.class);

  private final PostgresAddress server;
  private final int target;
  private final ServerSocket door;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean cut;

  Wire(PostgresAddress server) {
    this.server = server;
    this.target = server.ports().iterator().next();
    try {
      this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread.ofVirtual().start(this::accept);
  }

  /** The server, by way of this wire. */
  PostgresAddress address() {
    return new PostgresAddress(
        server.jdbcUrl().replace(":" + target + "/", ":" + door.getLocalPort() + "/"),
        server.user(),
        server.password());
  }

  /**
   * The door stays, and shows out whoever comes: were the port free for others, a process that is
   * dead could come to life on another wire.
   */
  void cut() {
    cut = true;
    sockets.forEach(Wire::close);
  }

  /** To be called when nobody dials any more. */
  @Override
  public void close() {
    cut();
    try {
      door.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        connect(client, new Socket(InetAddress.getLoopbackAddress(), target));
      } catch (IOException closed) {
        LOG.debug("nobody was connected: {}", closed.toString());
      }
    }
  }

  private void connect(Socket client, Socket postgres) throws IOException {
    client.setTcpNoDelay(true);
    postgres.setTcpNoDelay(true);
    sockets.add(client);
    sockets.add(postgres);
    Thread.ofVirtual().start(() -> carry(client, postgres));
    Thread.ofVirtual().start(() -> carry(postgres, client));
    if (cut) {
      close(client);
      close(postgres);
    }
  }

  private void carry(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException broken) {
      LOG.debug("one end is gone: {}", broken.toString());
    } finally {
      close(from);
      close(to);
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
