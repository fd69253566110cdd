package florin.dashboard.pipeline;

import florin.core.Realm;

/** Finds out whether a realm has an object, for the page about one that was not found. */
@FunctionalInterface
public interface ObjectFinder {
  /**
   * Returns whether the object exists.
   *
   * @param id of any kind
   */
  boolean exists(Realm realm, String id);
}
