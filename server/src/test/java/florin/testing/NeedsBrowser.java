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
 * Tests in a {@link Browser}, one for all of a class, which must be used by one thread; skipped
 * where none can be had.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@TakesLong(place = 0)
@TestInstance(Lifecycle.PER_CLASS)
@ResourceLock(providers = BrowserPlaces.class)
@EnabledIf(
    value = "florin.testing.Browser#isThere",
    disabledReason = "There is no Chromium on the PATH, and none could be fetched.")
public @interface NeedsBrowser {
  /** Which of the {@link BrowserPlaces} the class waits for: so that each has as much to do. */
  int place() default 1;
}
