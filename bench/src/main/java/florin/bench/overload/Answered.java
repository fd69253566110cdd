package florin.bench.overload;

import florin.bench.load.Answer;
import florin.bench.load.Tally;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the callers were told, of each errand. Requests are known by names of their own: what was
 * refused and what was done is held against the service's records in the end. Used by one thread at
 * a time.
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

  /** Payments, captures and refunds that were done. */
  long moneyMoved() {
    return Stream.of(Errand.CAPTURE, Errand.REFUND, Errand.PAYMENT)
        .mapToLong(errand -> done(errand).answers())
        .sum();
  }

  Tally refused(Errand errand) {
    return refused.computeIfAbsent(errand, _ -> new Tally());
  }

  /** Refusals of all errands. */
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

  /** Answers that are neither what was asked for nor a refusal at the door. */
  long otherAnswers() {
    return otherAnswers;
  }

  /** One of each kind of them. */
  Set<String> others() {
    return Set.copyOf(others);
  }
}
