package florin.connector.remote;

import florin.connector.Deadline;
import florin.connector.remote.RemoteHttp.HttpReply;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The client of a provider's API, which interprets each response. A request that may be sent again
 * under its key is repeated within the deadline. It is repeated once if the connection turns out to
 * be closed. It is repeated a few times while the provider is overloaded or still processes the
 * same request.
 *
 * @param <E> the provider's error
 */
public final class RemoteClient<E> implements AutoCloseable {
  /** The pauses before a request is sent again. */
  private static final List<Duration> PAUSES =
      List.of(
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofMillis(400),
          Duration.ofMillis(800),
          Duration.ofMillis(1600));

  private final RemoteApi<E> api;
  private final RemoteHttp http;
  private final List<Duration> pauses;

  public RemoteClient(RemoteApi<E> api, URI base) {
    this(api, base, PAUSES);
  }

  public RemoteClient(RemoteApi<E> api, URI base, List<Duration> pauses) {
    this.api = api;
    this.http = new RemoteHttp(base, api.provider());
    this.pauses = List.copyOf(pauses);
  }

  RemoteApi<E> api() {
    return api;
  }

  /**
   * The result of one try.
   *
   * @param again the pause after which it may be sent again; empty if it may not
   */
  private record Turn<E>(RemoteAnswer<E> answer, Optional<Duration> again) {}

  public RemoteAnswer<E> send(RemoteRequest request, String key, Deadline deadline) {
    Map<String, String> headers = headers(request, key);
    boolean mayHaveArrived = false;
    boolean wasStale = false;
    for (int turn = 0; ; turn++) {
      Duration left = deadline.remaining();
      if (left.isZero()) {
        return turned(new RemoteAnswer.NotSent<>("the deadline has passed"), mayHaveArrived);
      }
      HttpReply reply = http.exchange(request, headers, left);
      Turn<E> made =
          switch (reply) {
            case HttpReply.Answered answered -> read(request, answered, turn);
            case HttpReply.Failed failed -> failed(request, failed, wasStale);
          };
      mayHaveArrived |= made.answer() instanceof RemoteAnswer.Lost;
      wasStale |= reply instanceof HttpReply.Failed;
      if (made.again().isEmpty() || !deadline.pause(made.again().get())) {
        return turned(made.answer(), mayHaveArrived);
      }
    }
  }

  private Map<String, String> headers(RemoteRequest request, String key) {
    var headers = new HashMap<>(api.headers());
    headers.put("Authorization", "Bearer " + key);
    request.idempotencyKey().ifPresent(it -> headers.put("Idempotency-Key", it));
    return headers;
  }

  /**
   * Returns the result. If an earlier try may have arrived, a later rejection does not prove that
   * nothing was sent.
   */
  private static <E> RemoteAnswer<E> turned(RemoteAnswer<E> answer, boolean mayHaveArrived) {
    if (!mayHaveArrived) {
      return answer;
    }
    return switch (answer) {
      case RemoteAnswer.NotSent(String detail) -> new RemoteAnswer.Lost<>(detail, false);
      case RemoteAnswer.KeyRefused(String detail) -> new RemoteAnswer.Lost<>(detail, false);
      case RemoteAnswer.Refused(E error, _) -> new RemoteAnswer.Refused<>(error, true);
      case RemoteAnswer.Done(_), RemoteAnswer.Lost(_, _) -> answer;
    };
  }

  private static <E> Turn<E> failed(
      RemoteRequest request, HttpReply.Failed failed, boolean wasStale) {
    boolean again = failed.stale() && !wasStale && request.isRepeatable();
    return new Turn<>(
        failed.sent()
            ? new RemoteAnswer.Lost<>(failed.reason(), false)
            : new RemoteAnswer.NotSent<>(failed.reason()),
        again ? Optional.of(Duration.ZERO) : Optional.empty());
  }

  private Turn<E> read(RemoteRequest request, HttpReply.Answered reply, int turn) {
    int status = reply.status();
    Optional<E> error = reply.object().flatMap(api::error);
    boolean isInUse = status == 409 && request.isRepeatable() && api.isInUse(request, error);
    // The same request under the same key is carried out once, and no payer has seen its page.
    boolean isFailed = api.isOfNewPage(request) && (status == 409 || status >= 500);
    return new Turn<>(
        answer(request, reply, error),
        status == 429 || isInUse || isFailed
            ? pauses.stream().skip(turn).findFirst()
            : Optional.empty());
  }

  private RemoteAnswer<E> answer(
      RemoteRequest request, HttpReply.Answered reply, Optional<E> error) {
    int status = reply.status();
    String detail = api.detail(status, error);
    return switch (status) {
      case 200, 201 ->
          reply
              .object()
              .<RemoteAnswer<E>>map(RemoteAnswer.Done::new)
              .orElseGet(() -> new RemoteAnswer.Lost<>("an answer that is no JSON object", false));
      case 202, 204 ->
          api.mayBeEmpty()
              ? new RemoteAnswer.Done<>(RemoteObject.EMPTY)
              : new RemoteAnswer.Lost<>(detail, false);
      case 401, 403 -> new RemoteAnswer.KeyRefused<>(detail);
      case 429 -> new RemoteAnswer.NotSent<>(detail);
      default ->
          error
              .filter(it -> api.isRejection(request, status, it))
              .<RemoteAnswer<E>>map(it -> new RemoteAnswer.Refused<>(it, false))
              .orElseGet(
                  () -> new RemoteAnswer.Lost<>(detail, status >= 500 && reply.isReplayed()));
    };
  }

  @Override
  public void close() {
    http.close();
  }
}
