package florin.bench.crash;

import florin.bench.crash.CrashRecords.EventRow;
import florin.bench.drill.FinalStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares the committed events with the received ones, in both directions. Reads events grouped by
 * object and in order.
 */
final class EventReader {
  private static final JsonMapper JSON = new JsonMapper();

  private final Verdict verdict;
  private final Receiver receiver;

  /** Events that were received before any row is read. Each of them must be committed by then. */
  private final List<String> arrived;

  /** The expected number of events of each object. */
  private final Map<UUID, Integer> expected;

  private final Map<UUID, Integer> seen = new HashMap<>();
  private final Set<String> committed = new HashSet<>();
  private String status = "";
  private long captured;

  /**
   * Creates a reader.
   *
   * @param expected expected number of events of each object that is checked
   */
  EventReader(Verdict verdict, Receiver receiver, Map<UUID, Integer> expected) {
    this.verdict = verdict;
    this.receiver = receiver;
    this.arrived = receiver.arrived();
    this.expected = Map.copyOf(expected);
  }

  void read(EventRow event) {
    verdict.looked(Invariant.ARRIVED, 1);
    committed.add(event.id());
    boolean came =
        receiver.digestOf(event.id()).filter(Receiver.digest(event.body())::equals).isPresent();
    if (!came && !event.waits()) {
      verdict.broken(
          Invariant.ARRIVED,
          event.id()
              + " "
              + event.type()
              + (receiver.digestOf(event.id()).isPresent()
                  ? " arrived with a different body"
                  : " did not arrive"));
    }
    if (expected.containsKey(event.object())) {
      follow(event);
    }
  }

  private void follow(EventRow event) {
    int before = seen.getOrDefault(event.object(), 0);
    if (event.sequence() != before + 1) {
      verdict.broken(
          Invariant.WHOLE,
          event.object() + " has event number " + event.sequence() + " after " + before);
    }
    seen.put(event.object(), event.sequence());
    JsonNode object = JSON.readTree(event.body()).at("/data/object");
    String now = object.path("status").asString("");
    long capturedNow = object.path("amount_captured").asLong(0);
    if (event.type().startsWith("payment.")) {
      verdict.looked(Invariant.NOT_BACK, 1);
      boolean isFirst = before == 0;
      if (!isFirst && ((FinalStatus.is(status) && !status.equals(now)) || capturedNow < captured)) {
        verdict.broken(
            Invariant.NOT_BACK,
            event.object()
                + " was "
                + status
                + " with "
                + captured
                + ", then "
                + now
                + " with "
                + capturedNow);
      }
    }
    status = now;
    captured = capturedNow;
  }

  void end() {
    verdict.looked(Invariant.WHOLE, expected.size());
    expected.forEach((thing, sequence) -> {
      if (!sequence.equals(seen.getOrDefault(thing, 0))) {
        verdict.broken(
            Invariant.WHOLE,
            thing
                + " is at event number "
                + sequence
                + ", and its last event is "
                + seen.get(thing));
      }
    });
    arrived.stream()
        .filter(id -> !committed.contains(id))
        .forEach(id -> verdict.broken(Invariant.ARRIVED, id + " arrived and was never committed"));
    receiver
        .twofold()
        .forEach(id -> verdict.broken(Invariant.ARRIVED, id + " arrived with two bodies"));
  }
}
