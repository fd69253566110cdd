package florin.docs;

import florin.docs.DocsPage.Anchor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Block;
import org.commonmark.node.Code;
import org.commonmark.node.CustomBlock;
import org.commonmark.node.CustomNode;
import org.commonmark.node.Document;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.DefaultUrlSanitizer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * Renders Florin's Markdown as HTML. HTML in the Markdown is escaped, and links lead to http, https
 * or pages of the service.
 */
final class Markdown {
  private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

  private static final String MERMAID = "mermaid";

  private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();
  private final UnaryOperator<String> fill;
  private final Function<String, Optional<String>> links;

  /**
   * @param fill inserts the service's own address into a text
   */
  Markdown(UnaryOperator<String> fill) {
    this(fill, Optional::of);
  }

  /**
   * @param links resolves the target of a link; empty removes the link and keeps its text
   */
  Markdown(UnaryOperator<String> fill, Function<String, Optional<String>> links) {
    this.fill = fill;
    this.links = links;
  }

  /**
   * A heading and the text below it, up to the next heading of its level.
   *
   * @param title empty before the first heading
   * @param html of the text below the heading
   */
  record Passage(String title, String html) {
    String slug() {
      return slugOf(title);
    }
  }

  /**
   * A whole page.
   *
   * @param title its first heading, which is not in {@code html}
   * @param passages its text by headings, the title first
   */
  record Article(String title, String html, List<Anchor> anchors, List<Plain> passages) {
    Article {
      anchors = List.copyOf(anchors);
      passages = List.copyOf(passages);
    }
  }

  /**
   * The text below a heading, without markup.
   *
   * @param id of the heading; empty for the title
   */
  record Plain(String id, String title, String text) {}

  /** A diagram in place of its source, or a request in several languages. */
  private static final class Drawing extends CustomBlock {
    private final String html;

    Drawing(String html) {
      this.html = html;
    }
  }

  /** Writes drawings, which are already HTML. */
  private record DrawingRenderer(HtmlWriter out) implements NodeRenderer {
    @Override
    public Set<Class<? extends Node>> getNodeTypes() {
      return Set.of(Drawing.class);
    }

    @Override
    public void render(Node node) {
      out.raw(((Drawing) node).html);
    }
  }

  String html(String text) {
    return text.isBlank() ? "" : html(parse(text), Map.of());
  }

  Article article(String text) {
    Node document = parse(text);
    Map<Node, Anchor> anchors = anchors(document);
    List<Plain> passages = passages(document, anchors);
    anchors.forEach(Markdown::addSelfLink);
    Node first = document.getFirstChild();
    if (first instanceof Heading) {
      first.unlink();
    }
    return new Article(
        passages.getFirst().title(),
        html(document, anchors),
        passages.stream()
            .skip(1)
            .map(passage ->
                anchors.values().stream()
                    .filter(anchor -> anchor.id().equals(passage.id()))
                    .findFirst()
                    .orElseThrow())
            .toList(),
        passages);
  }

  /**
   * Returns the parts of a text by headings of one level. The part before the first heading comes
   * first.
   */
  List<Passage> parts(String text, int level) {
    var parts = new ArrayList<Passage>();
    String title = "";
    var below = new Document();
    Node next = parse(text).getFirstChild();
    while (next != null) {
      Node node = next;
      next = node.getNext();
      if (node instanceof Heading heading && heading.getLevel() == level) {
        parts.add(new Passage(title, html(below, Map.of())));
        title = plain(heading);
        below = new Document();
      } else {
        below.appendChild(node);
      }
    }
    parts.add(new Passage(title, html(below, Map.of())));
    return parts;
  }

  /** Parses a text and resolves its links. */
  Node parse(String text) {
    Node document = parser.parse(fill.apply(text));
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            visitChildren(link);
            links
                .apply(link.getDestination())
                .ifPresentOrElse(link::setDestination, () -> unwrap(link));
          }

          @Override
          public void visit(Image image) {
            links
                .apply(image.getDestination())
                .ifPresentOrElse(image::setDestination, () -> unwrap(image));
          }

