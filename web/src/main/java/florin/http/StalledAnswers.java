package florin.http;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Ends requests whose clients do not read their responses. Jetty's own timeouts are not enough: a
 * client that reads single bytes, or opens its window by one, extends them indefinitely.
 */
final class StalledAnswers extends Sweep {
  /** The bytes for which a response has one timeout, counting started units. */
  private static final int BYTES_PER_TIMEOUT = 1 << 20;

  private final Set<PendingAnswer> unsent = ConcurrentHashMap.newKeySet();

  StalledAnswers(ServerConnector connector, Duration timeout) {
    super(connector, timeout);
  }

  /** A response that is being sent. */
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
        // The reset would wait behind data that the client does not read from the socket.
        answer.abort.connection();
      } else if (now - answer.deadlineNanos > 0) {
        answer.abort.now(ErrorCode.CANCEL_STREAM_ERROR);
      }
    }
  }
}
