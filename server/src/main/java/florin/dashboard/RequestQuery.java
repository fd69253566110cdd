package florin.dashboard;

import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import florin.http.Form;
import florin.http.Format;
import florin.http.IdText;
import florin.report.RequestFilter;
import florin.report.RequestFilter.StatusClass;
import florin.report.RequestLog;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The search of the list of requests, from its address: one text field, and filters.
 *
 * @param form the fields with their errors
 * @param id the id of the one request to find
 */
record RequestQuery(
    Form form,
    Optional<RequestId> id,
    RequestFilter filter,
    DateFilter received,
    List<FilterChip> chips) {
  static final String SEARCH = "q";
  static final String STATUS = "status";
  static final String METHOD = "method";
  static final String PATH = "path";
  static final String KEY = "key";
  static final String IDEMPOTENCY_KEY = "idempotency_key";
  static final String OBJECT = "object";

  private static final Map<String, List<String>> CHIPS = new LinkedHashMap<>();

  static {
    CHIPS.put(STATUS, List.of(STATUS));
    CHIPS.put("date", DateFilter.FIELDS);
    CHIPS.put(METHOD, List.of(METHOD));
    CHIPS.put(PATH, List.of(PATH));
    CHIPS.put(KEY, List.of(KEY));
    CHIPS.put(OBJECT, List.of(OBJECT));
    CHIPS.put(IDEMPOTENCY_KEY, List.of(IDEMPOTENCY_KEY));
  }

  static final List<String> FIELDS =
      Stream.concat(Stream.of(SEARCH), CHIPS.values().stream().flatMap(List::stream)).toList();

  static final List<SelectOption> STATUSES =
      Stream.concat(
              Arrays.stream(StatusClass.values())
                  .map(status -> new SelectOption(text(status), words(status))),
              Stream.of(400, 401, 402, 403, 404, 409, 429, 500, 503)
                  .map(code -> new SelectOption(code.toString(), code.toString())))
          .toList();

  static final List<SelectOption> METHODS =
      Stream.of("GET", "POST", "PATCH", "DELETE", "HEAD")
          .map(method -> new SelectOption(method, method))
          .toList();

  private static final Format<String> STATUS_FORMAT = oneOf(STATUSES);
  private static final Format<String> METHOD_FORMAT = oneOf(METHODS);

  private static final Format<String> PATH_FORMAT =
      Format.text(
          "must be a path, such as /v2/payments or /v2/payments/{id}",
          "",
          text -> Optional.of(text).filter(path -> path.matches("/[A-Za-z0-9_/{}-]{1,199}")));

  private static final Format<KeyId> KEY_FORMAT =
      Format.text("must be one of the keys", new KeyId(new UUID(0, 0)), KeyId.KIND::parse);

  private static final Format<String> OBJECT_FORMAT =
      Format.text(
          "must be an object's ID, such as pay_01h455vb4pex5vsknk084sn02q",
          "",
          text -> Optional.of(text).filter(IdText::is));

  private static final Format<String> IDEMPOTENCY_FORMAT =
      Format.text(
          "must be 1 to 255 printable ASCII characters, as the header Idempotency-Key",
          "",
          text -> Optional.of(text).filter(RequestQuery::isIdempotencyKey));

  /** The meanings of the text field; one of them is set. */
  private record Searched(
      Optional<RequestId> id,
      Optional<String> path,
      Optional<String> object,
      Optional<String> idempotencyKey) {
    static final Searched NOTHING =
        new Searched(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * Reads the search.
   *
   * @param names of the keys that can be chosen
   */
  static RequestQuery read(Visit visit, RequestLog log, Map<KeyId, String> names, Instant now) {
    Form form = ListForm.read(visit.query(), FIELDS);
    Searched searched = searched(form);
    Optional<String> status = good(form, STATUS, STATUS_FORMAT);
    Optional<String> path = searched.path.or(() -> good(form, PATH, PATH_FORMAT));
    Optional<String> pathId = path.flatMap(RequestQuery::idIn);
    DateFilter received = DateFilter.read(form, TimeText.zone(), now);
    Optional<KeyId> key = good(form, KEY, KEY_FORMAT);
    var filter =
        new RequestFilter(
            status.flatMap(RequestQuery::statusClass),
            status.filter(text -> text.matches("[0-9]+")).map(Integer::valueOf),
            good(form, METHOD, METHOD_FORMAT),
            path.map(RequestQuery::route),
            pathId.flatMap(_ -> path),
            key,
            searched.object.or(() -> good(form, OBJECT, OBJECT_FORMAT)).or(() -> pathId),
            searched
                .idempotencyKey
                .or(() -> good(form, IDEMPOTENCY_KEY, IDEMPOTENCY_FORMAT))
                .map(sent -> log.mark(visit.realm(), sent)),
            received.span());
    String keyName =
        key.map(id -> names.getOrDefault(id, ListForm.shortened(id.text()))).orElse("");
    return new RequestQuery(form, searched.id, filter, received, chips(form, received, keyName));
  }

  /**
   * Returns the meaning of the text: an id, a path, or else an idempotency key, which has no fixed
   * format.
   */
  private static Searched searched(Form form) {
    String typed = form.text(SEARCH);
    if (typed.startsWith("req_")) {
      Optional<RequestId> id = RequestId.KIND.parse(typed);
      if (id.isEmpty()) {
        form.wrong(
            SEARCH, "A request ID has 26 characters after req_, as in the Request-Id header.");
      }
      return new Searched(id, Optional.empty(), Optional.empty(), Optional.empty());
    }
    if (IdText.is(typed)) {
      return new Searched(Optional.empty(), Optional.empty(), Optional.of(typed), Optional.empty());
    }
    if (typed.startsWith("/")) {
      return new Searched(
          Optional.empty(), good(form, SEARCH, PATH_FORMAT), Optional.empty(), Optional.empty());
    }
    return typed.isEmpty()
        ? Searched.NOTHING
        : new Searched(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            good(form, SEARCH, IDEMPOTENCY_FORMAT));
  }

  private static List<FilterChip> chips(Form form, DateFilter received, String keyName) {
    String status = form.text(STATUS);
    Map<String, String> words =
        Map.of(
            STATUS,
            statusClass(status).map(RequestQuery::words).orElse(status),
            "date",
            received.words(),
            METHOD,
            form.text(METHOD),
            PATH,
            form.text(PATH),
            KEY,
            keyName,
            OBJECT,
            ListForm.shortened(form.text(OBJECT)),
            IDEMPOTENCY_KEY,
            ListForm.shortened(form.text(IDEMPOTENCY_KEY)));
    return FilterChip.of(form, CHIPS, words);
  }

  /** Returns whether only status and days filter the list, so that the tabs can count. */
  boolean isCountable() {
    return form.isGood()
        && FIELDS.stream()
            .filter(name -> !name.equals(STATUS) && !DateFilter.FIELDS.contains(name))
            .allMatch(name -> form.text(name).isEmpty());
  }

  static String text(StatusClass status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  static String words(StatusClass status) {
    return switch (status) {
      case SUCCESS -> "Succeeded";
      case CLIENT_ERROR -> "Failed";
      case SERVER_ERROR -> "Server errors";
    };
  }

  private static Optional<StatusClass> statusClass(String text) {
    return Arrays.stream(StatusClass.values()).filter(one -> text(one).equals(text)).findFirst();
  }

  private static Optional<String> idIn(String path) {
    return Arrays.stream(path.split("/")).filter(IdText::is).findFirst();
  }

  /**
   * Returns the route of a path with an id, such as `/v2/payments/{id}`. Any other path is its own
   * route.
   */
  private static String route(String path) {
    return Arrays.stream(path.split("/"))
        .map(segment -> IdText.is(segment) ? "{id}" : segment)
        .collect(Collectors.joining("/"));
  }

  private static boolean isIdempotencyKey(String text) {
    return !text.isEmpty()
        && text.length() <= IdempotencyKey.MAX_LENGTH
        && text.chars().allMatch(c -> c >= 0x20 && c <= 0x7E);
  }

  /** Returns the value of a field; empty if it is blank or invalid. */
  private static <T> Optional<T> good(Form form, String name, Format<T> format) {
    return form.optional(name, format).filter(_ -> form.error(name).isEmpty());
  }

  private static Format<String> oneOf(List<SelectOption> options) {
    return Format.choice(options.stream().map(SelectOption::value).toList(), Function.identity());
  }
}
