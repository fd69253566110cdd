package emulator.provider;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** The most recent requests with their results, for troubleshooting. */
public final class Journal {
  private static final int KEPT = 50_000;

  private final Deque<Heard> heard = new ArrayDeque<>();
  private final Queue<String> inFlight = new ConcurrentLinkedQueue<>();
  private final LongAdder requests = new LongAdder();

  /**
   * A request.
   *
   * @param at the start of its execution, in milliseconds
   * @param line method, path, query and body
   * @param key its `Idempotency-Key`, or empty
   * @param status of the response, even if it was never sent; 0 if the request was not executed
   */
  public record Heard(long at, String line, String key, Fault fault, int status) {}

  void begin(String kind) {
    requests.increment();
    inFlight.add(kind);
  }

  void end(String kind) {
    inFlight.remove(kind);
  }

  synchronized void write(Heard one) {
    if (heard.size() == KEPT) {
      heard.removeFirst();
    }
    heard.addLast(one);
  }

  /** Returns the most recent requests, the latest first. */
  synchronized List<Heard> latest(int count) {
    return heard.reversed().stream().limit(count).toList();
  }

  /** Returns the requests for an object, by its id, in the order of their responses. */
  public synchronized List<Heard> about(String id) {
    return heard.stream().filter(one -> one.line().contains(id)).toList();
  }

  long requests() {
    return requests.sum();
  }

  List<String> inFlight() {
    return List.copyOf(inFlight);
  }
}
