package florin.testing;

import java.util.Set;
import org.junit.jupiter.api.parallel.ResourceLocksProvider;

/** Two browsers at once: each is half a machine's work by itself. */
public final class BrowserPlaces implements ResourceLocksProvider {
  private static final int PLACES = 2;

  @Override
  public Set<Lock> provideForClass(Class<?> testClass) {
    return Set.of(new Lock("browser " + Math.floorMod(testClass.getName().hashCode(), PLACES)));
  }
}
