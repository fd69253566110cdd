package florin.connector.mollie;

import florin.connector.Deadline;
import florin.connector.remote.RemoteHttp;
import florin.connector.remote.RemoteHttp.HttpReply;
import florin.connector.remote.RemoteObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client of Mollie's API, which interprets each response. Within the deadline it repeats a
 * request that Mollie processes once under its key: once if the connection turns out to be closed,
 * and a few times while Mollie is overloaded or still processes the same request.
 */
final class MollieClient implements AutoCloseable {
  static final URI MOLLIE = URI.create("https://api.mollie.com");

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

  /** The result of a request to Mollie. */
  sealed interface MollieAnswer {
    record Done(RemoteObject object) implements MollieAnswer {}

    /**
     * Mollie received the request and rejects it; nothing was done.
     *
     * @param isAfterLost whether an earlier try of the same request may have arrived
     */
    record Refused(MollieError error, boolean isAfterLost) implements MollieAnswer {}

    /**
     * Provably nothing was done: the request did not arrive, or was rejected before it was
     * processed.
     *
     * @param detail for the log
     */
    record NotSent(String detail) implements MollieAnswer {}

    /**
     * The API key is unknown or lacks permission; nothing was done.
     *
     * @param detail for the log
     */
    record KeyRefused(String detail) implements MollieAnswer {}

    /**
     * The request may or may not have been carried out.
     *
     * @param detail for the log
     * @param isEnded whether the first request with this key has ended with an error that Mollie
     *     keeps for the key
     */
    record Lost(String detail, boolean isEnded) implements MollieAnswer {}
  }

  MollieClient(URI base) {
    this(base, PAUSES);
  }

  MollieClient(URI base, List<Duration> pauses) {
    this.http = new RemoteHttp(base, "Mollie");
    this.pauses = List.copyOf(pauses);
  }

  MollieAnswer send(MollieRequest request, String key, Deadline deadline) {
    boolean mayHaveArrived = false;
    boolean wasStale = false;
    for (int turn = 0; ; turn++) {
      Duration left = deadline.remaining();
      if (left.isZero()) {
        return turned(new MollieAnswer.NotSent("the deadline has passed"), mayHaveArrived);
      }
      HttpReply reply = http.exchange(request.http(key), left);
      MollieAnswer answer = answer(request, reply);
      mayHaveArrived |= answer instanceof MollieAnswer.Lost;
      Optional<Duration> again = again(request, reply, turn, wasStale);
      wasStale |= reply instanceof HttpReply.Failed;
      if (again.isEmpty() || !pause(again.get(), deadline)) {
        return turned(answer, mayHaveArrived);
      }
    }
  }

  /**
   * Returns the result. If an earlier try may have arrived, a later rejection does not prove that
   * nothing was sent.
   */
  private static MollieAnswer turned(MollieAnswer answer, boolean mayHaveArrived) {
    if (!mayHaveArrived) {
      return answer;
    }
    return switch (answer) {
      case MollieAnswer.NotSent(String detail) -> new MollieAnswer.Lost(detail, false);
      case MollieAnswer.KeyRefused(String detail) -> new MollieAnswer.Lost(detail, false);
      case MollieAnswer.Refused(MollieError error, _) -> new MollieAnswer.Refused(error, true);
      case MollieAnswer.Done _, MollieAnswer.Lost _ -> answer;
    };
  }

  /** Returns the pause after which the request may be sent again; empty if it may not. */
  private Optional<Duration> again(
      MollieRequest request, HttpReply reply, int turn, boolean wasStale) {
    boolean isRepeatable = request.method().equals("GET") || request.idempotencyKey().isPresent();
    return switch (reply) {
      case HttpReply.Failed failed ->
          failed.stale() && !wasStale && isRepeatable
              ? Optional.of(Duration.ZERO)
              : Optional.empty();
      case HttpReply.Answered(int status, Optional<RemoteObject> object, _) -> {
        boolean isInUse = status == 409 && !isDuplicate(request, object);
        boolean isFailed = request.isOfNewPage() && status >= 500;
        yield status == 429 || (isRepeatable && (isInUse || isFailed))
            ? pauses.stream().skip(turn).findFirst()
            : Optional.empty();
      }
    };
  }

