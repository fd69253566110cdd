package florin.connector;

import java.util.List;
import java.util.Optional;

/** The result of listing a provider's objects. */
public sealed interface ProviderListing {
  /** The most objects on a page. */
  int MAX_OBJECTS = 100;

  /**
   * A page of objects.
   *
   * @param objects those with a reference of Florin; other objects of the account are left out
   * @param next the cursor of the next page; empty if there is none
   */
  record Page(List<ProviderObject> objects, Optional<String> next) implements ProviderListing {
    public Page {
      objects = List.copyOf(objects);
      if (objects.size() > MAX_OBJECTS) {
        throw new IllegalArgumentException("a page holds " + MAX_OBJECTS + " objects at most");
      }
    }
  }

  /** The network has no listing. */
  record Unsupported() implements ProviderListing {}

  /** The provider did not respond, or its response could not be read. The caller may ask again. */
  record Unanswered(String detail) implements ProviderListing {}
}
