package florin.http;

import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The body of one request, read by blocking the request's virtual thread, with a size limit and a
 * deadline. It does not use Jetty's `InputStream`, whose waits end only with the connection's idle
 * timeout: a client can extend that indefinitely with single bytes.
 */
final class RequestBody {
  private static final int FIRST_BYTES = 1024;

  /** The most bytes of a provider webhook: several times the largest that providers send. */
  static final int MAX_WEBHOOK_BYTES = 256 << 10;

  private static final byte[] NOTHING = new byte[0];

  private static final Logger LOG = LoggerFactory.getLogger(RequestBody.class);

  private final Request request;
  private final HttpConfig.Limits limits;
  private final ResourceReservation reservation;
  private long deadlineNanos;
  private final Semaphore arrived = new Semaphore(0);
  private long received;
  private long completeNanos;
  private byte[] buffer = NOTHING;
  private int size;
  private boolean complete;
  private boolean broken;
  private byte @Nullable [] bytes;
  private @Nullable Path file;

  /**
   * Creates the body.
   *
   * @param reservation the resources that it counts against
   */
  RequestBody(
      Request request, HttpConfig.Limits limits, ResourceReservation reservation, long nowNanos) {
    this.request = request;
    this.limits = limits;
    this.reservation = reservation;
    this.deadlineNanos = nowNanos + limits.bodyTimeout().toNanos();
  }

  /** Returns the whole body, which the first call reads. */
  byte[] bytes() {
    byte[] known = bytes;
    if (known == null && file != null) {
      known = readFile(file);
      bytes = known;
    } else if (known == null) {
      if (request.getLength() > maxBytes()) {
        throw tooLarge(maxBytes());
      }
      known = readAll();
      bytes = known;
    }
    return known;
  }

