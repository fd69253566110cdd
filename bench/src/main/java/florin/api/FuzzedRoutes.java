package florin.api;

import florin.docs.DocsApi;
import florin.http.Crowd;
import florin.http.Endpoint;
import florin.http.Exchange;
import java.lang.reflect.Constructor;
import java.net.URI;
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
                Crowd.KEYS,
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
   * Decodes a request as {@link Gate} does.
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

  private static List<Route<?>> table() {
    return ((Routes) without(Routes.class)).table();
  }

  private static @Nullable Object nothing(Class<?> parameter, boolean isOfApis) {
    if (parameter == boolean.class) {
      return false;
    }
    return isOfApis ? without(parameter) : null;
  }

  /**
   * Creates an object with its first constructor. Arguments that are records of APIs are created
   * the same way; all others are null or false.
   */
  private static Object without(Class<?> type) {
    if (type == DocsApi.class) {
      return new DocsApi(URI.create("http://127.0.0.1"));
    }
    Constructor<?> constructor =
        Arrays.stream(type.getDeclaredConstructors()).findFirst().orElseThrow();
    boolean isOfApis = type == Routes.class || type.isRecord();
    @Nullable Object[] arguments =
        Arrays.stream(constructor.getParameterTypes())
            .map(parameter -> nothing(parameter, isOfApis))
            .toArray();
    try {
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException("can't create " + type, failed);
    }
  }
}
