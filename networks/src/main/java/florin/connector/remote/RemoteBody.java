package florin.connector.remote;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;

/**
 * The reader of one response's body. It takes the memory that it will need from the budget of all
 * responses before it stores a byte.
 */
final class RemoteBody implements Response.Listener, AutoCloseable {
  /**
   * The number of copies of each received byte: the buffer, its copy while it grows, and the text.
   */
  private static final int COPIES = 3;

  /** The header of a response that Stripe has kept for an idempotency key. */
  static final String REPLAYED = "Idempotent-Replayed";

  private final Semaphore budget;
  private final CompletableFuture<Result> complete;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream(1024);
  private int taken;
  private boolean isClosed;

  RemoteBody(Semaphore budget, CompletableFuture<Result> complete) {
    this.budget = budget;
    this.complete = complete;
  }

  /** Keeps only the headers that the client and the connector read. */
  @Override
  public boolean onHeader(Response response, HttpField field) {
    return field.getHeader() == HttpHeader.CONNECTION || field.is(REPLAYED);
  }

  @Override
  public void onContent(Response response, ByteBuffer content) {
    byte[] part = new byte[content.remaining()];
    content.get(part);
    if (body.size() + part.length > RemoteHttp.MAX_ANSWER_BYTES) {
      var _ = response.abort(new IllegalStateException("the response is too long"));
    } else if (take(COPIES * part.length + RemoteObject.weight(part))) {
      body.writeBytes(part);
    } else {
      var _ =
          response.abort(
              new IllegalStateException("no memory is left for the provider's response"));
    }
  }

  private synchronized boolean take(int bytes) {
    boolean isTaken = !isClosed && budget.tryAcquire(bytes);
    taken += isTaken ? bytes : 0;
    return isTaken;
  }

  @Override
  public void onComplete(Result result) {
    if (result.isFailed()) {
      complete.completeExceptionally(result.getFailure());
    } else {
      complete.complete(result);
    }
  }

  /** Returns the parsed body; empty if it is no JSON object. */
  Optional<RemoteObject> parsed() {
    return RemoteObject.parse(body.toString(StandardCharsets.UTF_8));
  }

  /** Returns the memory to the budget. */
  @Override
  public synchronized void close() {
    isClosed = true;
    budget.release(taken);
    taken = 0;
  }
}
