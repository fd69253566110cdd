package florin.docs;

import florin.docs.Contract.Branch;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The scope of each route, from the OpenAPI document. The command line has no table of routes, and
 * a test compares both.
 */
public final class OperationScopes {
  private OperationScopes() {}

  /** Returns scopes such as `payments:read` by route, such as `GET /v2/payments/{id}`. */
  public static Map<String, String> read() {
    var scopes = new HashMap<String, String>();
    for (Branch path : DocsApi.contract().at("/paths").below()) {
      for (Branch operation : path.below()) {
        if (operation.has("x-scope")) {
          scopes.put(
              operation.name().toUpperCase(Locale.ROOT) + " " + path.name(),
              operation.text("x-scope"));
        }
      }
    }
    return Map.copyOf(scopes);
  }
}
