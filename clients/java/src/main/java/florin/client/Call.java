package florin.client;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A request before it is sent.
 *
 * @param key the idempotency key, which stays the same for all retries
 */
record Call(
    String method,
    String path,
    List<String> query,
    Optional<byte[]> body,
    String mediaType,
    Optional<String> key) {
  private static final String JSON = "application/json";

  static Call get(String path) {
    return new Call("GET", path, List.of(), Optional.empty(), JSON, Optional.empty());
  }

  static Call delete(String path) {
    return new Call("DELETE", path, List.of(), Optional.empty(), JSON, Optional.empty());
  }

  static Call post(String path) {
    return new Call("POST", path, List.of(), Optional.empty(), JSON, Optional.empty());
  }

  /** Puts an id into the path. */
  Call id(String id) {
    if (id.isBlank()) {
      throw new IllegalArgumentException("The id is empty. Nothing was sent.");
    }
    return new Call(method, path.replace("{id}", encoded(id)), query, body, mediaType, key);
  }

  /** Adds a random idempotency key. */
  Call keyed() {
    return withKey(UUID.randomUUID().toString());
  }

  private Call withKey(String value) {
    return new Call(method, path, query, body, mediaType, Optional.of(value));
  }

  Call body(KeyedParams<?> params) {
    byte[] json = Json.write(params).getBytes(StandardCharsets.UTF_8);
    return new Call(method, path, query, Optional.of(json), JSON, key)
        .withKey(params.key().orElseGet(() -> UUID.randomUUID().toString()));
  }

  Call file(byte[] bytes, String type) {
    return new Call(method, path, query, Optional.of(bytes), type, key);
  }

  Call query(Params<?> params) {
    List<String> all = new ArrayList<>();
    params
        .fields()
        .forEach((name, value) -> {
          if (value instanceof List<?> values) {
            values.forEach(it -> all.add(pair(name, it)));
          } else if (value instanceof Map<?, ?> map) {
            map.forEach((key, it) -> all.add(pair(name + "[" + key + "]", it)));
          } else if (value != null) {
            all.add(pair(name, value));
          }
        });
    return withQuery(all);
  }

  private Call withQuery(List<String> pairs) {
    return new Call(method, path, List.copyOf(pairs), body, mediaType, key);
  }

  /** Returns the call for another page: one that starts or ends at an object. */
  Call at(String parameter, String id) {
    List<String> pairs = new ArrayList<>(query);
    pairs.removeIf(it -> it.startsWith("starting_after=") || it.startsWith("ending_before="));
    pairs.add(pair(parameter, id));
    return withQuery(pairs);
  }

  boolean isBackward() {
    return query.stream().anyMatch(it -> it.startsWith("ending_before="));
  }

  /** Returns whether a repetition after a lost response has no second effect. */
  boolean isRepeatable() {
    return !method.equals("POST") || key.isPresent();
  }

  String address() {
    return query.isEmpty() ? path : path + "?" + String.join("&", query);
  }

  private static String pair(String name, Object value) {
    String text =
        value instanceof Instant time
            ? String.valueOf(time.getEpochSecond())
            : value instanceof Enum<?> constant ? Json.value(constant) : value.toString();
    return encoded(name) + "=" + encoded(text);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
