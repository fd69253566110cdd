package florin.dashboard.parts;

import florin.account.ApiKey;
import florin.core.Id.KeyId;
import florin.report.LoggedRequest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A logged request as a line of a list.
 *
 * @param key the name of its key, or only the id if the member may not view keys
 */
public record RequestRow(LoggedRequest request, String key) {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /**
   * Returns the lines.
   *
   * @param names of keys by id
   */
  public static List<RequestRow> of(List<LoggedRequest> requests, Map<KeyId, String> names) {
    return requests.stream().map(request -> of(request, names)).toList();
  }

  public static RequestRow of(LoggedRequest request, Map<KeyId, String> names) {
    return new RequestRow(request, names.getOrDefault(request.key(), request.key().text()));
  }

  public static String path(String id) {
    return "/dashboard/requests/" + id;
  }

  /** Returns the names of keys by id. */
  public static Map<KeyId, String> names(List<ApiKey> keys) {
    return keys.stream().collect(Collectors.toMap(ApiKey::id, ApiKey::name));
  }

  public String path() {
    return path(request.id().text());
  }

  public Pill pill() {
    return new Pill(request.isError() ? "bad" : "good", String.valueOf(request.status()));
  }

  /** Returns the code of its error; empty if it succeeded. */
  public String error() {
    return request.error().map(LoggedRequest.LoggedError::code).orElse("");
  }

  public String duration() {
    Duration taken = request.duration();
    return taken.compareTo(SECOND) < 0
        ? String.format(Locale.ROOT, "%.1f ms", taken.toNanos() / 1e6)
        : String.format(Locale.ROOT, "%.2f s", taken.toNanos() / 1e9);
  }
}
