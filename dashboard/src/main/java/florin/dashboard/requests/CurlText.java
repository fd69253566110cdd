package florin.dashboard.requests;

import florin.dashboard.parts.TimeText;
import florin.docs.CodeSamples;
import florin.docs.CodeSamples.SampleRequest;
import florin.docs.CodeSamples.Upload;
import florin.docs.OperationText.Code;
import florin.http.FieldList;
import florin.http.JsonText;
import florin.report.LoggedRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A logged request as a shell command and in other languages. Unstored values are placeholders in
 * capitals; the key is a variable or a placeholder; a card is a test card.
 */
final class CurlText {
  private static final String KEY = "-H \"Authorization: Bearer $FLORIN_API_KEY\"";

  /** Fields that are objects with unknown contents. */
  private static final Set<String> OBJECTS =
      Set.of("address", "billing_details", "settings", "credentials", "metadata");

  private static final String CARD = "card";

  /** The body of a request whose fields Florin doesn't store. */
  private static final Upload BODY = new Upload("request.json", "application/json");

  /** The years until a test card expires. Real cards are valid for about as long. */
  private static final int TEST_CARD_YEARS = 3;

  private final LoggedRequest request;

  private CurlText(LoggedRequest request) {
    this.request = request;
  }

  /**
   * Returns the request in each language.
   *
   * @param origin the origin of the API: `https://pay.example`
   */
  static List<Code> of(LoggedRequest request, String origin) {
    var text = new CurlText(request);
    String url = origin + request.path().replaceAll("\\{[a-z_]+}", "ID");
    Map<String, Object> fields =
        request.fields().map(kept -> JsonText.of(kept).fields()).orElse(Map.of());
    return CodeSamples.of(
        text.sample(url, fields),
        text.command(url, fields),
        request.realm().isLive() ? "sk_live_" : "sk_test_");
  }

  private SampleRequest sample(String url, Map<String, Object> fields) {
    boolean hasFields = request.fields().isPresent();
    return new SampleRequest(
        request.method(),
        hasBody() ? url : (url + query(fields)).replace("[", "%5B").replace("]", "%5D"),
        true,
        request.traits().idempotencyMark().map(_ -> "IDEMPOTENCY_KEY").filter(_ -> hasBody()),
        Optional.<Object>of(object(fields)).filter(_ -> hasBody() && hasFields),
        Optional.of(BODY).filter(_ -> hasBody() && !hasFields));
  }

  private String command(String url, Map<String, Object> fields) {
    var lines = new ArrayList<String>();
    if (hasBody()) {
      lines.add("curl -X " + request.method() + " \"" + url + "\"");
      lines.add(KEY);
      lines.add("-H \"Content-Type: application/json\"");
      if (request.traits().idempotencyMark().isPresent()) {
        lines.add("-H \"Idempotency-Key: $(uuidgen)\"");
      }
      lines.add(
          request.fields().isEmpty() ? "-d @" + BODY.name() : "-d '" + json(object(fields)) + "'");
    } else {
      String flags =
          switch (request.method()) {
            case "GET" -> "-g ";
            case "HEAD" -> "-g -I ";
            default -> "-g -X " + request.method() + " ";
          };
      lines.add("curl " + flags + "\"" + url + query(fields) + "\"");
      lines.add(KEY);
    }
    return String.join(" \\\n  ", lines);
  }

  private boolean hasBody() {
    return request.method().equals("POST") || request.method().equals("PATCH");
  }

  private static String json(Map<String, @Nullable Object> fields) {
    return JsonText.ofView(fields).pretty();
  }

  private Map<String, @Nullable Object> object(Map<?, ?> kept) {
    var shown = new LinkedHashMap<String, @Nullable Object>();
    kept.forEach((key, value) -> {
      String field = String.valueOf(key);
      if (!field.equals(FieldList.OTHERS)) {
        shown.put(field, value(field, value));
      }
    });
    return shown;
  }

  private @Nullable Object value(String name, @Nullable Object kept) {
    return switch (kept) {
      case null -> null;
      case Map<?, ?> fields -> object(fields);
      case List<?> elements ->
          elements.stream()
              .filter(element -> !String.valueOf(element).endsWith(FieldList.NOT_KEPT))
              .map(element -> value(name, element))
              .toList();
      case String text when text.equals(FieldList.NOT_KEPT) -> unknown(name);
      default -> kept;
    };
  }

  private Object unknown(String name) {
    if (name.equals(CARD)) {
      return card();
    }
    return OBJECTS.contains(name) ? Map.of() : capitals(name);
  }

  private Map<String, Object> card() {
    var card = new LinkedHashMap<String, Object>();
    card.put("number", request.realm().isLive() ? "CARD_NUMBER" : "4242424242424242");
    card.put("exp_month", 12);
    card.put("exp_year", TimeText.year(request.received()) + TEST_CARD_YEARS);
    card.put("cvc", request.realm().isLive() ? "CVC" : "123");
    return card;
  }

  private static String query(Map<String, Object> fields) {
    var parameters = new ArrayList<String>();
    fields.forEach((name, value) -> {
      if (value instanceof Map<?, ?> more) {
        more.forEach((key, inner) -> parameters.add(parameter(name + "[" + key + "]", inner)));
      } else if (value instanceof List<?> elements) {
        elements.forEach(element -> parameters.add(parameter(name + "[]", element)));
      } else if (!name.equals(FieldList.OTHERS)) {
        parameters.add(parameter(name, value));
      }
    });
    return parameters.isEmpty() ? "" : "?" + String.join("&", parameters);
  }

  private static String parameter(String name, @Nullable Object value) {
    String text = String.valueOf(value);
    String plain = name.replaceAll("[^a-z0-9_]+", " ").strip().replace(' ', '_');
    return name + "=" + (text.endsWith(FieldList.NOT_KEPT) ? capitals(plain) : text);
  }

  private static String capitals(String name) {
    return name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
  }
}