  /**
   * Returns whether Mollie rejects a refund of an amount that was refunded within the last hour. No
   * other property distinguishes it from a key in use.
   */
  private static boolean isDuplicate(MollieRequest request, Optional<RemoteObject> object) {
    return request.isOfRefund()
        && object.map(MollieError::of).filter(MollieError::isDuplicate).isPresent();
  }

  private static MollieAnswer answer(MollieRequest request, HttpReply reply) {
    return switch (reply) {
      case HttpReply.Failed failed ->
          failed.sent()
              ? new MollieAnswer.Lost(failed.reason(), false)
              : new MollieAnswer.NotSent(failed.reason());
      case HttpReply.Answered(int status, Optional<RemoteObject> object, boolean isReplayed) ->
          answer(request, status, object, isReplayed);
    };
  }

  private static MollieAnswer answer(
      MollieRequest request, int status, Optional<RemoteObject> object, boolean isReplayed) {
    String detail = "status " + status;
    return switch (status) {
      case 200, 201 ->
          object
              .<MollieAnswer>map(MollieAnswer.Done::new)
              .orElseGet(() -> new MollieAnswer.Lost("an answer that is no JSON object", false));
      case 202, 204 -> new MollieAnswer.Done(RemoteObject.EMPTY);
      case 401, 403 -> new MollieAnswer.KeyRefused(detail);
      case 429 -> new MollieAnswer.NotSent(detail);
      case 400, 404, 409, 410, 422 ->
          object
              .map(MollieError::of)
              .filter(error -> error.status() == status)
              .filter(error -> status != 409 || isDuplicate(request, object))
              .<MollieAnswer>map(error -> new MollieAnswer.Refused(error, false))
              .orElseGet(() -> new MollieAnswer.Lost(detail, false));
      default -> new MollieAnswer.Lost(detail, status >= 500 && isReplayed);
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

  /**
   * The connection to Mollie with one key. It logs a rejected key, and a response of the wrong
   * mode, as errors for the operator.
   */
  static final class MollieLine {
    private static final Logger LOG = LoggerFactory.getLogger(MollieLine.class);

    /**
     * The resources that have the mode of their key. The mode of a profile means something else.
     */
    private static final Set<String> WITH_MODE =
        Set.of("payment", "capture", "refund", "chargeback");

    private final String connector;
    private final MollieClient client;
    private final String key;
    private volatile boolean keyRefused;

    /**
     * Creates the connection.
     *
     * @param connector for the log
     */
    MollieLine(String connector, MollieClient client, String key) {
      this.connector = connector;
      this.client = client;
      this.key = key;
    }

    MollieAnswer send(MollieRequest request, Deadline deadline) {
      MollieAnswer answer = client.send(request, key, deadline);
      if (answer instanceof MollieAnswer.KeyRefused(String detail)) {
        keyRefused = true;
        LOG.error("{}: Mollie rejected the key for {}: {}", connector, request, detail);
      } else if (answer instanceof MollieAnswer.Done(RemoteObject object)) {
        keyRefused = false;
        if (!isOfThisMode(object)) {
          LOG.error("{}: Mollie responded to {} in the other mode", connector, request);
          return new MollieAnswer.Lost("an answer of the other mode", false);
        }
      }
      return answer;
    }

    private boolean isOfThisMode(RemoteObject object) {
      return !WITH_MODE.contains(object.text("resource").orElse(""))
          || object.text("mode").filter(mode -> key.startsWith(mode + "_")).isPresent();
    }

    /** Returns whether the key was rejected, until a request succeeds again. */
    boolean isKeyRefused() {
      return keyRefused;
    }
  }
}
