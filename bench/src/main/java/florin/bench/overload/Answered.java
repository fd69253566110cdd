package florin.bench.overload;

import florin.bench.load.Answer;
import florin.bench.load.Tally;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The responses to each kind of request. Requests have names, so that the drill can compare
 * rejected and executed ones with the service's records. Not thread-safe.
 */
final class Answered {
  private static final int REFUSED = 503;
  private static final String AT_THE_DOOR = "\"code\":\"overloaded\"";

  private final Map<Errand, Tally> done = new EnumMap<>(Errand.class);
  private final Map<Errand, Tally> refused = new EnumMap<>(Errand.class);
  private final Map<Errand, Set<String>> namesRefused = new EnumMap<>(Errand.class);
  private final Map<Errand, Set<String>> namesDone = new EnumMap<>(Errand.class);
  private final Set<String> others = new HashSet<>();
  private long otherAnswers;

  Answered() {
    for (Errand errand : Errand.values()) {
      done.put(errand, new Tally());
      refused.put(errand, new Tally());
      namesRefused.put(errand, new HashSet<>());
      namesDone.put(errand, new HashSet<>());
    }
  }

  void take(Errand errand, String name, Answer answer, long nanos) {
    if (answer.status() / 100 == 2) {
      done(errand).answered(answer.status(), nanos);
      namesDone.getOrDefault(errand, Set.of()).add(name);
    } else if (answer.status() == REFUSED && answer.text().contains(AT_THE_DOOR)) {
      refused(errand).answered(answer.status(), nanos);
      namesRefused.getOrDefault(errand, Set.of()).add(name);
    } else {
      otherAnswers++;
      others.add(answer.status() + " " + answer.text().lines().findFirst().orElse(""));
    }
  }

  Tally done(Errand errand) {
    return done.computeIfAbsent(errand, _ -> new Tally());
  }

  /** Returns the number of payments, captures, and refunds that succeeded. */
  long moneyMoved() {
    return Stream.of(Errand.CAPTURE, Errand.REFUND, Errand.PAYMENT)
        .mapToLong(errand -> done(errand).answers())
        .sum();
  }

  Tally refused(Errand errand) {
    return refused.computeIfAbsent(errand, _ -> new Tally());
  }

  /** Returns the latencies of all rejections for overload. */
  Tally refusals() {
    var all = new Tally();
    refused.values().forEach(all::add);
    return all;
  }

  Set<String> namesRefused(Errand errand) {
    return Set.copyOf(namesRefused.getOrDefault(errand, Set.of()));
  }

  Set<String> namesDone(Errand errand) {
    return Set.copyOf(namesDone.getOrDefault(errand, Set.of()));
  }

  /** Returns the number of responses that are neither a success nor a rejection for overload. */
  long otherAnswers() {
    return otherAnswers;
  }

  /** Returns an example of each kind of unexpected response. */
  Set<String> others() {
    return Set.copyOf(others);
  }
}
