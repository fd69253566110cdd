package florin.connector;

import java.util.List;
import java.util.Optional;

/** What came of asking a provider for what it has. */
public sealed interface ProviderListing {
  /** The most that a page may hold. */
  int MAX_OBJECTS = 100;

  /**
   * @param objects those under a reference of ours; what others have made there is left out
   * @param next what to ask for the page after it with; empty when there is none
   */
  record Page(List<ProviderObject> objects, Optional<String> next) implements ProviderListing {
    public Page {
      objects = List.copyOf(objects);
      if (objects.size() > MAX_OBJECTS) {
        throw new IllegalArgumentException("a page holds " + MAX_OBJECTS + " objects at most");
      }
    }
  }

  /** There is no way to ask this network. */
  record Unsupported() implements ProviderListing {}

  /** It did not answer, or not so that it could be understood. It may be asked again. */
  record Unanswered(String detail) implements ProviderListing {}
}
