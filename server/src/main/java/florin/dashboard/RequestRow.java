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
 * @param error its code
 * @param object the id of what it touched first; empty where it touched nothing
 * @param key the name of its key, or the key's id where that is all that may be seen
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
   * @param names of keys
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

  /** What keys are called. */
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

  /** Its end tells it from others. */
  public String objectShort() {
    return ListForm.shortened(object);
  }

  /** Of its pill. */
  public String tone() {
    return isError ? "bad" : "good";
  }
}
