package florin.event;

import florin.core.Realm;
import florin.db.DatabaseUnavailableException;
import florin.event.EventFeed.FeedEntry;
import florin.event.EventFeed.FeedPage;
import florin.event.EventFeed.Position;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Streams of events as server-sent events (WHATWG HTML, section 9.2). Each stream runs on its
 * request's virtual thread and polls the database, without holding a connection in between. A
 * client that does not read is disconnected after a while, and can resume from its last position.
 */
public final class EventStreams implements AutoCloseable {
  /** The interval of messages that show proxies and clients that the stream is alive. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(30);

  private final EventFeed feed;
  private final StreamBounds bounds;
  private final Set<Thread> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  /**
   * The limits of the streams.
   *
   * @param streams the most streams of this node
   * @param poll the pause between two queries
   * @param longest the time after which a stream ends, so that the client connects again
   */
  public record StreamBounds(int streams, Duration poll, Duration longest) {}

  /** The format of an event in a stream. */
  @FunctionalInterface
  public interface EventText {
    /** Returns the text of an event; empty for one that the stream leaves out. */
    Optional<String> text(FeedEntry event);
  }

  public EventStreams(EventFeed feed, StreamBounds bounds) {
    this.feed = feed;
    this.bounds = bounds;
  }

  public boolean isFull() {
    return closing || streams.size() >= bounds.streams;
  }

  /**
   * Returns the start position of a stream: after the client's last event, or after all past
   * events.
   */
  public String begin(Realm realm, Optional<String> known) {
    return known
        .flatMap(Position::parse)
        .map(position -> feed.resume(realm, position))
        .orElseGet(() -> feed.now(realm))
        .toString();
  }

  /** Ends every stream. The clients connect again, to another node. */
  @Override
  public void close() {
    closing = true;
    streams.forEach(Thread::interrupt);
  }

  /**
   * Writes events until the stream ends.
   *
   * @param begin the position that {@link #begin} returned
   * @param opening the text before the first event
   */
  public void stream(
      Realm realm, String begin, String opening, EventText rendering, OutputStream out)
      throws IOException {
    Thread self = Thread.currentThread();
    streams.add(self);
    try {
      write(out, opening);
      follow(realm, Position.parse(begin).orElseThrow(), rendering, out);
    } catch (InterruptedException | DatabaseUnavailableException ends) {
      write(out, ": the stream ends\n\n");
    } finally {
      streams.remove(self);
      Thread.interrupted(); // the interrupt may have been for this stream, which has already ended
    }
  }

  private void follow(Realm realm, Position from, EventText rendering, OutputStream out)
      throws IOException, InterruptedException {
    Position position = from;
    long begun = System.nanoTime();
    long written = begun;
    while (!closing && System.nanoTime() - begun < bounds.longest.toNanos()) {
      FeedPage page = feed.after(realm, position);
      for (FeedEntry event : page.events()) {
        Optional<String> text = rendering.text(event);
        if (text.isPresent()) {
          write(out, text.get());
          written = System.nanoTime();
        }
      }
      position = page.next();
      if (System.nanoTime() - written > HEARTBEAT.toNanos()) {
        write(out, ":\n\n");
        written = System.nanoTime();
      }
      if (page.events().size() < EventFeed.PAGE) {
        Thread.sleep(bounds.poll);
      }
    }
  }

  /** Writes the text. A write that takes too long is interrupted. */
  private static void write(OutputStream out, String ascii) throws IOException {
    Thread self = Thread.currentThread();
    var done = new CompletableFuture<Void>();
    var _ =
        done.orTimeout(WRITE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
            .exceptionally(_ -> {
              self.interrupt();
              return null;
            });
    try {
      out.write(ascii.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } finally {
      done.complete(null);
    }
  }
}
