package florin.drill;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Many connections on one thread, from many loopback addresses. Each sends its bytes, then one byte
 * every half second, and reads either everything or nothing.
 */
final class Horde implements Closeable {
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final int RECEIVED_AT_ONCE = 4 << 10;

  private final InetSocketAddress service;
  private final Selector selector;
  private final Thread thread;
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final AtomicInteger connected = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final ByteBuffer dropped = ByteBuffer.allocateDirect(64 << 10);

  /**
   * The behavior of a connection: the bytes left to send, the byte to repeat afterwards, and
   * whether it reads.
   */
  private static final class Manners {
    private ByteBuffer toSend;
    private final byte drip;
    private final boolean reads;
    private boolean isCounted;

    private Manners(byte[] first, byte drip, boolean reads) {
      this.toSend = ByteBuffer.wrap(first);
      this.drip = drip;
      this.reads = reads;
    }
  }

  Horde(int port) throws IOException {
    this.service = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    this.selector = Selector.open();
    this.thread = Thread.ofPlatform().name("horde").daemon().start(this::live);
  }

  /**
   * Opens the connections. Returns when each has started to connect.
   *
   * @param addresses the number of client addresses
   */
  void send(int connections, int addresses, byte[] first, char drip, boolean reads)
      throws IOException {
    for (int i = 0; i < connections; i++) {
      SocketChannel channel = SocketChannel.open();
      channel.configureBlocking(false);
      channel.bind(new InetSocketAddress(Attackers.address(i % addresses), 0));
      if (!reads) {
        channel.socket().setReceiveBufferSize(RECEIVED_AT_ONCE);
      }
      channel.connect(service);
      channel.register(selector, SelectionKey.OP_CONNECT, new Manners(first, (byte) drip, reads));
    }
    selector.wakeup();
  }

  /** Returns how many connections were ever established. */
  int connected() {
    return connected.get();
  }

  /** Returns how many connections have sent their bytes or have ended. */
  int begun() {
    return begun.get();
  }

  /** Returns how many connections the service closed or never accepted. */
  int ended() {
    return ended.get();
  }

  private void live() {
    try {
      long dripped = System.nanoTime();
      while (open.get()) {
        selector.select(this::serve, 20);
        if (System.nanoTime() - dripped > PAUSE.toNanos()) {
          dripped = System.nanoTime();
          selector.keys().forEach(this::drip);
        }
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
      selector.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void serve(SelectionKey key) {
    var manners = (Manners) key.attachment();
    var channel = (SocketChannel) key.channel();
    try {
      if (key.isConnectable() && channel.finishConnect()) {
        connected.incrementAndGet();
      }
      if (key.isValid() && key.isReadable() && channel.read(dropped.clear()) < 0) {
        end(key);
        return;
      }
      write(key, channel, manners);
    } catch (IOException ended) {
      end(key);
    }
  }

  private void write(SelectionKey key, SocketChannel channel, Manners manners) throws IOException {
    if (channel.isConnected()) {
      channel.write(manners.toSend);
      int wanted = manners.reads ? SelectionKey.OP_READ : 0;
      key.interestOps(manners.toSend.hasRemaining() ? wanted | SelectionKey.OP_WRITE : wanted);
      if (!manners.toSend.hasRemaining()) {
        count(manners);
      }
    }
  }

  private void count(Manners manners) {
    if (!manners.isCounted) {
      manners.isCounted = true;
      begun.incrementAndGet();
    }
  }

  private void drip(SelectionKey key) {
    var manners = (Manners) key.attachment();
    var channel = (SocketChannel) key.channel();
    if (key.isValid() && channel.isConnected() && !manners.toSend.hasRemaining()) {
      try {
        manners.toSend = ByteBuffer.wrap(new byte[] {manners.drip});
        write(key, channel, manners);
      } catch (IOException ended) {
        end(key);
      }
    }
  }

  private void end(SelectionKey key) {
    if (key.isValid()) {
      ended.incrementAndGet();
      count((Manners) key.attachment());
      key.cancel();
      try {
        key.channel().close();
      } catch (IOException alreadyGone) {
        // The service has reset the connection, which also counts as an end.
      }
    }
  }

  @Override
  public void close() throws IOException {
    open.set(false);
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }
}
