package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.NodeTraversor;

/** A page as a browser parses it, according to the rules of HTML. */
public record Dom(Document document) {
  /** Attributes with text for people, whose value is arbitrary. */
  private static final Set<String> TEXTS =
      Set.of("value", "title", "aria-label", "data-confirm", "datetime", "placeholder", "content");

  private static final Set<String> LINKS =
      Set.of(
          "href",
          "src",
          "action",
          "formaction",
          "xlink:href",
          "data",
          "poster",
          "srcdoc",
          "hx-get",
          "hx-post");

  private static final Set<String> ELSEWHERE =
      Set.of("iframe", "object", "embed", "base", "frame", "applet", "template", "plaintext");

  private record Placeholder(Pattern values, String text) {
    static Placeholder of(String values, String text) {
      return new Placeholder(Pattern.compile(values), text);
    }
  }

  private static final List<Placeholder> PLACEHOLDERS =
      List.of(
          Placeholder.of("\\b[a-z]+_[0-9a-z]{26}\\b", "ID"),
          Placeholder.of("=[^&#]*", "=…"),
          Placeholder.of("(^|/)[A-Za-z0-9_-]{22,}", "$1TOKEN"),
          // The points of a chart, whose number grows with each hour.
          Placeholder.of("(L[0-9.]+ [0-9.]+)+", "LINE"),
          Placeholder.of("[0-9]+", "0"),
          // The modules of a QR code, whose number depends on its text.
          Placeholder.of("(M0,0h0v0h-0z)+", "MODULES"));

  private static final Pattern IGNORED_IN_LINKS = Pattern.compile("[\\x00-\\x20]");

  private static final Pattern CODE_IN_LINKS = Pattern.compile("^(javascript|data|vbscript):");

  public static Dom of(String html) {
    return new Dom(Jsoup.parse(html));
  }

  /**
   * Returns one line for each element with its attributes, in no order. Values that differ between
   * any two pages (ids, digits, query values) become placeholders, so that two pages with the same
   * skeleton differ only in their text.
   */
  public List<String> skeleton() {
    var lines = new ArrayList<String>();
    NodeTraversor.traverse(
        (node, depth) -> {
          if (node instanceof Element element) {
            List<String> attributes =
                element.attributes().asList().stream().map(Dom::attribute).sorted().toList();
            lines.add(depth + " " + element.normalName() + attributes);
          }
        },
        document);
    return lines;
  }

  /** Asserts that the page has exactly the elements of the other page. */
  public void assertLike(List<String> skeleton, String what) {
    List<String> own = skeleton();
    assertThat(without(own, skeleton)).as("%s has additional elements", what).isEmpty();
    assertThat(without(skeleton, own)).as("%s lacks some elements", what).isEmpty();
  }

  private static List<String> without(List<String> lines, List<String> others) {
    var found = new HashMap<String, Integer>();
    others.forEach(line -> found.merge(line, 1, Integer::sum));
    return lines.stream().filter(line -> found.merge(line, -1, Integer::sum) < 0).toList();
  }

  private static String attribute(Attribute attribute) {
    String name = attribute.getKey();
    if (TEXTS.contains(name)) {
      return name;
    }
    String value = attribute.getValue();
    for (Placeholder placeholder : PLACEHOLDERS) {
      value = placeholder.values().matcher(value).replaceAll(placeholder.text());
    }
    return name + "=" + value;
  }

  /**
   * Asserts that no element runs code, or links to or loads from another host. The icon is a data
   * URL.
   */
  public void assertHarmless() {
    for (Element element : document.getAllElements()) {
      if (!isOwn(element)) {
        assertThat(ELSEWHERE.contains(element.normalName())).as("%s", element).isFalse();
        if (element.normalName().equals("script")) {
          assertThat(element.attr("src")).startsWith("/dashboard/assets/");
          assertThat(element.data()).isEmpty();
        }
        for (Attribute attribute : element.attributes()) {
          assertThat(isHarmless(attribute)).as("%s", element).isTrue();
        }
      }
    }
  }

  /**
   * Returns whether an element is the icon, or Florin's own page, whose policy allows no script.
   */
  private static boolean isOwn(Element element) {
    return switch (element.normalName()) {
      case "link" -> element.is("head > link[rel=icon][href^='data:image/svg+xml,']");
      case "iframe" ->
          element.is(
              "iframe[src~=^/dashboard/checkout-preview\\?page=(checkout|receipt)&scheme=(light|dark)$]");
      default -> false;
    };
  }

  private static boolean isHarmless(Attribute attribute) {
    String name = attribute.getKey().toLowerCase(Locale.ROOT);
    if (name.startsWith("on") || name.equals("style") || name.equals("background")) {
      return false;
    }
    if (!LINKS.contains(name)) {
      return true;
    }
    // Browsers ignore these characters before the scheme.
    String link =
        IGNORED_IN_LINKS.matcher(attribute.getValue()).replaceAll("").toLowerCase(Locale.ROOT);
    return !CODE_IN_LINKS.matcher(link).find() && !link.startsWith("//") && !link.startsWith("/\\");
  }

  /** Returns how often the page has exactly this text, in an element or in a field. */
  public long times(String text) {
    String wanted = Pattern.quote(lines(text));
    String all =
        lines(document.wholeText())
            + document.select("[value]").stream()
                .map(field -> "\n" + lines(field.attr("value")))
                .collect(Collectors.joining());
    return Pattern.compile(wanted).matcher(all).results().count();
  }

  /** Normalizes line breaks, since HTML has no CR. */
  private static String lines(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n');
  }

  /** Returns the fields that the page marks as invalid. */
  public Set<String> wrongFields() {
    return document.select("[id$=-error]").stream()
        .map(error -> error.id().replaceFirst("-error$", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
