package florin.api;

import florin.http.Endpoint;
import florin.http.Exchange;
import florin.http.TrafficClass;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The service's table of routes, without the code behind the routes. The fuzzer therefore covers
 * each new route automatically.
 */
public final class FuzzedRoutes {
  private final List<Route<?>> routes = table();
  private final Map<String, Route<?>> byLine =
      routes.stream()
          .collect(
              Collectors.toMap(
                  route -> line(route.method(), route.template()), Function.identity()));

  /** Returns an endpoint for each route. Their handlers throw if they are called. */
  public List<Endpoint> endpoints() {
    return routes.stream()
        .map(route ->
            new Endpoint(
                route.method(),
                route.template(),
                TrafficClass.KEYS,
                _ -> {
                  throw new IllegalStateException("the fuzzer calls no route");
                }))
        .toList();
  }

  /** Returns whether the endpoint's request body is a file. */
  public boolean takesFile(Endpoint endpoint) {
    return route(endpoint).fileBytes() > 0;
  }

  /**
   * Decodes a request as {@link ApiPipeline} does.
   *
   * @throws florin.core.Refusal if the request is invalid
   */
  public Object decode(Endpoint endpoint, Exchange exchange) {
    Object input = route(endpoint).decoder().decode(exchange);
    exchange.refuseUnread();
    return input;
  }

  /** Returns the API key that the request carries. */
  public static String credentials(Exchange exchange) {
    return Credentials.of(exchange);
  }

  private Route<?> route(Endpoint endpoint) {
    return Objects.requireNonNull(byLine.get(line(endpoint.method(), endpoint.template())));
  }

  private static String line(String method, String template) {
    return method + " " + template;
  }

  /** Returns the routes of all features: {@link Routes} has a public method for each. */
  private static List<Route<?>> table() {
    List<Route<?>> table = new ArrayList<>();
    for (Method feature : Routes.class.getDeclaredMethods()) {
      if (Modifier.isPublic(feature.getModifiers())
          && Modifier.isStatic(feature.getModifiers())
          && feature.getGenericReturnType().getTypeName().contains("Route<")) {
        table.addAll(routes(feature));
      }
    }
    if (table.isEmpty()) {
      throw new IllegalStateException("no routes found");
    }
    return table;
  }

  private static List<Route<?>> routes(Method feature) {
    try {
      @Nullable Object[] apis =
          Arrays.stream(feature.getParameterTypes()).map(FuzzedRoutes::withoutParts).toArray();
      List<Route<?>> routes = new ArrayList<>();
      for (Object route : (List<?>) Objects.requireNonNull(feature.invoke(null, apis))) {
        routes.add((Route<?>) route);
      }
      return routes;
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException("can't list the routes of " + feature.getName(), failed);
    }
  }

  /** Creates an API with its first constructor. All arguments are null or false. */
  private static Object withoutParts(Class<?> api) {
    if (api.isEnum()) {
      return api.getEnumConstants()[0];
    }
    Constructor<?> constructor =
        Arrays.stream(api.getDeclaredConstructors()).findFirst().orElseThrow();
    @Nullable Object[] arguments =
        Arrays.stream(constructor.getParameterTypes())
            .map(parameter -> parameter == boolean.class ? false : null)
            .toArray();
    try {
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException("can't create " + api, failed);
    }
  }
}
