package florin.client;

import florin.client.FlorinException.NoResponse;
import florin.client.FlorinException.Unreadable;
import florin.client.model.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Events as they happen. The iterator waits for the next event, and ends when the connection ends:
 * then open another stream with {@link #lastEventId}. Close it after use.
 */
public final class EventStream implements Iterator<Event>, AutoCloseable {
  private static final int MAX_LINE = 1 << 20;

  private final InputStream in;
  private Optional<Event> next = Optional.empty();
  private String pendingId = "";
  private String lastEventId = "";

  EventStream(InputStream in) {
    this.in = in;
  }

  /** Returns the position of the last event, with which another stream continues. */
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
      throw new NoResponse("The stream of events was cut.", Optional.empty(), cut);
    }
  }

  private @Nullable String line() throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
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
}
