package florin.event;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Realm;
import florin.db.DatabaseUnavailableException;
import florin.event.EventFeed.FeedEntry;
import florin.event.EventFeed.Position;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
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
 * `/v2/events/stream`: server-sent events (WHATWG HTML, section 9.2). Each stream has its request's
 * virtual thread and asks the database for what is new; a client that does not read is left after a
 * while, and comes back with the position that it knows.
 */
public final class EventStreamApi implements AutoCloseable {
  /** Streams of this node; past it 503. */
  static final int MAX_STREAMS = 256;

  private static final Duration POLL = Duration.ofMillis(250);

  /** So that proxies and clients see that we live. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private static final Duration WRITE_TIMEOUT = Duration.ofSeconds(30);
  private static final String OPENING = "retry: 1000\n: the stream begins\n\n";

  private final EventFeed feed;
  private final Set<Thread> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean closing;

  public EventStreamApi(EventFeed feed) {
    this.feed = feed;
  }

  /** Where to go on; empty for what happens from now on. */
  public record Follow(Optional<Position> after) {}

  public static Follow readFollow(Exchange exchange) {
    Optional<String> last = exchange.header("Last-Event-ID").filter(text -> !text.isEmpty());
    Optional<Position> position = last.flatMap(Position::parse);
    if (last.isPresent() && position.isEmpty()) {
      throw new Problem.BadRequest(
              ErrorCode.BAD_REQUEST,
              "Last-Event-ID must be the id of an event of this stream, as it came.")
          .refusal();
    }
    return new Follow(position);
  }

  public Answer follow(Call<Follow> call) {
    if (closing || streams.size() >= MAX_STREAMS) {
      throw new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "No more streams of events fit on this node. Try again.",
              Duration.ofSeconds(1))
          .refusal();
    }
    Realm realm = call.realm();
    Position from =
        call.input().after().map(known -> feed.resume(realm, known)).orElseGet(feed::now);
    return Answer.stream("text/event-stream", out -> stream(realm, from, out));
  }

  /** Ends every stream: their clients come again, to another node. */
  @Override
  public void close() {
    closing = true;
    streams.forEach(Thread::interrupt);
  }

  private void stream(Realm realm, Position from, OutputStream out) throws IOException {
    Thread self = Thread.currentThread();
    streams.add(self);
    try {
      write(out, OPENING);
      follow(realm, from, out);
    } catch (InterruptedException | DatabaseUnavailableException ends) {
      write(out, ": the stream ends\n\n");
    } finally {
      streams.remove(self);
      Thread.interrupted(); // it may have been meant for the end that is here already
    }
  }

  private void follow(Realm realm, Position from, OutputStream out)
      throws IOException, InterruptedException {
    Position position = from;
    long written = System.nanoTime();
    while (!closing) {
      EventFeed.FeedPage page = feed.after(realm, position);
      for (FeedEntry event : page.events()) {
        write(out, text(event));
        written = System.nanoTime();
      }
      position = page.next();
      if (System.nanoTime() - written > HEARTBEAT.toNanos()) {
        write(out, ":\n\n");
        written = System.nanoTime();
      }
      if (page.events().size() < EventFeed.PAGE) {
        Thread.sleep(POLL);
      }
    }
  }

  private static String text(FeedEntry event) {
    return "id: "
        + event.position()
        + "\nevent: "
        + event.type()
        + "\ndata: "
        + event.body()
        + "\n\n";
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
