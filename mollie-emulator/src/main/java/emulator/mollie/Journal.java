package emulator.mollie;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The most recent requests with their results, for troubleshooting. */
public final class Journal {
  private static final int KEPT = 50_000;

  private final Deque<Heard> heard = new ArrayDeque<>();

  /**
   * A request.
   *
   * @param at the start of its execution, in milliseconds
   * @param line method, path, query and body
   * @param key its `Idempotency-Key`, or empty
   * @param status of the response, even if it was never sent; 0 if the request was not executed
   */
  public record Heard(long at, String line, String key, Fault fault, int status) {}

  synchronized void write(Heard one) {
    if (heard.size() == KEPT) {
      heard.removeFirst();
    }
    heard.addLast(one);
  }

  /** Returns the requests for an object, by its id, in the order of their responses. */
  public synchronized List<Heard> about(String id) {
    return heard.stream().filter(one -> one.line().contains(id)).toList();
  }
}
