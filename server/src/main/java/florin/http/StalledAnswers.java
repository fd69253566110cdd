package florin.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Ends requests whose clients do not take their answers. Jetty's own timeouts do not do: a client
 * that takes a byte now and then, or opens its window by one, puts them off for ever.
 */
final class StalledAnswers extends Sweep {
  /** An answer has the timeout for each so many bytes that it begins. */
  private static final int BYTES_PER_TIMEOUT = 1 << 20;

  private final Set<PendingAnswer> unsent = ConcurrentHashMap.newKeySet();

  StalledAnswers(ServerConnector connector, Duration timeout) {
    super(connector, timeout);
  }

  /** An answer on its way. */
  static final class PendingAnswer {
    private final Abort abort;
    private final long deadlineNanos;

    private PendingAnswer(Abort abort, long deadlineNanos) {
      this.abort = abort;
      this.deadlineNanos = deadlineNanos;
    }
  }

  PendingAnswer begins(Abort abort, int bytes) {
    Duration patience = timeout.multipliedBy(1 + bytes / BYTES_PER_TIMEOUT);
    var answer = new PendingAnswer(abort, System.nanoTime() + patience.toNanos());
    unsent.add(answer);
    return answer;
  }

  void ends(PendingAnswer answer) {
    unsent.remove(answer);
  }

  @Override
  void sweep() {
    long now = System.nanoTime();
    long patience = Math.min(Abort.PATIENCE.toNanos(), timeout.toNanos());
    for (PendingAnswer answer : unsent) {
      if (now - answer.deadlineNanos > patience) {
        // The reset waits behind what the client does not take from the socket.
        answer.abort.connection();
      } else if (now - answer.deadlineNanos > 0) {
        answer.abort.now(ErrorCode.CANCEL_STREAM_ERROR);
      }
    }
  }
}
