package florin.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs the tests of a class in one {@link Browser}, on one thread. Without a browser on this
 * machine they are skipped.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@TakesLong(place = 0)
@TestInstance(Lifecycle.PER_CLASS)
@ResourceLock(providers = BrowserPlaces.class)
@EnabledIf(
    value = "florin.testing.Browser#isThere",
    disabledReason = "There is no Chromium on the PATH, and none could be downloaded.")
public @interface NeedsBrowser {
  /**
   * The {@link BrowserPlaces place} that the class occupies; choose so that both have equal work.
   */
  int place() default 1;
}
