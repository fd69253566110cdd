package florin.connector.stripe;

import florin.connector.Deadline;
import florin.connector.remote.RemoteHttp;
import florin.connector.remote.RemoteHttp.HttpReply;
import florin.connector.remote.RemoteObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The client of Stripe's API, which interprets each response. A request that may be sent again
 * under its key is repeated within the deadline. It is repeated once if the connection turns out to
 * be closed. It is repeated a few times while Stripe is overloaded or still processes the same
 * request.
 */
final class StripeClient implements AutoCloseable {
  static final URI STRIPE = URI.create("https://api.stripe.com");

  /** The version of the API, which determines the format of requests and responses. */
  static final String VERSION = "2026-07-29.dahlia";

  /** The pauses before a request is sent again. */
  static final List<Duration> PAUSES =
      List.of(
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofMillis(400),
          Duration.ofMillis(800),
          Duration.ofMillis(1600));

  private final RemoteHttp http;
  private final List<Duration> pauses;

  /** The result of a request to Stripe. */
  sealed interface StripeAnswer {
    record Done(RemoteObject object) implements StripeAnswer {}

    /** Stripe received the request and rejects it; nothing was done. */
    record Refused(StripeError error) implements StripeAnswer {}

    /**
     * Provably nothing was done: the request did not arrive, or was rejected before it was
     * processed.
     *
     * @param detail for the log
     */
    record NotSent(String detail) implements StripeAnswer {}

    /**
     * The API key is unknown or lacks permission; nothing was done.
     *
     * @param detail for the log
     */
    record KeyRefused(String detail) implements StripeAnswer {}

    /**
     * The request may or may not have been carried out.
     *
     * @param detail for the log
     * @param isEnded whether the first request with this key has ended with an error that Stripe
     *     keeps. Stripe sends the same error again for each repetition. Only a look at Stripe's
     *     objects after this response shows whether the request was carried out.
     */
    record Lost(String detail, boolean isEnded) implements StripeAnswer {
      Lost(String detail) {
        this(detail, false);
      }
    }
  }

  StripeClient(URI base) {
    this(base, PAUSES);
  }

  StripeClient(URI base, List<Duration> pauses) {
    this.http = new RemoteHttp(base, "Stripe");
    this.pauses = List.copyOf(pauses);
  }

  /**
   * The result of one try.
   *
   * @param again the pause after which it may be sent again; empty if it may not
   */
  private record Turn(StripeAnswer answer, Optional<Duration> again) {}

  StripeAnswer send(StripeRequest request, String key, Deadline deadline) {
    boolean mayHaveArrived = false;
    boolean wasStale = false;
    for (int turn = 0; ; turn++) {
      Duration left = deadline.remaining();
      if (left.isZero()) {
        return turned(new StripeAnswer.NotSent("the deadline has passed"), mayHaveArrived);
      }
      HttpReply reply = http.exchange(request.http(key), left);
      Turn made =
          switch (reply) {
            case HttpReply.Answered answered -> read(request, answered, turn);
            case HttpReply.Failed failed -> failed(request, failed, wasStale);
          };
      mayHaveArrived |= made.answer() instanceof StripeAnswer.Lost;
      wasStale |= reply instanceof HttpReply.Failed;
      if (made.again().isEmpty() || !pause(made.again().get(), deadline)) {
        return turned(made.answer(), mayHaveArrived);
      }
    }
  }

  /**
   * Returns the result. If an earlier try may have arrived, a later rejection does not prove that
   * nothing was sent.
   */
  private static StripeAnswer turned(StripeAnswer answer, boolean mayHaveArrived) {
    if (!mayHaveArrived) {
      return answer;
    }
    return switch (answer) {
      case StripeAnswer.NotSent(String detail) -> new StripeAnswer.Lost(detail);
      case StripeAnswer.KeyRefused(String detail) -> new StripeAnswer.Lost(detail);
      case StripeAnswer other -> other;
    };
  }

  private static Turn failed(StripeRequest request, HttpReply.Failed failed, boolean wasStale) {
    boolean again = failed.stale() && !wasStale && request.isRepeatable();
    return new Turn(
        failed.sent()
            ? new StripeAnswer.Lost(failed.reason())
            : new StripeAnswer.NotSent(failed.reason()),
        again ? Optional.of(Duration.ZERO) : Optional.empty());
  }

  private Turn read(StripeRequest request, HttpReply.Answered reply, int turn) {
    int status = reply.status();
    Optional<StripeError> error =
        reply.object().flatMap(it -> it.object("error")).map(StripeError::of);
    boolean isUnderWay =
        status == 409 && error.filter(it -> it.has("idempotency_key_in_use")).isPresent();
    // The same request under the same key is carried out once, and no payer has seen its page.
    boolean isFailed = request.isOfNewPage() && (status == 409 || status >= 500);
    boolean isBusy = status == 429 || isUnderWay || isFailed;
    return new Turn(
        answer(reply, error), isBusy ? pauses.stream().skip(turn).findFirst() : Optional.empty());
  }

  private static StripeAnswer answer(HttpReply.Answered reply, Optional<StripeError> error) {
    int status = reply.status();
    String detail = "status " + status + error.map(it -> ": " + it).orElse("");
    return switch (status) {
      case 200, 201 ->
          reply
              .object()
              .<StripeAnswer>map(StripeAnswer.Done::new)
              .orElseGet(() -> new StripeAnswer.Lost("an answer that is no JSON object"));
      case 401, 403 -> new StripeAnswer.KeyRefused(detail);
      case 429 -> new StripeAnswer.NotSent(detail);
      case 400, 402, 404 ->
          error
              .<StripeAnswer>map(StripeAnswer.Refused::new)
              .orElseGet(() -> new StripeAnswer.Lost(detail));
      default -> new StripeAnswer.Lost(detail, status >= 500 && reply.isReplayed());
    };
  }

  /** Waits. Returns false if the deadline comes first. */
  private static boolean pause(Duration pause, Deadline deadline) {
    if (pause.compareTo(deadline.remaining()) >= 0) {
      return false;
    }
    try {
      Thread.sleep(pause);
      return true;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    http.close();
  }
}
