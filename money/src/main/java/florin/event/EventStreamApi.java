package florin.event;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Realm;
import florin.event.EventFeed.FeedEntry;
import florin.event.EventFeed.Position;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import java.time.Duration;
import java.util.Optional;

/** The API operation `/v2/events/stream`: all events of a realm as they happen. */
public final class EventStreamApi implements AutoCloseable {
  /** The most streams of this node. Above it, the response is 503. */
  static final int MAX_STREAMS = 256;

  /** The limits of streams. A stream continues as long as its client reads, for a year at most. */
  private static final EventStreams.StreamBounds BOUNDS =
      new EventStreams.StreamBounds(MAX_STREAMS, Duration.ofMillis(250), Duration.ofDays(365));

  private static final String OPENING = "retry: 1000\n: the stream begins\n\n";

  private final EventStreams streams;

  public EventStreamApi(EventFeed feed) {
    this.streams = new EventStreams(feed, BOUNDS);
  }

  /**
   * The start position of a stream.
   *
   * @param after the value of `Last-Event-ID`; empty for future events only
   */
  public record Follow(Optional<String> after) {}

  public static Follow readFollow(Exchange exchange) {
    Optional<String> last = exchange.header("Last-Event-ID").filter(text -> !text.isEmpty());
    if (last.isPresent() && last.flatMap(Position::parse).isEmpty()) {
      throw new Problem.BadRequest(
              ErrorCode.BAD_REQUEST,
              "Last-Event-ID must be the unchanged id of an event of this stream.")
          .refusal();
    }
    return new Follow(last);
  }

  public Answer follow(Call<Follow> call) {
    if (streams.isFull()) {
      throw new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "This node has reached its limit of event streams. Try again later.",
              Duration.ofSeconds(1))
          .refusal();
    }
    Realm realm = call.realm();
    String from = streams.begin(realm, call.input().after());
    return Answer.stream(
        "text/event-stream",
        out -> streams.stream(realm, from, OPENING, EventStreamApi::text, out));
  }

  @Override
  public void close() {
    streams.close();
  }

  private static Optional<String> text(FeedEntry event) {
    return Optional.of(
        "id: %s\nevent: %s\ndata: %s\n\n".formatted(event.position(), event.type(), event.body()));
  }
}
