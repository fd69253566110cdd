package florin.bench.drill;

import florin.bench.drill.Invariant.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The client's side: what it sent, what it was told, what it read. Used by one thread at a time.
 */
final class Ledger {
  private final List<Sent> sent = new ArrayList<>();
  private final Map<String, String> eventsRead = new HashMap<>();
  private final List<Violation> violations = new ArrayList<>();

  void add(Sent payment) {
    sent.add(payment);
  }

  /**
   * @param text the event, as {@link Records} writes it too
   */
  void read(String eventId, String text) {
    String before = eventsRead.putIfAbsent(eventId, text);
    if (before != null && !before.equals(text)) {
      add(Invariant.EVENTS_ARE_KEPT.broken(eventId + " was read in two versions"));
    }
  }

  void add(Violation violation) {
    violations.add(violation);
  }

  int size() {
    return sent.size();
  }

  /** What was sent, in order, from the one with this index on. */
  List<Sent> sentFrom(int index) {
    return List.copyOf(sent.subList(index, sent.size()));
  }

  List<Sent> sent() {
    return sentFrom(0);
  }

  Map<String, String> eventsRead() {
    return Map.copyOf(eventsRead);
  }

  List<Violation> violations() {
    return List.copyOf(violations);
  }
}
