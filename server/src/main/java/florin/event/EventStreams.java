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
 * Server-sent events (WHATWG HTML, section 9.2) of what happens. Each stream has its request's
 * virtual thread and asks the database for what is new, holding no connection in between; a client
 * that does not read is left after a while, and comes back with the position that it knows.
 */
public final class EventStreams implements AutoCloseable {
  /** So that proxies and clients see that we live. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(30);

  private final EventFeed feed;
  private final StreamBounds bounds;
  private final Set<Thread> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  /**
   * @param streams of this node
   * @param poll between two looks into the database
   * @param longest after which a stream ends, to be asked for again
   */
  public record StreamBounds(int streams, Duration poll, Duration longest) {}

  /** How an event stands in a stream. */
  @FunctionalInterface
  public interface EventText {
    /**
     * @param position for `Last-Event-ID`
     * @return empty for one that is not told of
     */
    Optional<String> text(String position, String type, String body);
  }

  public EventStreams(EventFeed feed, StreamBounds bounds) {
    this.feed = feed;
    this.bounds = bounds;
  }

  public boolean isFull() {
    return closing || streams.size() >= bounds.streams;
  }

  /** Where a stream begins: behind what its client knows, or behind all that has happened. */
  public String begin(Realm realm, Optional<String> known) {
    return known
        .flatMap(Position::parse)
        .map(position -> feed.resume(realm, position))
        .orElseGet(() -> feed.now(realm))
        .toString();
  }

  /** Ends every stream: their clients come again, to another node. */
  @Override
  public void close() {
    closing = true;
    streams.forEach(Thread::interrupt);
  }

  /**
   * Writes until there is an end to it.
   *
   * @param begin as {@link #begin} says it
   * @param opening what stands first
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
      Thread.interrupted(); // it may have been meant for the end that is here already
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
        Optional<String> text =
            rendering.text(event.position().toString(), event.type(), event.body());
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

  /** A write that takes too long is interrupted. */
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
