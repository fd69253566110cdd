package florin.connector;

import java.util.List;
import java.util.Locale;

/**
 * The result of testing a connector against its provider, step by step. It is stored, and shown to
 * the person who enables the connector for live payments.
 */
public record CheckReport(List<CheckStep> steps) {
  public static final int MAX_STEPS = 64;

  /** The most characters of a step's detail. */
  public static final int MAX_DETAIL = 500;

  public CheckReport {
    steps = List.copyOf(steps);
    if (steps.size() > MAX_STEPS) {
      throw new IllegalArgumentException("a check has at most " + MAX_STEPS + " steps");
    }
  }

  /** Returns whether no step has failed and at least one has passed. */
  public boolean hasPassed() {
    return steps.stream().noneMatch(step -> step.result() == CheckResult.FAILED)
        && steps.stream().anyMatch(step -> step.result() == CheckResult.PASSED);
  }

  /**
   * One step of a check.
   *
   * @param title the checked subject, in a few words
   * @param detail the result, or what to do; without secrets
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
    /** The step could not be tried here; the detail gives the reason. */
    SKIPPED;

    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static CheckResult of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
