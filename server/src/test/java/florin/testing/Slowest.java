package florin.testing;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints at the end which classes took longest, so that the run stays one of minutes. */
public final class Slowest implements TestExecutionListener {
  private static final int SHOWN = 10;

  private final Map<TestIdentifier, Long> begun = new ConcurrentHashMap<>();
  private final Map<String, Duration> took = new ConcurrentHashMap<>();

  @Override
  public void executionStarted(TestIdentifier test) {
    begun.put(test, System.nanoTime());
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    long from = begun.getOrDefault(test, System.nanoTime());
    test.getSource()
        .filter(ClassSource.class::isInstance)
        .map(ClassSource.class::cast)
        .ifPresent(
            source -> took.put(source.getClassName(), Duration.ofNanos(System.nanoTime() - from)));
  }

  @Override
  public void testPlanExecutionFinished(TestPlan plan) {
    System.out.println("The slowest classes, which ran side by side:");
    took.entrySet().stream()
        .sorted(Map.Entry.<String, Duration>comparingByValue(Comparator.reverseOrder()))
        .limit(SHOWN)
        .forEach(entry ->
            System.out.printf(
                "  %6.1f s  %s%n", entry.getValue().toMillis() / 1000.0, entry.getKey()));
  }
}
