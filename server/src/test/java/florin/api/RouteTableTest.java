package florin.api;

import florin.core.Scope;
import florin.testing.GoldenTable;
import florin.testing.TestApp;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compares the routes and their access rules with a file, so that a change of a rule also changes
 * the file.
 */
class RouteTableTest {
  @Test
  void every_route_has_the_scopes_and_the_rule_for_live_keys_of_the_file() {
    try (TestApp florin = TestApp.open()) {
      GoldenTable.assertKept(
          "api-routes.txt",
          florin.app().routes().table().stream()
              .map(route ->
                  "%-6s %-45s %-31s %s"
                      .formatted(
                          route.method(),
                          route.template(),
                          scopes(route),
                          lower(route.liveByKey())))
              .toList());
    }
  }

  private static String scopes(Route<?> route) {
    return route.scopes().stream().map(Scope::text).collect(Collectors.joining(" "));
  }

  private static String lower(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}
