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
 * A form as it stands on a page, found there.
 *
 * @param values what it holds when nobody has typed anything, by the fields' names
 * @param texts those of its fields that somebody types a text into
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

  /** All that have a field. */
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
        continue; // a path of the page itself, which DialogRefusalTest sends
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

  /** With `{id}` and `{token}` for what differs. */
  static String template(String path) {
    return path.replaceFirst("\\?.*", "")
        .replaceAll("/[a-z]+_[0-9a-z]{26}(?=/|$)", "/{id}")
        .replaceAll("/[A-Za-z0-9_-]{43}(?=/|$)", "/{token}");
  }

  /** What it is, wherever it stands. */
  String name() {
    return method + " " + template(action);
  }

  /** Sends it with other values; a field that is not named is as it was. */
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
