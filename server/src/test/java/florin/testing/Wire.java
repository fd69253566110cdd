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
 * The connections of one process to PostgreSQL. Cutting them ends all at the same time and prevents
 * new ones, as the kernel does for a killed process. PostgreSQL keeps what was committed and rolls
 * back the rest.
 *
 * <p>The driver opens its sockets through this class, by a setting of its own. A relay between the
 * two would double the cost of the connections in the whole test run.
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

  /** Returns the address of the server through this wire. */
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

  /** Returns the SQL statements sent so far. */
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

  /** A socket factory that the driver creates with the name of its wire. */
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
