package florin.testing;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.UniqueId.Segment;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints the slowest classes at the end, measured from the start of a class to its end. If the
 * tests of a class run in parallel, the sum of their own durations counts instead, without the time
 * they wait for a thread.
 */
public final class Slowest implements TestExecutionListener {
  private static final int SHOWN = 10;

  private final Map<String, Stay> classes = new ConcurrentHashMap<>();
  private final Map<UniqueId, Long> begun = new ConcurrentHashMap<>();

  /**
   * The measurements of a class.
   *
   * @param thread the thread that starts the class, and runs its tests unless they are parallel
   */
  private record Stay(String thread, boolean isSpread, Duration whole, Duration tests) {
    Stay withTest(Duration took) {
      boolean elsewhere = !thread.equals(Thread.currentThread().getName());
      return new Stay(thread, isSpread || elsewhere, whole, tests.plus(took));
    }

    Stay withWhole(Duration took) {
      return new Stay(thread, isSpread, took, tests);
    }

    Duration took() {
      return isSpread ? tests : whole;
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    begun.put(test.getUniqueIdObject(), System.nanoTime());
    if (isClass(test)) {
      String thread = Thread.currentThread().getName();
      classOf(test)
          .ifPresent(
              name -> classes.put(name, new Stay(thread, false, Duration.ZERO, Duration.ZERO)));
    }
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Long from = begun.remove(test.getUniqueIdObject());
    if (from != null && (isClass(test) || test.isTest())) {
      Duration took = Duration.ofNanos(System.nanoTime() - from);
      classOf(test)
          .ifPresent(name ->
              classes.computeIfPresent(
                  name, (_, stay) -> test.isTest() ? stay.withTest(took) : stay.withWhole(took)));
    }
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    System.out.println("The slowest classes, which ran side by side:");
    classes.entrySet().stream()
        .sorted(Comparator.comparing(entry -> entry.getValue().took(), Comparator.reverseOrder()))
        .limit(SHOWN)
        .forEach(entry ->
            System.out.printf(
                "  %6.1f s  %s%n", entry.getValue().took().toMillis() / 1000.0, entry.getKey()));
  }

  private static boolean isClass(TestIdentifier test) {
    return test.getUniqueIdObject().getLastSegment().getType().equals("class");
  }

  private static Optional<String> classOf(TestIdentifier test) {
    return test.getUniqueIdObject().getSegments().stream()
        .filter(segment -> segment.getType().equals("class"))
        .map(Segment::getValue)
        .findFirst();
  }
}