          @Override
          public void visit(FencedCodeBlock code) {
            if (MERMAID.equals(code.getInfo())) {
              code.insertBefore(new Drawing(Diagram.svg(code.getLiteral())));
              code.unlink();
              return;
            }
            String text = code.getLiteral();
            CurlCommand.parse(text)
                .map(request -> new Drawing(CodeSamples.panels(request, text.stripTrailing())))
                .ifPresent(panels -> {
                  code.insertBefore(panels);
                  panels.appendChild(code); // its text is searched
                });
          }

          @Override
          public void visit(HtmlBlock block) {
            if (block.getLiteral().startsWith("<!--")) {
              block.unlink();
            }
          }
        });
    return document;
  }

  private static void unwrap(Node node) {
    for (Node child = node.getFirstChild(); child != null; child = node.getFirstChild()) {
      node.insertBefore(child);
    }
    node.unlink();
  }

  private static Map<Node, Anchor> anchors(Node document) {
    var found = new IdentityHashMap<Node, Anchor>();
    var used = new HashMap<String, Integer>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String title = plain(heading);
            String slug = slugOf(title);
            int earlier = used.merge(slug, 1, Integer::sum) - 1;
            String id = earlier == 0 ? slug : slug + "-" + earlier;
            found.put(heading, new Anchor(id, title, heading.getLevel()));
          }
        });
    return found;
  }

  private static void addSelfLink(Node heading, Anchor anchor) {
    var link = new Link("#" + anchor.id(), null);
    link.appendChild(new Text("#"));
    heading.appendChild(link);
  }

  private static List<Plain> passages(Node document, Map<Node, Anchor> anchors) {
    var passages = new ArrayList<Plain>();
    String id = "";
    String title = "";
    var text = new StringBuilder();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading) {
        if (!passages.isEmpty() || !title.isEmpty() || !text.isEmpty()) {
          passages.add(new Plain(id, title, text.toString()));
        }
        Anchor anchor = Objects.requireNonNull(anchors.get(node));
        id = passages.isEmpty() ? "" : anchor.id();
        title = anchor.title();
        text.setLength(0);
      } else {
        text.append(plain(node)).append(' ');
      }
    }
    passages.add(new Plain(id, title, text.toString()));
    return passages;
  }

  private String html(Node document, Map<Node, Anchor> anchors) {
    return HtmlRenderer.builder()
        .extensions(EXTENSIONS)
        .escapeHtml(true)
        .sanitizeUrls(true)
        .urlSanitizer(new DefaultUrlSanitizer(List.of("http", "https")))
        .nodeRendererFactory(context -> new DrawingRenderer(context.getWriter()))
        .attributeProviderFactory(
            _ -> (node, tag, attributes) -> attributes(node, tag, attributes, anchors))
        .build()
        .render(document)
        // The replacement is safe because all HTML in texts is escaped. It makes wide tables
        // scrollable with the keyboard.
        .replace(
            "<table>",
            "<div class=\"table\" role=\"region\" aria-label=\"Table\" tabindex=\"0\"><table>")
        .replace("</table>", "</table></div>");
  }

  private static void attributes(
      Node node, String tag, Map<String, String> attributes, Map<Node, Anchor> anchors) {
    if (node instanceof FencedCodeBlock && tag.equals("pre")) {
      attributes.put("class", "code");
      attributes.put("tabindex", "0");
    }
    Anchor own = anchors.get(node);
    if (own != null) {
      attributes.put("id", own.id());
    }
    attributes.remove("rel"); // removes "nofollow", because all links are Florin's own
    if (node instanceof Link && node.getParent() != null && node.getNext() == null) {
      Anchor heading = anchors.get(node.getParent());
      if (heading != null) {
        attributes.put("class", "anchor");
        attributes.put("aria-label", "Link to " + heading.title());
      }
    }
  }

  static String plain(Node node) {
    var text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text words) {
            text.append(words.getLiteral());
          }

          @Override
          public void visit(Code code) {
            text.append(code.getLiteral());
          }

          @Override
          public void visit(FencedCodeBlock code) {
            text.append(code.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak end) {
            text.append(' ');
          }

          @Override
          protected void visitChildren(Node parent) {
            super.visitChildren(parent);
            if (parent instanceof Block || parent instanceof CustomNode) {
              text.append(' ');
            }
          }
        });
    return text.toString().replaceAll("\\s+", " ").strip();
  }

  /** Returns the anchor that GitHub gives a heading. */
  static String slugOf(String title) {
    return title
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
        .strip()
        .replace(' ', '-');
  }
}
