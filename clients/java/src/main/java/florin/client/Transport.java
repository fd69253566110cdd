package florin.client;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import florin.client.FlorinException.ApiException;
import florin.client.FlorinException.NoResponse;
import florin.client.FlorinException.Unreadable;
import florin.client.model.ErrorCode;
import florin.client.model.ErrorType;
import florin.client.model.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Sends calls over HTTP. It repeats a call only if Florin carries it out once: one that reads or
 * deletes, or has an idempotency key. Each response has a limit in time and size.
 */
final class Transport {
  private static final int MAX_DOWNLOAD = 64 << 20;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(8);

  private final HttpClient http;
  private final Florin.Settings settings;

  Transport(HttpClient http, Florin.Settings settings) {
    this.http = http;
    this.settings = settings;
  }

  <T> T send(Call call, Class<T> type) {
    return read(
        call,
        "application/json",
        settings.maxResponseBytes(),
        bytes -> Json.read(text(bytes), type));
  }

  byte[] download(Call call, String accept) {
    return read(call, accept, MAX_DOWNLOAD, bytes -> bytes);
  }

  <T> Page<T> page(Call call, Class<T> type) {
    Object json =
        read(
            call,
            "application/json",
            settings.maxResponseBytes(),
            bytes -> Json.parse(text(bytes)));
    if (!(json instanceof Map<?, ?> list) || !(list.get("data") instanceof List<?> data)) {
      throw new Unreadable("The response is no list.");
    }
    List<T> objects =
        data.stream().map(it -> type.cast(Json.convert(it, type, type.getSimpleName()))).toList();
    Optional<Supplier<Page<T>>> next = Optional.empty();
    if (Boolean.TRUE.equals(list.get("has_more")) && !data.isEmpty()) {
      boolean backward = call.isBackward();
      Object end = data.get(backward ? 0 : data.size() - 1);
      if (end instanceof Map<?, ?> object && object.get("id") instanceof String id) {
        Call following = call.at(backward ? "ending_before" : "starting_after", id);
        next = Optional.of(() -> page(following, type));
      }
    }
    return new Page<>(objects, next);
  }

  /** Returns the response as {@code reader} reads it. An error on the way has the call's key. */
  private <T> T read(Call call, String accept, int limit, Function<byte[], T> reader) {
    try {
      return reader.apply(reply(call, accept, limit).body());
    } catch (FlorinException failed) {
      failed.sentWith(call.key());
      throw failed;
    }
  }

  private static String text(byte[] body) {
    return new String(body, StandardCharsets.UTF_8);
  }

  private HttpResponse<byte[]> reply(Call call, String accept, int limit) {
    long deadline = System.nanoTime() + settings.retryFor().toNanos();
    for (int attempt = 0; ; attempt++) {
      FlorinException failure;
      Optional<Duration> retryAfter = Optional.empty();
      boolean mayRepeat;
      try {
        HttpResponse<byte[]> reply = once(call, accept, limit);
        if (reply.statusCode() < 300) {
          return reply;
        }
        ApiException error = error(reply.statusCode(), text(reply.body()));
        failure = error;
        retryAfter = retryAfter(reply);
        mayRepeat = mayRepeat(call, error);
      } catch (NoResponse lost) {
        failure = lost;
        mayRepeat = call.isRepeatable();
      }
      Duration pause = retryAfter.orElse(pause(attempt));
      if (!mayRepeat
          || attempt >= settings.maxRetries()
          || System.nanoTime() + pause.toNanos() > deadline) {
        throw failure;
      }
      sleep(pause);
    }
  }

  /** Returns whether the call may be repeated with the same key: see the guide on idempotency. */
  private static boolean mayRepeat(Call call, ApiException error) {
    return switch (error.status()) {
      case 429 -> error.problem().type() == ErrorType.RATE_LIMIT_ERROR;
      case 409 ->
          call.isRepeatable()
              && (error.code() == ErrorCode.IDEMPOTENCY_KEY_IN_USE
                  || error.code() == ErrorCode.LOCK_TIMEOUT);
      case 500, 502, 503, 504 ->
          call.isRepeatable() && error.code() != ErrorCode.PROVIDER_UNAVAILABLE;
      default -> false;
    };
  }

