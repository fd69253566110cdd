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
 * Any number of connections on one thread, from many addresses of loopback: each sends what it was
 * given, then a byte now and then, and reads all that comes or nothing.
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

  /** How one behaves: what it still has to send, what it drips then, and whether it reads. */
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
   * Returns when each has asked to be connected.
   *
   * @param addresses from how many addresses they come
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

  /** Connections that were there at some time. */
  int connected() {
    return connected.get();
  }

  /** Those that have sent all they were given, or were ended: no more is to come of them. */
  int begun() {
    return begun.get();
  }

  /** Those that the service has ended, or never began. */
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
        // Its other end has reset it, which is as good.
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
