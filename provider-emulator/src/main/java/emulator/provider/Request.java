package emulator.provider;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A complete HTTP request.
 *
 * @param path without its query, decoded
 * @param query as it was received, or empty
 * @param headers by their names in lower case
 */
public record Request(
    String method, String path, String query, Map<String, String> headers, String body) {
  public Request {
    headers = Map.copyOf(headers);
  }

  static Request of(String method, String target, Map<String, String> headers, String body) {
    int mark = target.indexOf('?');
    String path = mark < 0 ? target : target.substring(0, mark);
    String query = mark < 0 ? "" : target.substring(mark + 1);
    return new Request(
        method, URLDecoder.decode(path, StandardCharsets.UTF_8), query, headers, body);
  }

  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns method and path, which select the faults for a request, for example `POST /v1/refunds`.
   */
  public String line() {
    return method + " " + path;
  }
}
