package florin.report;

import florin.core.Id.KeyId;
import florin.core.Realm;
import florin.core.Scope;
import florin.db.Db;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The scopes that a key used, by the request log. The log is sampled under load and has a retention
 * period, so a scope that is used rarely can be missing.
 *
 * @param requests the number of requests among which they were found
 * @param since the time of the first one; empty if there is none
 */
public record UsedScopes(Set<Scope> scopes, long requests, Optional<Instant> since) {
  /** The time over which requests are read. */
  public static final Duration PERIOD = Duration.ofDays(30);

  /** The newest requests of a key that are read. */
  static final int MOST_REQUESTS = 10_000;

  public UsedScopes {
    var copy = EnumSet.noneOf(Scope.class);
    copy.addAll(scopes);
    scopes = Collections.unmodifiableSet(copy);
  }

  /** The requests of a key on one route, without those that its rights rejected. */
  record UsedRoute(String method, String route, long requests, Instant first) {}

  /**
   * Reads the scopes that a key used in the {@link #PERIOD} before now.
   *
   * @param scopeOfRoute scopes such as `payments:read` by route, such as `GET /v2/payments/{id}`
   */
  public static UsedScopes read(
      Db db, Map<String, String> scopeOfRoute, Realm realm, KeyId key, Instant now) {
    List<UsedRoute> routes = new RequestLogStore(db).listUsed(realm, key, now.minus(PERIOD));
    var scopes = EnumSet.noneOf(Scope.class);
    routes.forEach(one ->
        Scope.find(scopeOfRoute.getOrDefault(one.method() + " " + one.route(), ""))
            .filter(Scope::isGrantable)
            .ifPresent(scopes::add));
    return new UsedScopes(
        scopes,
        routes.stream().mapToLong(UsedRoute::requests).sum(),
        routes.stream().map(UsedRoute::first).min(Comparator.naturalOrder()));
  }
}
