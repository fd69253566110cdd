package florin.dashboard;

import florin.account.ApiKey;
import florin.core.Id.KeyId;
import florin.report.LoggedRequest;
import florin.report.LoggedRequest.LoggedError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A logged request as a line of a list.
 *
 * @param error its error code
 * @param object the id of the first object that it touched; empty if there is none
 * @param key the name of its key, or only the id if the member may not view keys
 */
public record RequestRow(
    String id,
    String href,
    String method,
    String path,
    int status,
    boolean isError,
    Optional<String> error,
    String object,
    String key,
    String duration,
    String address,
    Instant received) {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /**
   * Returns the line.
   *
   * @param names of keys by id
   */
  static RequestRow of(LoggedRequest request, Map<KeyId, String> names) {
    return new RequestRow(
        request.id().text(),
        href(request.id().text()),
        request.method(),
        request.path(),
        request.status(),
        request.isError(),
        request.error().map(LoggedError::code),
        request.objects().findFirst().orElse(""),
        names.getOrDefault(request.key(), request.key().text()),
        words(request.duration()),
        request.address(),
        request.received());
  }

  static List<RequestRow> of(List<LoggedRequest> requests, Map<KeyId, String> names) {
    return requests.stream().map(request -> of(request, names)).toList();
  }

  static String href(String id) {
    return RequestListPages.PATH + "/" + id;
  }

  /** Returns the names of keys by id. */
  static Map<KeyId, String> names(List<ApiKey> keys) {
    return keys.stream().collect(Collectors.toMap(ApiKey::id, ApiKey::name));
  }

  static Function<ApiKey, SelectOption> option() {
    return key -> new SelectOption(key.id().text(), key.name() + " · " + key.shown());
  }

  static String words(Duration taken) {
    return taken.compareTo(SECOND) < 0
        ? String.format(Locale.ROOT, "%.1f ms", taken.toNanos() / 1e6)
        : String.format(Locale.ROOT, "%.2f s", taken.toNanos() / 1e9);
  }

  /** Returns the end of the object's id, which distinguishes it from others. */
  public String objectShort() {
    return ListForm.shortened(object);
  }

  /** Returns the tone of its pill. */
  public String tone() {
    return isError ? "bad" : "good";
  }
}
