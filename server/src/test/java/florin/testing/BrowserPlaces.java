package florin.testing;

import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/**
 * Two browsers at once: each is half a machine's work by itself. A class says for which of them it
 * waits, since drawn by lot one had two thirds of the work, and the whole run waited for it.
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
