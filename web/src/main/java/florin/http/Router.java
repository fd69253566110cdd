package florin.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the endpoint of a method and a raw path with a tree of segments, in which a literal has
 * priority over a parameter. Jetty's `PathMappings` is not used: it matches decoded paths with
 * regular expressions, and Florin checks the raw bytes of a segment.
 */
final class Router {
  private final Node root = new Node();

  sealed interface Match {
    /** Returns the template for logs and metrics, or `-` without one; never the path. */
    default String template() {
      return "-";
    }

    /** Returns the template with the actual ids, and nothing else of the path. */
    default String pathOfIds() {
      return template();
    }

    record Found(Endpoint endpoint, Map<String, String> parameters) implements Match {
      @Override
      public String template() {
        return endpoint.template();
      }

      @Override
      public String pathOfIds() {
        String path = template();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
          if (IdText.is(parameter.getValue())) {
            path = path.replace("{" + parameter.getKey() + "}", parameter.getValue());
          }
        }
        return path;
      }
    }

    /** The path exists; it allows these methods. */
    record OtherMethods(String template, String allow) implements Match {}

    /**
     * No such path.
     *
     * @param slashTooMany whether the path without its trailing slash exists
     */
    record NotFound(boolean slashTooMany) implements Match {}

    /** The path may be read differently by proxies and servers. */
    record Ambiguous() implements Match {}
  }

  Router(List<Endpoint> endpoints) {
    endpoints.forEach(this::add);
  }

  Match match(String method, String rawPath) {
    if (!PathSegments.isPlain(rawPath)) {
      return new Match.Ambiguous();
    }
    Optional<List<String>> segments = PathSegments.decode(rawPath);
    if (segments.isEmpty()) {
      return new Match.Ambiguous();
    }
    Node node = root.find(segments.get(), 0);
    if (node == null) {
      List<String> all = segments.get();
      boolean slash = all.size() > 1 && all.getLast().isEmpty();
      return new Match.NotFound(slash && root.find(all.subList(0, all.size() - 1), 0) != null);
    }
    Endpoint endpoint = node.endpoint(method);
    return endpoint == null
        ? new Match.OtherMethods(node.template(), node.allow())
        : new Match.Found(endpoint, parameters(endpoint.template(), segments.get()));
  }

  private void add(Endpoint endpoint) {
    Node node = root;
    for (String segment : PathSegments.split(endpoint.template())) {
      node = node.child(segment);
    }
    if (node.endpoints.put(endpoint.method(), endpoint) != null) {
      throw new IllegalArgumentException(
          "two endpoints for " + endpoint.method() + " " + endpoint.template());
    }
  }

  private static Map<String, String> parameters(String template, List<String> segments) {
    if (template.indexOf('{') < 0) {
      return Map.of();
    }
    var parameters = new HashMap<String, String>();
    List<String> names = PathSegments.split(template);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (isParameter(name)) {
        int end = name.indexOf('}');
        String value = segments.get(i);
        String suffix = name.substring(end + 1);
        parameters.put(
            name.substring(1, end), value.substring(0, value.length() - suffix.length()));
      }
    }
    return Map.copyOf(parameters);
  }

  /** Returns whether a segment is `{id}`, or has a suffix like `{id}.xml`. */
  private static boolean isParameter(String segment) {
    return segment.startsWith("{") && segment.indexOf('}') > 0;
  }

  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private final Map<String, Endpoint> endpoints = new HashMap<>();
    private final Map<String, Node> suffixed = new HashMap<>();
    private @Nullable Node parameter;

    Node child(String segment) {
      if (!isParameter(segment)) {
        return literals.computeIfAbsent(segment, s -> new Node());
      }
      String suffix = segment.substring(segment.indexOf('}') + 1);
      if (!suffix.isEmpty()) {
        return suffixed.computeIfAbsent(suffix, s -> new Node());
      }
      Node child = parameter == null ? new Node() : parameter;
      parameter = child;
      return child;
    }

    @Nullable Node find(List<String> segments, int from) {
      if (from == segments.size()) {
        return endpoints.isEmpty() ? null : this;
      }
      String segment = segments.get(from);
      Node literal = literals.get(segment);
      Node found = literal == null ? null : literal.find(segments, from + 1);
      if (found != null || segment.isEmpty()) {
        return found;
      }
      Node ending = ending(segment);
      found = ending == null ? null : ending.find(segments, from + 1);
      return found != null || parameter == null ? found : parameter.find(segments, from + 1);
    }

    private @Nullable Node ending(String segment) {
      for (Map.Entry<String, Node> candidate : suffixed.entrySet()) {
        if (segment.endsWith(candidate.getKey())
            && segment.length() > candidate.getKey().length()) {
          return candidate.getValue();
        }
      }
      return null;
    }

    @Nullable Endpoint endpoint(String method) {
      Endpoint exact = endpoints.get(method);
      return exact == null && method.equals("HEAD") ? endpoints.get("GET") : exact;
    }

    String template() {
      return endpoints.values().iterator().next().template();
    }

    String allow() {
      var methods = new TreeSet<>(endpoints.keySet());
      if (methods.contains("GET")) {
        methods.add("HEAD");
      }
      return String.join(", ", new ArrayList<>(methods));
    }
  }
}
