package florin.app;

import florin.api.Route;
import florin.http.Endpoint;
import java.util.List;

/**
 * A feature as a part of the service. Its constructor takes the modules that it uses, creates the
 * parts of the feature, and opens those that must be closed with {@link Parts}. {@link App} lists
 * all modules, and calls the methods once, after it has created all of them.
 */
interface FeatureModule {
  /** Starts the background jobs. They close before the parts that the constructor opened. */
  default void start() {}

  /** Returns the API routes, which {@link florin.api.Routes} defines. */
  default List<Route<?>> routes() {
    return List.of();
  }

  /** Returns the endpoints that need no API key, such as pages. */
  default List<Endpoint> pages() {
    return List.of();
  }
}
