package florin.http;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * The body of one request, read by blocking the request's virtual thread, within a size and a
 * deadline. Jetty's `InputStream` was left aside because its waits end only with the connection's
 * idle timeout, which a byte now and then puts off for ever.
 */
final class RequestBody {
  private static final int FIRST_BYTES = 1024;

  private final Request request;
  private final HttpConfig.Limits limits;
  private final Semaphore bufferedBytes;
  private final long deadlineNanos;
  private final Semaphore arrived = new Semaphore(0);
  private long received;
  private int reserved;
  private boolean complete;
  private boolean broken;
  private byte @Nullable [] bytes;

  /**
   * @param bufferedBytes what all bodies together may still hold in memory
   */
  RequestBody(Request request, HttpConfig.Limits limits, Semaphore bufferedBytes, long nowNanos) {
    this.request = request;
    this.limits = limits;
    this.bufferedBytes = bufferedBytes;
    this.deadlineNanos = nowNanos + limits.bodyTimeout().toNanos();
  }

  /** The whole body, read on the first call. */
  byte[] bytes() {
    byte[] known = bytes;
    if (known == null) {
      if (request.getLength() > limits.maxBodyBytes()) {
        throw tooLarge();
      }
      known = readAll();
      bytes = known;
    }
    return known;
  }

  /**
   * Reads on, up to a bound, what the handler did not want: a client that is still sending sees our
   * answer instead of a reset. A client that waits for `100 Continue` sends nothing, so there is
   * nothing to wait for.
   *
   * @param patiently whether to wait for what has not arrived yet
   */
  void discard(boolean patiently) {
    if (complete || broken || (received == 0 && awaitsContinue())) {
      return;
    }
    try {
      while (!complete && received <= limits.maxDiscardBytes()) {
        Content.Chunk chunk = patiently ? next() : request.read();
        if (chunk == null || Content.Chunk.isFailure(chunk)) {
          return;
        }
        count(chunk);
        chunk.release();
      }
    } catch (Refusal tooSlowOrBroken) {
      broken = true;
    }
  }

  /** Gives back the body's share of memory; the bytes are not needed any more. */
  void release() {
    bufferedBytes.release(reserved);
    reserved = 0;
  }

  /** Whether another request can follow on this connection. */
  boolean isComplete() {
    return complete;
  }

  private byte[] readAll() {
    // Grows with what arrives, not with what is announced.
    var collected = new ByteArrayOutputStream(FIRST_BYTES);
    while (!complete) {
      Content.Chunk chunk = next();
      try {
        count(chunk);
        if (received > limits.maxBodyBytes()) {
          throw tooLarge();
        }
        reserve(chunk.remaining());
        append(chunk.getByteBuffer(), collected);
      } finally {
        chunk.release();
      }
    }
    return collected.toByteArray();
  }

  private void reserve(int size) {
    if (!bufferedBytes.tryAcquire(size)) {
      throw unavailable("The service is receiving more than it can hold. Try again.");
    }
    reserved += size;
  }

  private static void append(ByteBuffer from, ByteArrayOutputStream to) {
    byte[] part = new byte[from.remaining()];
    from.get(part);
    to.writeBytes(part);
  }

  private void count(Content.Chunk chunk) {
    received += chunk.remaining();
    complete = chunk.isLast();
  }

  private Content.Chunk next() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        awaitMore();
      } else if (Content.Chunk.isFailure(chunk)) {
        broken = true;
        throw refused("The request body broke off, or is not framed as its headers say.");
      } else {
        return chunk;
      }
    }
  }

  private void awaitMore() {
    request.demand(Invocable.from(Invocable.InvocationType.NON_BLOCKING, arrived::release));
    try {
      if (!arrived.tryAcquire(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        broken = true;
        throw refused(
            "The request body did not arrive within "
                + limits.bodyTimeout().toSeconds()
                + " seconds.");
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      broken = true;
      throw unavailable("The server is stopping. Try again.");
    }
  }

  private boolean awaitsContinue() {
    return request.getHeaders().contains(HttpHeader.EXPECT, HttpHeaderValue.CONTINUE.asString());
  }

  private static Refusal refused(String message) {
    return new Problem.Transport(ErrorCode.BAD_REQUEST, message).refusal();
  }

  private static Refusal unavailable(String message) {
    return new Problem.Unavailable(ErrorCode.OVERLOADED, message, Duration.ofSeconds(1)).refusal();
  }

  private Refusal tooLarge() {
    return new Problem.Transport(
            ErrorCode.REQUEST_TOO_LARGE,
            "The request body must be at most " + limits.maxBodyBytes() + " bytes.")
        .refusal();
  }
}
