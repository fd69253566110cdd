package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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
    return lines.stream().sorted().toList();
  }

  /** Asserts that the page has exactly the elements of the other page. */
  public void assertLike(List<String> skeleton, String what) {
    List<String> own = skeleton();
    assertThat(without(own, skeleton)).as("%s has additional elements", what).isEmpty();
    assertThat(without(skeleton, own)).as("%s lacks some elements", what).isEmpty();
  }

  private static List<String> without(List<String> lines, List<String> others) {
    var left = new ArrayList<>(lines);
    others.forEach(left::remove);
    return left;
  }

  private static String attribute(Attribute attribute) {
    String name = attribute.getKey();
    if (TEXTS.contains(name)) {
      return name;
    }
    return name
        + "="
        + attribute
            .getValue()
            .replaceAll("\\b[a-z]+_[0-9a-z]{26}\\b", "ID")
            .replaceAll("=[^&#]*", "=…")
            .replaceAll("(^|/)[A-Za-z0-9_-]{22,}", "$1TOKEN")
            // The points of a chart, whose number grows with each hour.
            .replaceAll("(L[0-9.]+ [0-9.]+)+", "LINE")
            .replaceAll("[0-9]+", "0")
            // The modules of a QR code, whose number depends on its text.
            .replaceAll("(M0,0h0v0h-0z)+", "MODULES");
  }

  /**
   * Asserts that no element runs code, or links to or loads from another host. The icon is a data
   * URL.
   */
  public void assertHarmless() {
    document
        .getAllElements()
        .not("head > link[rel=icon][href^='data:image/svg+xml,']")
        // Florin's own page, whose policy allows no script.
        .not("iframe[src~=^/dashboard/checkout-preview\\?scheme=(light|dark)$]")
        .forEach(element -> {
          assertThat(ELSEWHERE).as("%s", element).doesNotContain(element.normalName());
          if (element.normalName().equals("script")) {
            assertThat(element.attr("src")).startsWith("/dashboard/assets/");
            assertThat(element.data()).isEmpty();
          }
          element.attributes().forEach(Dom::assertHarmless);
        });
  }

  private static void assertHarmless(Attribute attribute) {
    String name = attribute.getKey().toLowerCase(Locale.ROOT);
    assertThat(name).doesNotStartWith("on").isNotIn("style", "background");
    if (LINKS.contains(name)) {
      // Browsers ignore these characters before the scheme.
      String link = attribute.getValue().replaceAll("[\\x00-\\x20]", "").toLowerCase(Locale.ROOT);
      assertThat(link).doesNotContainPattern("^(javascript|data|vbscript):");
      assertThat(link).doesNotStartWith("//").doesNotStartWith("/\\");
    }
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
