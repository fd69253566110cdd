package florin.connector;

import java.util.List;
import java.util.Locale;

/**
 * What came of trying a connector against its provider, step by step: kept, and shown to whoever
 * decides whether it is given real money.
 */
public record CheckReport(List<CheckStep> steps) {
  public static final int MAX_STEPS = 64;

  /** Characters of a step's detail. */
  public static final int MAX_DETAIL = 500;

  public CheckReport {
    steps = List.copyOf(steps);
    if (steps.size() > MAX_STEPS) {
      throw new IllegalArgumentException("a check has at most " + MAX_STEPS + " steps");
    }
  }

  /** Nothing has failed, and something was tried. */
  public boolean hasPassed() {
    return steps.stream().noneMatch(step -> step.result() == CheckResult.FAILED)
        && steps.stream().anyMatch(step -> step.result() == CheckResult.PASSED);
  }

  /**
   * @param title what was tried, in a few words
   * @param detail what was seen, or what to do; no secret
   */
  public record CheckStep(String title, CheckResult result, String detail) {
    public CheckStep {
      if (detail.length() > MAX_DETAIL) {
        detail = detail.substring(0, MAX_DETAIL);
      }
    }
  }

  public enum CheckResult {
    PASSED,
    FAILED,
    /** It could not be tried here; the detail says why. */
    SKIPPED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static CheckResult of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
