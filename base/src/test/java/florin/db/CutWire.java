package florin.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;

/** A connection to PostgreSQL that breaks once, when a COMMIT passes through it. */
final class CutWire implements AutoCloseable {
  enum Cut {
    /** The server never receives the COMMIT. */
    BEFORE_THE_COMMIT_ARRIVES,
    /** The server commits, but its response is lost. */
    BEFORE_THE_ANSWER_ARRIVES
  }

  private final ServerSocket door;
  private final int target;
  private final Cut cut;
  private final AtomicBoolean armed = new AtomicBoolean(true);

  CutWire(int target, Cut cut) throws IOException {
    this.target = target;
    this.cut = cut;
    this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return door.getLocalPort();
  }

  /** Returns whether the connection has been broken. */
  boolean hasCut() {
    return !armed.get();
  }

  @Override
  public void close() throws IOException {
    door.close();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = door.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        Thread.ofVirtual().start(() -> carryRequests(client, server));
        Thread.ofVirtual().start(() -> carryAnswers(server, client));
      }
    } catch (IOException closed) {
      // The test is over.
      return;
    }
  }

  private void carryRequests(Socket client, Socket server) {
    byte[] buffer = new byte[65536];
    try {
      for (int n = client.getInputStream().read(buffer);
          n >= 0;
          n = client.getInputStream().read(buffer)) {
        boolean commits = new String(buffer, 0, n, StandardCharsets.ISO_8859_1).contains("COMMIT");
        boolean cutNow = commits && armed.getAndSet(false);
        if (cutNow && cut == Cut.BEFORE_THE_COMMIT_ARRIVES) {
          break;
        }
        if (cutNow) {
          // The server's response can't be delivered. That failure closes the connection.
          client.shutdownOutput();
        }
        server.getOutputStream().write(buffer, 0, n);
      }
    } catch (IOException broken) {
      close(client, server);
      return;
    }
    if (cut == Cut.BEFORE_THE_COMMIT_ARRIVES) {
      close(client, server);
    }
  }

  private static void carryAnswers(Socket server, Socket client) {
    try {
      server.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException broken) {
      close(client, server);
      return;
    }
    close(client, server);
  }

  private static void close(Socket client, Socket server) {
    try {
      client.close();
      server.close();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}
