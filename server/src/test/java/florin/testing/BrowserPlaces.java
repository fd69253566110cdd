package florin.testing;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Limits the run to two browsers at the same time, since each takes half of the machine. Each class
 * names its place: a random choice gave one place two thirds of the work, and the whole run waited
 * for it.
 */
public final class BrowserPlaces implements ResourceLocksProvider {
  @Override
  public Set<Lock> provideForClass(Class<?> testClass) {
    return Set.of(
        new Lock(
            "browser "
                + Objects.requireNonNull(testClass.getAnnotation(NeedsBrowser.class)).place()));
  }
}
