package florin.dashboard;

import florin.dashboard.pipeline.Shell;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/**
 * A form that the test found on a page.
 *
 * @param values the initial values of the fields, by name
 * @param texts the names of the fields that accept typed text
 */
record FormOnPage(
    DashboardClient by,
    String page,
    String method,
    String action,
    String token,
    Map<String, String> values,
    Set<String> texts) {
  private static final Set<String> NO_TEXT =
      Set.of("hidden", "radio", "checkbox", "submit", "button", "file");
  private static final String TOKEN = "csrf";

  /** Returns the forms that have at least one field. */
  static List<FormOnPage> of(DashboardClient by, String page) {
    return Jsoup.parse(by.get(page).body()).select("form").stream()
        .map(form -> of(by, page, form))
        .filter(form -> !form.values().isEmpty())
        .toList();
  }

  private static FormOnPage of(DashboardClient by, String page, Element form) {
    var values = new LinkedHashMap<String, String>();
    var texts = new TreeSet<String>();
    String token = "";
    for (Element field : form.select("[name]")) {
      String name = field.attr("name");
      if (name.equals(TOKEN)) {
        token = field.attr("value");
        continue;
      }
      if (name.equals(Shell.DIALOG)) {
        continue; // a path of the page, which DialogRefusalTest covers
      }
      values.merge(name, value(field), (first, other) -> field.hasAttr("checked") ? other : first);
      boolean isTyped =
          field.normalName().equals("textarea")
              || (field.normalName().equals("input") && !NO_TEXT.contains(field.attr("type")));
      if (isTyped) {
        texts.add(name);
      }
    }
    return new FormOnPage(
        by,
        page,
        form.attr("method").toUpperCase(java.util.Locale.ROOT),
        form.attr("action"),
        token,
        values,
        texts);
  }

  private static String value(Element field) {
    return switch (field.normalName()) {
      case "select" ->
          field.select("option[selected]").attr("value").isEmpty()
              ? field.select("option").attr("value")
              : field.select("option[selected]").attr("value");
      case "textarea" -> field.wholeText();
      default -> field.attr("value");
    };
  }

  /** Replaces ids and tokens in a path with {@code {id}} and {@code {token}}. */
  static String template(String path) {
    return path.replaceFirst("\\?.*", "")
        .replaceAll("/[a-z]+_[0-9a-z]{26}(?=/|$)", "/{id}")
        .replaceAll("/[A-Za-z0-9_-]{43}(?=/|$)", "/{token}");
  }

  /** Returns the form's method and path template, which are the same on every page. */
  String name() {
    return method + " " + template(action);
  }

  /** Submits the form with changed values. All other fields keep their initial values. */
  Reply send(Map<String, String> changed) {
    var all = new LinkedHashMap<>(values);
    all.putAll(changed);
    return method.equals("POST")
        ? by.post(page, action, token, all)
        : by.get(action + "?" + query(all));
  }

  private static String query(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value ->
            value.getKey() + "=" + URLEncoder.encode(value.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
