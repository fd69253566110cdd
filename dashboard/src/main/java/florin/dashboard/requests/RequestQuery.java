package florin.dashboard.requests;

import florin.account.ApiKey;
import florin.core.Id.KeyId;
import florin.core.Id.RequestId;
import florin.core.IdempotencyKey;
import florin.core.Realm;
import florin.dashboard.list.DateFilter;
import florin.dashboard.list.ListField;
import florin.dashboard.list.ListFilter;
import florin.dashboard.list.ListForm;
import florin.dashboard.list.ListRequest;
import florin.dashboard.parts.SelectOption;
import florin.http.Format;
import florin.http.IdText;
import florin.report.RequestFilter;
import florin.report.RequestFilter.StatusClass;
import florin.report.RequestLog;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The search of the list of requests: one text field, and filters.
 *
 * @param id the id of the one request to find
 */
record RequestQuery(Optional<RequestId> id, RequestFilter filter) {
  static final ListField<String> STATUS =
      choice("status", "Status", Stream.concat(classes(), codes()).toList(), RequestQuery::words);
  static final ListField<String> METHOD =
      choice(
          "method",
          "Method",
          List.of("GET", "POST", "PATCH", "DELETE", "HEAD"),
          Function.identity());
  static final ListField<String> PATH =
      ListField.text(
              "path",
              "Path",
              Format.text(
                  "must be a path, such as /v2/payments or /v2/payments/{id}",
                  "",
                  text ->
                      Optional.of(text).filter(path -> path.matches("/[A-Za-z0-9_/{}-]{1,199}"))),
              "/v2/payments",
              "With an object's ID, or {id} for any",
              200)
          .saying(Function.identity());
  static final ListField<KeyId> KEY =
      ListField.choice(
          "key",
          "Key",
          "Any",
          List.of(),
          Format.text("must be one of the keys", new KeyId(new UUID(0, 0)), KeyId.KIND::parse),
          ListForm::shortened);
  static final ListField<String> OBJECT =
      ListField.text(
          "object",
          "Object ID",
          Format.text(
              "must be an object's ID, such as pay_01h455vb4pex5vsknk084sn02q",
              "",
              text -> Optional.of(text).filter(IdText::is)),
          "pay_…, re_…, cus_…",
          "",
          40);
  static final ListField<String> IDEMPOTENCY_KEY =
      ListField.text(
          "idempotency_key",
          "Idempotency key",
          Format.text(
              "must be 1 to 255 printable ASCII characters, as the header Idempotency-Key",
              "",
              text -> Optional.of(text).filter(RequestQuery::isIdempotencyKey)),
          "",
          "As your server sent it",
          IdempotencyKey.MAX_LENGTH);

  static final List<ListFilter> FILTERS =
      List.of(
          STATUS.alone(),
          DateFilter.FILTER,
          METHOD.alone(),
          PATH.alone(),
          KEY.alone(),
          OBJECT.alone("Object"),
          IDEMPOTENCY_KEY.alone());

  /** The meanings of the text field; one of them is set. */
  private record Searched(
      Optional<RequestId> id,
      Optional<String> path,
      Optional<String> object,
      Optional<String> idempotencyKey) {
    static final Searched NOTHING =
        new Searched(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  private static ListField<String> choice(
      String name, String label, List<String> values, Function<String, String> words) {
    return ListField.choice(name, label, "Any", values, Function.identity(), words);
  }

  private static Stream<String> classes() {
    return Arrays.stream(StatusClass.values()).map(RequestQuery::text);
  }

  private static Stream<String> codes() {
    return Stream.of("400", "401", "402", "403", "404", "409", "429", "500", "503");
  }

  /** Reads the search. */
  static RequestQuery read(ListRequest request, Realm realm, RequestLog log, Instant now) {
    Searched searched = searched(request);
    Optional<String> status = request.get(STATUS);
    Optional<String> path = searched.path.or(() -> request.get(PATH));
    Optional<String> pathId = path.flatMap(RequestQuery::idIn);
    return new RequestQuery(
        searched.id,
        new RequestFilter(
            status.flatMap(RequestQuery::statusClass),
            status.filter(text -> text.matches("[0-9]+")).map(Integer::valueOf),
            request.get(METHOD),
            path.map(RequestQuery::route),
            pathId.flatMap(_ -> path),
            request.get(KEY),
            searched.object.or(() -> request.get(OBJECT)).or(() -> pathId),
            searched
                .idempotencyKey
                .or(() -> request.get(IDEMPOTENCY_KEY))
                .map(sent -> log.mark(realm, sent)),
            DateFilter.of(request, now).span()));
  }

  /** Offers the keys that the member may choose. */
  static void offer(ListRequest request, List<ApiKey> keys) {
    request.offer(
        KEY,
        keys.stream()
            .map(key -> new SelectOption(key.id().text(), key.name() + " · " + key.shown()))
            .toList());
    Optional<KeyId> chosen = request.get(KEY);
    keys.stream()
        .filter(key -> chosen.equals(Optional.of(key.id())))
        .forEach(key -> request.describe(KEY.alone(), key.name()));
  }

  /**
   * Returns the meaning of the text: an id, a path, or else an idempotency key, which has no fixed
   * format.
   */
  private static Searched searched(ListRequest request) {
    String typed = request.search();
    if (typed.startsWith("req_")) {
      Optional<RequestId> id = RequestId.KIND.parse(typed);
      if (id.isEmpty()) {
        request.wrong("A request ID has 26 characters after req_, as in the Request-Id header.");
      }
      return new Searched(id, Optional.empty(), Optional.empty(), Optional.empty());
    }
    if (IdText.is(typed)) {
      return new Searched(Optional.empty(), Optional.empty(), Optional.of(typed), Optional.empty());
    }
    if (typed.startsWith("/")) {
      return new Searched(
          Optional.empty(), request.search(PATH.format()), Optional.empty(), Optional.empty());
    }
    return typed.isEmpty()
        ? Searched.NOTHING
        : new Searched(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            request.search(IDEMPOTENCY_KEY.format()));
  }

  static String text(StatusClass status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the words of a class of statuses; a status is its own. */
  private static String words(String status) {
    return statusClass(status)
        .map(known ->
            switch (known) {
              case SUCCESS -> "Succeeded";
              case CLIENT_ERROR -> "Failed";
              case SERVER_ERROR -> "Server errors";
            })
        .orElse(status);
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
}