  /** Returns a body that was read into a file but is a plain form, with the usual limit. */
  private byte[] readFile(Path spool) {
    if (received > maxBytes()) {
      throw tooLarge(maxBytes());
    }
    buffer = resized((int) received, 0);
    try (InputStream in = Files.newInputStream(spool)) {
      in.readNBytes(buffer, 0, buffer.length);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return buffer;
  }

  /** Returns whether the body was read into a file. */
  boolean hasFile() {
    return file != null;
  }

  /**
   * Reads an unwanted body up to a limit, so that a client that is still sending sees the response
   * instead of a reset. A client that waits for `100 Continue` sends nothing, so there is nothing
   * to read.
   *
   * @param patience how long to wait for missing bytes, within the body's own deadline
   */
  void discard(Duration patience) {
    if (complete || broken || (received == 0 && awaitsContinue())) {
      return;
    }
    long soon = System.nanoTime() + patience.toNanos();
    deadlineNanos = soon - deadlineNanos < 0 ? soon : deadlineNanos;
    try {
      while (!complete && received <= limits.maxDiscardBytes()) {
        Content.Chunk chunk = patience.isZero() ? request.read() : next();
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

  /** Returns the file with the whole body, if it was read into one. */
  Path file() {
    return Objects.requireNonNull(file, "the body was not read into a file");
  }

  /** Reads the whole body into a file, which {@link #release} deletes. */
  void readIntoFile(int maxBytes) {
    if (request.getLength() > maxBytes) {
      throw tooLarge(maxBytes);
    }
    if (!reservation.tryTakeFile()) {
      throw unavailable(
          "The service is receiving too many files. Try again later; the file was not imported.");
    }
    try {
      Path spool = Files.createTempFile("florin-body-", ".tmp");
      file = spool;
      try (var out = FileChannel.open(spool, StandardOpenOption.WRITE)) {
        copyTo(out, maxBytes);
      }
    } catch (IOException failed) {
      LOG.warn("a body could not be kept in a file: {}", failed.toString());
      throw unavailable(
          "The service can't store a file at the moment. Try again later; the file was not imported.");
    }
    refuseOtherLength();
  }

  private void copyTo(FileChannel out, int maxBytes) throws IOException {
    while (!complete) {
      Content.Chunk chunk = next();
      try {
        count(chunk);
        if (received > maxBytes) {
          throw tooLarge(maxBytes);
        }
        ByteBuffer from = chunk.getByteBuffer();
        while (from.hasRemaining()) {
          out.write(from);
        }
      } finally {
        chunk.release();
      }
    }
  }

  private void deleteFile() {
    Path spool = file;
    if (spool != null) {
      file = null;
      try {
        Files.deleteIfExists(spool);
      } catch (IOException failed) {
        LOG.warn("{} could not be deleted: {}", spool, failed.toString());
      }
      reservation.giveFile();
    }
  }

  /** Releases the bytes, and deletes the file. */
  void release() {
    deleteFile();
    reservation.give(buffer.length);
    buffer = NOTHING;
    bytes = null;
  }

  /** Returns the {@link System#nanoTime} at which the last byte arrived; empty without a body. */
  OptionalLong arrivedNanos() {
    return complete && received > 0 ? OptionalLong.of(completeNanos) : OptionalLong.empty();
  }

  /** Returns whether another request can follow on this connection. */
  boolean isComplete() {
    return complete;
  }

  private byte[] readAll() {
    while (!complete) {
      take(next());
    }
    refuseOtherLength();
    if (size < buffer.length) {
      buffer = resized(size, size);
    }
    return buffer;
  }

  private void take(Content.Chunk chunk) {
    try {
      count(chunk);
      if (received > maxBytes()) {
        throw tooLarge(maxBytes());
      }
      append(chunk.getByteBuffer());
    } finally {
      chunk.release();
    }
  }

  /** Grows the buffer with the bytes that arrive, not with the announced length. */
  private void append(ByteBuffer from) {
    int needed = size + from.remaining();
    if (needed > buffer.length) {
      long doubled = Math.max(Math.max(2L * buffer.length, needed), FIRST_BYTES);
      long announced = request.getLength();
      long capacity = announced >= needed ? Math.min(doubled, announced) : doubled;
      buffer = resized((int) capacity, size);
    }
    from.get(buffer, size, needed - size);
    size = needed;
  }

  /** Resizes the buffer. Both arrays exist during the copy, so both are counted. */
  private byte[] resized(int capacity, int size) {
    if (!reservation.tryTake(capacity)) {
      throw unavailable(
          "The service has no memory for this request body. Try again; the request was not processed.");
    }
    byte[] other = new byte[capacity];
    System.arraycopy(buffer, 0, other, 0, size);
    reservation.give(buffer.length);
    return other;
  }

  /**
   * Checks the announced length. Jetty checks only DATA frames, not a body that ends with its
   * headers or trailers.
   */
  private void refuseOtherLength() {
    if (request.getLength() >= 0 && request.getLength() != received) {
      throw refused(
          "The request body doesn't have the length in Content-Length (RFC 9113, 8.1.1).");
    }
  }

  private int maxBytes() {
    return switch (reservation.crowd()) {
      case KEYS, BROWSERS -> limits.maxBodyBytes();
      case PROVIDERS -> MAX_WEBHOOK_BYTES;
      case PAYERS, SIGN_IN, DASHBOARD, EVERYBODY, OPERATORS -> limits.maxFormBytes();
    };
  }

  private void count(Content.Chunk chunk) {
    received += chunk.remaining();
    complete = chunk.isLast();
    completeNanos = System.nanoTime();
  }

  /**
   * Reads the bytes that have arrived, without blocking. {@link #bytes} reads the rest, and reports
   * an incomplete body.
   *
   * @return whether that is the whole body
   */
  boolean readArrived() {
    if (request.getLength() > maxBytes() || awaitsContinue()) {
      return false;
    }
    while (!complete && received <= maxBytes()) {
      Content.Chunk chunk = request.read();
      if (chunk == null || Content.Chunk.isFailure(chunk)) {
        return false;
      }
      take(chunk);
    }
    return complete;
  }

  private Content.Chunk next() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        awaitMore();
      } else if (Content.Chunk.isFailure(chunk)) {
        broken = true;
        throw refused("The request body is incomplete, or its framing doesn't match its headers.");
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

  private static Refusal tooLarge(int maxBytes) {
    return new Problem.Transport(
            ErrorCode.REQUEST_TOO_LARGE, "The request body must be at most " + maxBytes + " bytes.")
        .refusal();
  }
}
