package florin.build;

import static java.util.Objects.requireNonNull;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs the tests that its arguments name, `CLASS` or `CLASS#METHOD`, in this JVM. Tests with the
 * tag `drill` need the property `drills`.
 */
public final class Runner {
  private static final String DRILL = "drill";

  private final List<String> arguments;
  private final boolean drills;
  private final Launcher launcher = LauncherFactory.create();
  private final PrintWriter out;

  Runner(List<String> arguments, boolean drills, PrintWriter out) {
    this.arguments = arguments;
    this.drills = drills;
    this.out = out;
  }

  public static void main(String[] arguments) {
    boolean drills = System.getProperty("drills") != null;
    var out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    System.exit(new Runner(List.of(arguments), drills, out).run());
  }

  /** Returns the exit code: 0 if tests ran and all passed, otherwise 1. */
  int run() {
    LauncherDiscoveryRequest request = request(drills, true);
    if (!launcher.discover(request).containsTests()) {
      out.println(missing());
      return 1;
    }
    var summary = new SummaryGeneratingListener();
    launcher.execute(request, summary, new Skipped(out));
    summary.getSummary().printFailuresTo(out, Integer.MAX_VALUE);
    long failed = summary.getSummary().getTotalFailureCount();
    long aborted = summary.getSummary().getTestsAbortedCount();
    long run = summary.getSummary().getTestsStartedCount() - aborted;
    out.printf(
        Locale.ROOT,
        "%d %s ran, %d failed, %d skipped, in %.1f s.%n",
        run,
        run == 1 ? "test" : "tests",
        failed,
        summary.getSummary().getTestsSkippedCount() + aborted,
        (summary.getSummary().getTimeFinished() - summary.getSummary().getTimeStarted()) / 1000.0);
    return failed == 0 && run > 0 ? 0 : 1;
  }

  private LauncherDiscoveryRequest request(boolean withDrills, boolean onlyNamedMethods) {
    Map<String, Pattern> methods = new HashMap<>();
    for (String argument : arguments) {
      String[] parts = argument.split("#", 2);
      String pattern = parts.length == 2 && onlyNamedMethods ? parts[1] : "*";
      methods.merge(parts[0], glob(pattern), Runner::either);
    }
    var request = LauncherDiscoveryRequestBuilder.request().selectors(classes(methods.keySet()));
    PostDiscoveryFilter named = test -> FilterResult.includedIf(isNamed(test, methods));
    request.filters(named);
    if (!withDrills) {
      request.filters(TagFilter.excludeTags(DRILL));
    }
    return request.build();
  }

  private static List<ClassSelector> classes(Iterable<String> names) {
    var selectors = new ArrayList<ClassSelector>();
    names.forEach(name -> selectors.add(selectClass(name)));
    return selectors;
  }

  private static Pattern glob(String pattern) {
    return Pattern.compile(Pattern.quote(pattern).replace("*", "\\E.*\\Q"));
  }

  private static Pattern either(Pattern some, Pattern other) {
    return Pattern.compile("(?:" + some.pattern() + ")|(?:" + other.pattern() + ")");
  }

  /** A nested class belongs to the class that encloses it, and a method to the named class. */
  private static boolean isNamed(TestDescriptor test, Map<String, Pattern> methods) {
    if (!(test.getSource().orElse(null) instanceof MethodSource method)) {
      return true;
    }
    for (TestDescriptor parent = test; parent != null; parent = parent.getParent().orElse(null)) {
      if (parent.getSource().orElse(null) instanceof ClassSource type
          && methods.containsKey(type.getClassName())) {
        return requireNonNull(methods.get(type.getClassName()))
            .matcher(method.getMethodName())
            .matches();
      }
    }
    return false;
  }

  private String missing() {
    String named = String.join(" ", arguments);
    if (!drills && launcher.discover(request(true, true)).containsTests()) {
      return "No test ran: all tests of " + named + " have the tag drill. Add --drills.";
    }
    TestPlan plan = launcher.discover(request(true, false));
    var methods = new TreeSet<String>();
    plan.accept(
        new TestPlan.Visitor() {
          @Override
          public void visit(TestIdentifier test) {
            if (test.getSource().orElse(null) instanceof MethodSource method) {
              methods.add(method.getMethodName());
            }
          }
        });
    return methods.isEmpty()
        ? "No test found: " + named + " has no test methods."
        : "No test found for "
            + named
            + ". The test methods are:\n"
            + methods.stream().map(name -> "  " + name).collect(Collectors.joining("\n"));
  }

  /** Prints why a test is skipped. */
  private static final class Skipped implements TestExecutionListener {
    private final PrintWriter out;

    Skipped(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      out.println("Skipped " + test.getDisplayName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
        out.println(
            "Skipped "
                + test.getDisplayName()
                + ": "
                + result.getThrowable().map(Throwable::getMessage).orElse("no reason given"));
      }
    }
  }
}
