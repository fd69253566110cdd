package florin.webhook;

import florin.vault.CardNumberScan;
import florin.webhook.DeliveryAttempts.PostOutcome;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/**
 * Reads a response up to the stored part. The status decides: a response that is too long, or
 * breaks off after its headers, still counts.
 */
final class AnswerReader implements Response.Listener {
  static final int KEPT_BODY_BYTES = 4 << 10;
  static final int KEPT_HEADER_CHARS = 4 << 10;

  /** Bytes read beyond the kept part, to detect a card number at the cut. */
  private static final int MARGIN = 64;

  private final long begun;
  private final Instant now;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream(256);
  private final CompletableFuture<Result> complete = new CompletableFuture<>();
  private final StringBuilder headers = new StringBuilder(256);
  private @Nullable String retryAfter;
  private volatile @Nullable Head head;

  /**
   * The part that counts, copied on arrival: the client changes its own if a response breaks off.
   */
  private record Head(int status, String headers, Optional<String> retryAfter) {}

  AnswerReader(long begun, Instant now) {
    this.begun = begun;
    this.now = now;
  }

  @Override
  public void onBegin(Response response) {
    headers.setLength(0);
    retryAfter = null;
  }

  /**
   * Stores the beginning of the headers as text. Only headers that the client reads become objects.
   */
  @Override
  public boolean onHeader(Response response, HttpField field) {
    if (field.getHeader() == HttpHeader.RETRY_AFTER && retryAfter == null) {
      retryAfter = field.getValue();
    }
    String line = (headers.isEmpty() ? "" : "\n") + field.getName() + ": " + field.getValue();
    headers.append(line, 0, Math.min(line.length(), KEPT_HEADER_CHARS + MARGIN - headers.length()));
    return field.getHeader() == HttpHeader.CONNECTION;
  }

  /** Ignores interim responses: the response comes after them (RFC 9110, section 15.2). */
  @Override
  public void onHeaders(Response response) {
    if (!HttpStatus.isInformational(response.getStatus())) {
      head = new Head(response.getStatus(), headers.toString(), Optional.ofNullable(retryAfter));
    }
  }

  @Override
  public void onContent(Response response, ByteBuffer content) {
    byte[] part = new byte[Math.min(content.remaining(), KEPT_BODY_BYTES + MARGIN - kept.size())];
    content.get(part);
    kept.writeBytes(part);
  }

  @Override
  public void onComplete(Result result) {
    complete.complete(result);
  }

  /**
   * Waits for the response. The client drops its own timeout at the first interim response, so this
   * method has one too, which ends an endless series of them.
   */
  PostOutcome await(Request request, Duration timeout, Function<Throwable, String> reason) {
    Throwable failure;
    try {
      Result result = complete.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      failure = result.getFailure();
    } catch (TimeoutException late) {
      failure = late;
      var _ = request.abort(late);
    } catch (ExecutionException impossible) {
      failure = impossible;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      failure = stopping;
    }
    Head answered = head;
    return answered != null
        ? answered(answered)
        : new PostOutcome.Failed(
            failure == null ? "no response" : reason.apply(failure), PostOutcome.since(begun));
  }

  private PostOutcome answered(Head answered) {
    return new PostOutcome.Answered(
        answered.status(),
        storable(answered.headers(), KEPT_HEADER_CHARS),
        storable(kept.toString(StandardCharsets.UTF_8), KEPT_BODY_BYTES),
        answered.retryAfter().flatMap(this::retryAfter),
        PostOutcome.since(begun));
  }

  /** Parses RFC 9110, section 10.2.3: seconds, or a date. Nine digits exceed any useful time. */
  private Optional<Duration> retryAfter(String text) {
    if (text.matches("[0-9]+")) {
      return Optional.of(
          Duration.ofSeconds(Long.parseLong(text.substring(0, Math.min(text.length(), 9)))));
    }
    try {
      Instant then = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(Duration.between(now, then)).filter(Duration::isPositive);
    } catch (DateTimeException neither) {
      return Optional.empty();
    }
  }

  /** Masks card numbers before the end is cut, and replaces NUL, which PostgreSQL can't store. */
  private static String storable(String text, int most) {
    String masked = CardNumberScan.masked(text);
    return masked.substring(0, Math.min(masked.length(), most)).replace('\u0000', '\ufffd');
  }
}
