package florin.testing;

import florin.db.PostgresAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/**
 * The way of one process to PostgreSQL, which can be cut: all its connections end at once and no
 * new one is made, as the kernel would have it of a process that is killed. PostgreSQL rolls back
 * what was not committed; what was, stands.
 *
 * <p>It is the sockets of the driver, by the driver's own setting, and no relay between: that would
 * double what the whole test run spends on its connections.
 */
final class Wire implements AutoCloseable {
  private static final Map<String, Wire> WIRES = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();
  private final PostgresAddress server;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final SentStatements statements = new SentStatements();
  private volatile boolean cut;

  Wire(PostgresAddress server) {
    this.server = server;
    WIRES.put(name, this);
  }

  /** The server, by way of this wire. */
  PostgresAddress address() {
    String url = server.jdbcUrl();
    return new PostgresAddress(
        url
            + (url.contains("?") ? "&" : "?")
            + "socketFactory="
            + Sockets.class.getName()
            + "&socketFactoryArg="
            + name,
        server.user(),
        server.password());
  }

  /** The SQL that has gone over it so far. */
  Set<String> statements() {
    return statements.all();
  }

  void cut() {
    cut = true;
    sockets.forEach(Wire::close);
  }

  @Override
  public void close() {
    cut();
    WIRES.remove(name);
  }

  private Socket dial() throws SocketException {
    var socket = new HeardSocket();
    sockets.add(socket);
    if (cut) {
      close(socket);
      throw new SocketException("this process is dead");
    }
    return socket;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private final class HeardSocket extends Socket {
    @Override
    public OutputStream getOutputStream() throws IOException {
      return statements.listen(super.getOutputStream());
    }
  }

  /** Made by the driver, which tells it the wire's name. */
  public static final class Sockets extends SocketFactory {
    private final String wire;

    public Sockets(String wire) {
      this.wire = wire;
    }

    @Override
    public Socket createSocket() throws SocketException {
      Wire found = WIRES.get(wire);
      if (found == null) {
        throw new SocketException("this process is dead and buried");
      }
      return found.dial();
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException("the driver connects");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) {
      throw new UnsupportedOperationException("the driver connects");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException("the driver connects");
    }

    @Override
    public Socket createSocket(InetAddress to, int port, InetAddress from, int fromPort) {
      throw new UnsupportedOperationException("the driver connects");
    }
  }
}
