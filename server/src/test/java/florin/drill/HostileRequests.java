package florin.drill;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** HTTP/1.1 requests whose framing, headers or bodies are expensive to process. */
final class HostileRequests {
  private static final int BODY = 1_000_000;
  private static final int COLLIDING_BITS = 14;

  private HostileRequests() {}

  /** Returns a request with its headers and only the first bytes of its body. */
  static byte[] begun(String path, String key, int announced, int sent) {
    return (head("POST", path, key)
            + "Content-Type: application/json\r\nContent-Length: "
            + announced
            + "\r\n\r\n"
            + "{\"description\": \"".concat("a".repeat(sent)).substring(0, sent))
        .getBytes(ISO_8859_1);
  }

  static String head(String method, String path, String key) {
    return method
        + " "
        + path
        + " HTTP/1.1\r\nHost: florin.test\r\n"
        + (key.isEmpty() ? "" : "Authorization: Bearer " + key + "\r\n");
  }

  /** Returns many pipelined requests for a list. */
  static byte[] lists(String key, int many) {
    return (head("GET", HostileFrames.LARGE_LIST, key) + "\r\n").repeat(many).getBytes(ISO_8859_1);
  }

  /**
   * Returns requests with bodies that are small to send and expensive to parse, and with long
   * headers.
   */
  static List<byte[]> bombs(String key) {
    var bombs = new ArrayList<byte[]>();
    bombs.add(json(key, "{\"a\":".repeat(BODY / 6), ""));
    bombs.add(json(key, "{\"metadata\":" + "[".repeat(BODY) + "}", ""));
    bombs.add(json(key, "{\"amount\": " + "9".repeat(BODY) + "}", ""));
    bombs.add(json(key, "{\"amount\": 1e999999999}", ""));
    bombs.add(json(key, "{\"amount\": -1E-2147483647}", ""));
    bombs.add(json(key, "{\"amount\": [" + numbers() + "]}", ""));
    bombs.add(
        json(key, keys(IntStream.range(0, 80_000).mapToObj("k%06d"::formatted).toList()), ""));
    bombs.add(json(key, keys(colliding()), ""));
    bombs.add(json(key, "{\"\\u0000".repeat(BODY / 8), ""));
    bombs.add(json(key, "\"" + "\\u0061".repeat(BODY / 6) + "\"", ""));
    bombs.add(json(key, "\u001f\u008b\b\0\0\0\0\0".repeat(BODY / 8), "Content-Encoding: gzip\r\n"));
    bombs.add(json(key, "a".repeat(64), "Content-Encoding: deflate, gzip, br, gzip\r\n"));
    bombs.add(form(fields("&", "p%d=v")));
    bombs.add(form("email=" + "%41".repeat(BODY / 3)));
    bombs.add(multipart());
    bombs.add(get("/v2/payments?" + "a=b&".repeat(3_000), key, ""));
    bombs.add(get("/v2/payments?" + "expand[]=" + "[".repeat(12_000), key, ""));
    bombs.add(get("/v2/payments/" + "a".repeat(15_000), key, ""));
    bombs.add(get("/v2/payments/" + "a".repeat(BODY), key, ""));
    bombs.add(get("/" + "%2e%2e/".repeat(2_000), key, ""));
    bombs.add(
        get("/v2/payments", key, "Cookie: " + fields("; ", "c%d=v").substring(0, 15_000) + "\r\n"));
    bombs.add(get("/dashboard", "", "Cookie: a=b\r\n".repeat(99)));
    bombs.add(get("/v2/payments", key, "a:b\r\n".repeat(3_000)));
    bombs.add(get("/v2/payments", key, "a: " + "b".repeat(BODY) + "\r\n"));
    return bombs;
  }

  private static String numbers() {
    return IntStream.range(0, 9_000)
        .mapToObj(_ -> "9".repeat(100))
        .collect(Collectors.joining(","));
  }

  private static String keys(List<String> keys) {
    return keys.stream().map(k -> "\"" + k + "\":1").collect(Collectors.joining(",", "{", "}"));
  }

  /** Returns different texts with the same hash code. */
  private static List<String> colliding() {
    return IntStream.range(0, 1 << COLLIDING_BITS)
        .mapToObj(n ->
            IntStream.range(0, COLLIDING_BITS)
                .mapToObj(bit -> (n >> bit & 1) == 0 ? "Aa" : "BB")
                .collect(Collectors.joining()))
        .toList();
  }

  private static String fields(String between, String field) {
    return IntStream.range(0, 60_000)
        .mapToObj(field::formatted)
        .collect(Collectors.joining(between));
  }

  private static byte[] get(String path, String key, String fields) {
    return (head("GET", path, key) + fields + "Connection: close\r\n\r\n").getBytes(ISO_8859_1);
  }

  private static byte[] json(String key, String body, String fields) {
    return post("/v2/payment_methods", key, "application/json", body, fields);
  }

  private static byte[] form(String body) {
    return post("/dashboard/sign-in", "", "application/x-www-form-urlencoded", body, "");
  }

  private static byte[] multipart() {
    String part = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n";
    return post(
        "/dashboard/sign-in", "", "multipart/form-data; boundary=b", part.repeat(15_000), "");
  }

  private static byte[] post(String path, String key, String type, String body, String fields) {
    return (head("POST", path, key)
            + "Content-Type: "
            + type
            + "\r\nConnection: close\r\n"
            + fields
            + "Content-Length: "
            + body.length()
            + "\r\n\r\n"
            + body)
        .getBytes(ISO_8859_1);
  }
}
