package emulator.stripe;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last requests that came, with what was made of them: to find out what went wrong. */
public final class Journal {
  private static final int KEPT = 50_000;

  private final Deque<Heard> heard = new ArrayDeque<>();

  /**
   * A request.
   *
   * @param at in milliseconds, when its execution began
   * @param key its `Idempotency-Key`, or empty
   * @param status of the answer, whether or not anybody was given it; 0 when it was not executed
   */
  public record Heard(long at, String line, String key, Fault fault, int status) {}

  synchronized void write(Heard one) {
    if (heard.size() == KEPT) {
      heard.removeFirst();
    }
    heard.addLast(one);
  }

  /** What came for an object, by its id, in the order of the answers. */
  public synchronized List<Heard> about(String id) {
    return heard.stream().filter(one -> one.line().contains(id)).toList();
  }
}
