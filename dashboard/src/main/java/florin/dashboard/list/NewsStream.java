package florin.dashboard.list;

import florin.core.Id.UserId;
import florin.core.Realm;
import florin.dashboard.parts.DashboardRequest;
import florin.dashboard.parts.Response;
import florin.dashboard.parts.Response.Raw;
import florin.event.EventFeed;
import florin.event.EventFeed.FeedEntry;
import florin.event.EventStreams;
import florin.event.EventType;
import florin.http.Answer;
import florin.team.Permission;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * `/dashboard/stream`: tells a list that newer objects exist. It sends only the types of events,
 * and only those that the member may view. A stream ends after minutes and the browser reconnects,
 * so it outlives a session by minutes at most.
 */
public final class NewsStream implements AutoCloseable {
  public static final String PATH = "/dashboard/stream";

  /** The name under which a list waits for new payments: the first event of any payment. */
  public static final String NEW_PAYMENT = "new_payment";

  /** The maximum number of streams on this node. */
  static final int MAX_STREAMS = 64;

  /**
   * The maximum for one user: browsers open six connections to a host, and pages need some of them.
   */
  static final int MAX_OF_USER = 3;

  private static final EventStreams.StreamBounds BOUNDS =
      new EventStreams.StreamBounds(MAX_STREAMS, Duration.ofSeconds(1), Duration.ofMinutes(5));

  /** The maximum length of the requested types. All types together are shorter. */
  private static final int MAX_LENGTH = 1_000;

  private static final String MEDIA_TYPE = "text/event-stream";

  /** Tells the browser to reconnect later, because there are too many streams. */
  private static final String LATER = "retry: 60000\n\n";

  private final EventStreams streams;
  private final Map<UserId, Integer> open = new ConcurrentHashMap<>();

  public NewsStream(EventFeed feed) {
    this.streams = new EventStreams(feed, BOUNDS);
  }

  public Response follow(DashboardRequest visit) {
    Set<String> types = types(visit);
    if (types.isEmpty()) {
      return new Raw(Answer.noContent());
    }
    Realm realm = visit.realm();
    UserId user = visit.session().user().id();
    Optional<String> known =
        visit.exchange().header("Last-Event-ID").or(() -> visit.query().value("after"));
    String begin = streams.begin(realm, known);
    return new Raw(
        Answer.stream(MEDIA_TYPE, out -> stream(user, realm, begin, types, out))
            .with("Cache-Control", "no-store"));
  }

  private void stream(UserId user, Realm realm, String begin, Set<String> types, OutputStream out)
      throws IOException {
    int mine = open.merge(user, 1, Integer::sum);
    try {
      if (mine > MAX_OF_USER || streams.isFull()) {
        out.write(LATER.getBytes(StandardCharsets.US_ASCII));
        return;
      }
      streams.stream(
          realm,
          begin,
          "retry: 2000\nid: %s\nevent: here\ndata: 1\n\n".formatted(begin),
          event -> names(event).filter(types::contains).findFirst().map(name -> text(event, name)),
          out);
    } finally {
      open.computeIfPresent(user, (_, count) -> count == 1 ? null : count - 1);
    }
  }

  /**
   * Returns the names under which lists wait for the event. The first event of a payment also shows
   * a new payment, whatever its type.
   */
  private static Stream<String> names(FeedEntry event) {
    boolean isNewPayment = event.sequence() == 1 && event.type().startsWith("payment.");
    return isNewPayment ? Stream.of(event.type(), NEW_PAYMENT) : Stream.of(event.type());
  }

  private static String text(FeedEntry event, String name) {
    return "id: %s\nevent: news\ndata: %s\n\n".formatted(event.position(), name);
  }

  /** Returns the requested names that exist and that the member may view. */
  private static Set<String> types(DashboardRequest visit) {
    String asked = visit.query().value("types").orElse("");
    return asked.length() > MAX_LENGTH
        ? Set.of()
        : Stream.of(asked.split(","))
            .filter(name -> name.equals(NEW_PAYMENT) || EventType.find(name).isPresent())
            .filter(type -> visit.may(act(type)))
            .collect(Collectors.toUnmodifiableSet());
  }

  private static Permission act(String type) {
    if (type.equals(NEW_PAYMENT)) {
      return Permission.VIEW_PAYMENTS;
    }
    return switch (type.substring(0, type.indexOf('.'))) {
      case "payment", "refund", "dispute", "customer_credit", "unmatched_transfer" ->
          Permission.VIEW_PAYMENTS;
      case "customer", "payment_method" -> Permission.VIEW_CUSTOMERS;
      case "checkout_session" -> Permission.VIEW_CHECKOUT;
      default -> Permission.VIEW_EVENTS;
    };
  }

  @Override
  public void close() {
    streams.close();
  }
}
