package florin.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import standin.EndlessResponse;

/** A server that answers every request with a response of which one part has no end. */
public final class EndlessServer implements AutoCloseable {
  private final ServerSocket server;
  private final List<EndlessResponse> responses;
  private final long most;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger cut = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();

  /**
   * @param most bytes of one response, after which nothing more comes
   */
  public EndlessServer(EndlessResponse response, long most) {
    this(List.of(response), most);
  }

  /**
   * @param responses in turns
   * @param most bytes of one response, after which nothing more comes
   */
  public EndlessServer(List<EndlessResponse> responses, long most) {
    this.responses = List.copyOf(responses);
    this.most = most;
    try {
      server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    Thread.ofVirtual().name("endless").start(this::accept);
  }

  public String url() {
    return "http://127.0.0.1:" + server.getLocalPort();
  }

  /** Bytes of all responses so far that ended. */
  public long sent() {
    return sent.get();
  }

  /** Responses that began. */
  public int begun() {
    return begun.get();
  }

  /** Responses that the client cut off. */
  public int cut() {
    return cut.get();
  }

  /** Responses that ended: cut off, or because nothing more comes. */
  public int ended() {
    return ended.get();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        open.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException closed) {
      // By close().
    }
  }

  private void serve(Socket client) {
    try (client) {
      InputStream in = client.getInputStream();
      if (in.read(new byte[64 << 10]) < 0) {
        return;
      }
      EndlessResponse response = responses.get(begun.getAndIncrement() % responses.size());
      long bytes = response.send(client.getOutputStream(), most);
      sent.addAndGet(bytes);
      if (bytes < most) {
        cut.incrementAndGet();
      }
      ended.incrementAndGet();
      if (bytes >= most) {
        in.readAllBytes(); // until the client ends it
      }
    } catch (IOException ended) {
      // The client ends connections as it likes.
    } finally {
      open.remove(client);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : open) {
        client.close();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
