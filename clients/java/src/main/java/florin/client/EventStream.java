package florin.client;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import florin.client.FlorinException.NoResponse;
import florin.client.FlorinException.Unreadable;
import florin.client.model.Event;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Events as they happen. The iterator waits for the next event, and ends when the connection ends:
 * then open another stream with {@link #lastEventId}. It throws {@link NoResponse} if the
 * connection is lost. Close it after use.
 */
public final class EventStream implements Iterator<Event>, AutoCloseable {
  private static final int MAX_LINE = 1 << 20;

  /** Florin sends a sign of life every 15 seconds. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(45);

  private final Heard heard;
  private final InputStream in;
  private Optional<Event> next = Optional.empty();
  private String pendingId;
  private String lastEventId;

  /** Continues after the position, or starts with the next event if there is none. */
  EventStream(InputStream in, @Nullable String position) {
    this(in, position, LONGEST_SILENCE);
  }

  EventStream(InputStream in, @Nullable String position, Duration longestSilence) {
    this.lastEventId = position == null ? "" : position;
    this.pendingId = lastEventId;
    this.heard = new Heard(in, longestSilence);
    this.in = new BufferedInputStream(heard);
  }

  /**
   * Returns the position of the last event, or the one that this stream was opened with. Another
   * stream continues with it.
   */
  public String lastEventId() {
    return lastEventId;
  }

  @Override
  public boolean hasNext() {
    if (next.isEmpty()) {
      next = read();
    }
    return next.isPresent();
  }

  @Override
  public Event next() {
    if (!hasNext()) {
      throw new NoSuchElementException("The stream has ended.");
    }
    Event event = next.orElseThrow();
    next = Optional.empty();
    lastEventId = pendingId;
    return event;
  }

  private Optional<Event> read() {
    var data = new StringBuilder();
    try {
      for (String line = line(); line != null; line = line()) {
        if (line.isEmpty() && data.length() > 0) {
          return Optional.of(Json.read(data.toString(), Event.class));
        } else if (line.startsWith("id:")) {
          pendingId = line.substring(3).strip();
        } else if (line.startsWith("data:")) {
          data.append(line.substring(5).strip());
          require(data.length());
        }
      }
      return Optional.empty();
    } catch (IOException cut) {
      String message =
          heard.silent ? "The stream of events is silent." : "The stream of events was cut.";
      throw new NoResponse(message, cut);
    }
  }

  private @Nullable String line() throws IOException {
    var bytes = new ByteArrayOutputStream();
    int read = in.read();
    if (read < 0) {
      return null;
    }
    while (read >= 0 && read != '\n') {
      if (read != '\r') {
        bytes.write(read);
        require(bytes.size());
      }
      read = in.read();
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static void require(int size) {
    if (size > MAX_LINE) {
      throw new Unreadable("An event of the stream has more than 1 MiB.");
    }
  }

  @Override
  public void close() {
    try {
      in.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Closes the connection if a read waits too long: the JDK's client has no such limit. */
  private static final class Heard extends FilterInputStream {
    private final Duration longest;
    private volatile boolean silent;

    Heard(InputStream in, Duration longest) {
      super(in);
      this.longest = longest;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      var limit = new CompletableFuture<Boolean>();
      CompletableFuture<Boolean> unused =
          limit
              .orTimeout(longest.toNanos(), NANOSECONDS)
              .whenComplete((read, late) -> {
                if (late != null) {
                  giveUp();
                }
              });
      try {
        int read = super.read(into, from, length);
        if (silent) {
          throw new IOException("No byte arrived for " + longest.toSeconds() + " seconds.");
        }
        return read;
      } finally {
        limit.complete(true);
      }
    }

    private void giveUp() {
      silent = true;
      try {
        in.close();
      } catch (IOException lost) {
        // The read fails in either case.
      }
    }
  }
}
