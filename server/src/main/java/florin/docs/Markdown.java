package florin.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Markdown of ours as HTML: HTML that stands in it is shown, not heeded, and links lead by http,
 * https or within the page.
 */
final class Markdown {
  private static final List<TablesExtension> EXTENSIONS =
      List.of((TablesExtension) TablesExtension.create());

  private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
  private final HtmlRenderer renderer;
  private final UnaryOperator<String> fill;

  /**
   * @param fill puts into a text what only this very service knows
   */
  Markdown(UnaryOperator<String> fill) {
    this.fill = fill;
    this.renderer =
        HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .urlSanitizer(new DefaultUrlSanitizer(List.of("http", "https")))
            .attributeProviderFactory(_ -> Markdown::attributes)
            .build();
  }

  /**
   * A heading and what stands below it, up to the next of its level.
   *
   * @param title empty of what stands before the first heading
   * @param html what stands below the heading
   */
  record Passage(String title, String html) {
    /** As it stands in an address. */
    String slug() {
      return slugOf(title);
    }
  }

  String html(String text) {
    return text.isBlank() ? "" : html(parser.parse(fill.apply(text)));
  }

  /** A text in its parts: first what stands before any heading of this level. */
  List<Passage> parts(String text, int level) {
    var parts = new ArrayList<Passage>();
    String title = "";
    var below = new Document();
    Node next = parser.parse(fill.apply(text)).getFirstChild();
    while (next != null) {
      Node node = next;
      next = node.getNext();
      if (node instanceof Heading heading && heading.getLevel() == level) {
        parts.add(new Passage(title, html(below)));
        title = plain(heading);
        below = new Document();
      } else {
        below.appendChild(node);
      }
    }
    parts.add(new Passage(title, html(below)));
    return parts;
  }

  private String html(Node document) {
    return renderer
        .render(document)
        // Nobody else writes these tags: all HTML in the text is escaped. Who has no mouse scrolls
        // a table that is wider than a phone by its keys.
        .replace(
            "<table>",
            "<div class=\"table\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>");
  }

  private static void attributes(Node node, String tag, Map<String, String> attributes) {
    if (node instanceof FencedCodeBlock && tag.equals("pre")) {
      attributes.put("class", "code");
      attributes.put("tabindex", "0");
    }
  }

  private static String plain(Node heading) {
    var text = new StringBuilder();
    heading.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text words) {
            text.append(words.getLiteral());
          }

          @Override
          public void visit(Code code) {
            text.append(code.getLiteral());
          }
        });
    return text.toString();
  }

  static String slugOf(String title) {
    return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
  }
}