  /** Doubles the pause with each attempt, up to a limit, and takes a random part of it. */
  private static Duration pause(int attempt) {
    long longest =
        Math.min(FIRST_PAUSE.toNanos() << Math.min(attempt, 16), LONGEST_PAUSE.toNanos());
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest));
  }

  private static void sleep(Duration pause) {
    try {
      NANOSECONDS.sleep(pause.toNanos());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new NoResponse("The thread was interrupted between two attempts.", interrupted);
    }
  }

  private static Optional<Duration> retryAfter(HttpResponse<?> reply) {
    return reply
        .headers()
        .firstValue("Retry-After")
        .filter(it -> it.matches("[0-9]{1,6}"))
        .map(it -> Duration.ofSeconds(Long.parseLong(it)));
  }

  private HttpResponse<byte[]> once(Call call, String accept, int limit) {
    var request = request(call.address(), accept);
    call.key().ifPresent(key -> request.header("Idempotency-Key", key));
    if (call.body().isPresent()) {
      request.header("Content-Type", call.mediaType());
    }
    request.method(
        call.method(),
        call.body()
            .map(HttpRequest.BodyPublishers::ofByteArray)
            .orElseGet(HttpRequest.BodyPublishers::noBody));
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request.build(), info -> new Limited(limit));
    try {
      return sent.get(settings.timeout().toNanos(), NANOSECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Unreadable tooLarge) {
        throw tooLarge;
      }
      throw new NoResponse("No complete response arrived.", failed.getCause());
    } catch (TimeoutException slow) {
      sent.cancel(true);
      throw new NoResponse("No complete response arrived in time.", slow);
    } catch (InterruptedException interrupted) {
      sent.cancel(true);
      Thread.currentThread().interrupt();
      throw new NoResponse("The thread was interrupted.", interrupted);
    }
  }

  private HttpRequest.Builder request(String address, String accept) {
    return HttpRequest.newBuilder(URI.create(settings.baseUrl() + address))
        .header("Authorization", "Bearer " + settings.apiKey())
        .header("Service-Version", "2.1")
        .header("Accept", accept)
        .header("User-Agent", "florin-java/2.1");
  }

  /** Opens the stream of events; the time-out is for the headers alone. */
  EventStream stream(String path, @Nullable String lastEventId) {
    var request = request(path, "text/event-stream").timeout(settings.timeout());
    if (lastEventId != null && !lastEventId.isEmpty()) {
      request.header("Last-Event-ID", lastEventId);
    }
    try {
      HttpResponse<InputStream> response =
          http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      if (response.statusCode() != 200) {
        try (InputStream body = response.body()) {
          byte[] bytes = body.readNBytes(settings.maxResponseBytes());
          throw error(response.statusCode(), text(bytes));
        }
      }
      return new EventStream(response.body(), lastEventId);
    } catch (IOException failed) {
      throw new NoResponse("The stream of events can't be opened.", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new NoResponse("The thread was interrupted.", interrupted);
    }
  }

  /** Reads an error. A proxy in between may send one of its own, which has no code. */
  private static ApiException error(int status, String body) {
    try {
      return FlorinException.of(status, Json.read(body, florin.client.model.Error.class).error());
    } catch (Unreadable foreign) {
      String message = "The response has the status " + status + " and no error of Florin.";
      return new FlorinException.Service(
          status,
          new Problem(
              ErrorType.UNRECOGNIZED,
              ErrorCode.UNRECOGNIZED,
              message,
              "",
              null,
              null,
              null,
              null,
              null,
              null,
              null,
              "",
              null,
              null));
    }
  }

  /** Collects a body up to a limit. */
  private static final class Limited implements BodySubscriber<byte[]> {
    private final int limit;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Optional<Flow.Subscription> subscription = Optional.empty();

    Limited(int limit) {
      this.limit = limit;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = Optional.of(given);
      given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
      for (ByteBuffer buffer : buffers) {
        if (bytes.size() + buffer.remaining() > limit) {
          subscription.ifPresent(Flow.Subscription::cancel);
          whole.completeExceptionally(
              new Unreadable("The response has more than " + limit + " bytes."));
          return;
        }
        byte[] part = new byte[buffer.remaining()];
        buffer.get(part);
        bytes.writeBytes(part);
      }
    }

    @Override
    public void onError(Throwable failed) {
      whole.completeExceptionally(failed);
    }

    @Override
    public void onComplete() {
      whole.complete(bytes.toByteArray());
    }
  }
}
