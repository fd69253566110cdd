package florin.docs;

import florin.docs.DocsApi.ApiView;
import florin.docs.DocsApi.DocsHome;
import florin.docs.DocsApi.SearchView;
import florin.docs.DocsNavigation.Chapter;
import florin.docs.DocsNavigation.DocsLink;
import florin.docs.DocsPage.AdjacentPages;
import florin.docs.DocsPage.Anchor;
import florin.docs.DocsPage.Crumb;
import florin.docs.Markdown.Article;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/** All pages of `/docs` by address, their navigation, and the search index. */
final class DocsSite {
  /** The address in the OpenAPI document and the guides that is replaced with the service's own. */
  private static final String EXAMPLE = "http://127.0.0.1:8080";

  /** The placeholder for an API key in the guides. */
  private static final String KEY = "$FLORIN_TEST_SECRET_KEY";

  /**
   * Pages for operators, in which an address belongs to the operator's machine and is not replaced.
   */
  private static final String OPERATORS =
      "docs/((operations|internals|decisions)/.*|reference/(cli|configuration|metrics)\\.md)";

  private final DocsTree tree;
  private final Map<String, Article> articles = new LinkedHashMap<>();
  private final Map<String, ApiPage> api = new LinkedHashMap<>();
  private final DocsNavigation navigation;
  private final SearchIndex index = new SearchIndex();
  private final String base;

  private DocsSite(DocsTree tree, Contract contract, URI base) {
    this.tree = tree;
    this.base = base.toString();
    UnaryOperator<String> fill = text -> text.replace(EXAMPLE, this.base).replace(KEY, "sk_test_…");
    tree.pages()
        .forEach((file, text) -> articles.put(DocsTree.address(file), article(file, text, fill)));
    var reference = new Reference(contract, new Markdown(fill), new Samples(this.base, fill));
    ApiPage.all(reference).forEach(page -> api.put(page.address(), page));
    this.navigation = readNavigation();
    articles.forEach((address, article) -> index.add(address, chapter(address), article));
    api.values().forEach(page -> index.add(page));
  }

  static DocsSite of(Contract contract, URI base) {
    return new DocsSite(DocsTree.read(), contract, base);
  }

  private Article article(String file, String text, UnaryOperator<String> fill) {
    UnaryOperator<String> filled = file.matches(OPERATORS) ? UnaryOperator.identity() : fill;
    String whole = file.endsWith("/README.md") ? text + contents(file) : text;
    return new Markdown(filled, link -> tree.resolve(file, link)).article(whole);
  }

  /** Lists the pages beside the first page of a folder, which GitHub shows as files. */
  private String contents(String readme) {
    String folder = readme.substring(0, readme.lastIndexOf('/') + 1);
    return tree.pages().entrySet().stream()
        .filter(page -> page.getKey().startsWith(folder) && !page.getKey().equals(readme))
        .map(page ->
            "\n- [%s](%s)"
                .formatted(
                    page.getValue().lines().findFirst().orElse("").replaceFirst("^# ", ""),
                    page.getKey().substring(folder.length())))
        .collect(Collectors.joining("", "\n", "\n"));
  }

  /** Reads the chapters from the page that lists the others. */
  private DocsNavigation readNavigation() {
    String home = DocsTree.HOME;
    Node document =
        new Markdown(UnaryOperator.identity(), link -> tree.resolve(home, link))
            .parse(Objects.requireNonNull(tree.pages().get(home)));
    var chapters = new ArrayList<Chapter>();
    for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
      if (node instanceof Heading heading && heading.getLevel() == 2) {
        chapters.add(new Chapter(Markdown.plain(heading), entries(heading)));
      }
    }
    return new DocsNavigation(chapters);
  }

  /** Returns the links below a heading, up to the next heading. */
  private List<DocsLink> entries(Heading heading) {
    var entries = new ArrayList<DocsLink>();
    for (Node node = heading.getNext();
        node != null && !(node instanceof Heading);
        node = node.getNext()) {
      node.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Link link) {
              if (link.getDestination().startsWith("/")) {
                entries.add(entry(Markdown.plain(link), link.getDestination()));
              }
            }
          });
    }
    return entries;
  }

  private DocsLink entry(String title, String address) {
    List<DocsLink> below =
        address.equals(DocsTree.API)
            ? api.values().stream()
                .map(page -> new DocsLink(page.title(), page.address(), List.of()))
                .toList()
            : List.of();
    return new DocsLink(sentence(title), address, below);
  }

  private static String sentence(String title) {
    return title.substring(0, 1).toUpperCase(Locale.ROOT) + title.substring(1);
  }

  /** Returns whether a page or an image has this address. */
  boolean has(String address) {
    return articles.containsKey(address)
        || api.containsKey(address)
        || tree.images().containsKey(address);
  }

  DocsHome home() {
    String home = DocsTree.HOME;
    return new DocsHome(
        new Markdown(UnaryOperator.identity(), link -> tree.resolve(home, link))
            .parts(Objects.requireNonNull(tree.pages().get(home)), 2).stream()
                .skip(1)
                .map(part -> new DocsHome.Topic(part.slug(), part.title(), part.html()))
                .toList(),
        navigation);
  }

  DocsNavigation navigation() {
    return navigation;
  }

  /**
   * Returns the address of an anchor of the API reference, for links from its other pages.
   *
   * @param anchor the name of a schema or an `operationId`
   */
  Optional<String> placeOf(String anchor) {
    return api.values().stream()
        .filter(page -> page.anchors().containsKey(anchor))
        .map(page -> page.address() + "#" + anchor)
        .findFirst();
  }

  Optional<DocsPage> article(String address) {
    return Optional.ofNullable(articles.get(address))
        .map(article ->
            new DocsPage(
                article.title(),
                address,
                article.html(),
                article.anchors().stream().filter(Anchor::isListed).toList(),
                new Crumb(chapter(address), adjacent(address)),
                navigation));
  }

  Optional<ApiView> api(String address) {
    return Optional.ofNullable(api.get(address))
        .map(page ->
            new ApiView(page, base, new Crumb(chapter(address), adjacent(address)), navigation));
  }

  Optional<byte[]> image(String address) {
    return Optional.ofNullable(tree.images().get(address));
  }

  SearchView search(String query) {
    return new SearchView(query, index.find(query), navigation);
  }

  private String chapter(String address) {
    return navigation.chapters().stream()
        .filter(chapter -> chapter.has(address))
        .map(Chapter::title)
        .findFirst()
        .orElse("");
  }

  private AdjacentPages adjacent(String address) {
    List<DocsLink> all = navigation.pages();
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).address().equals(address)) {
        return new AdjacentPages(
            i == 0 ? Optional.empty() : Optional.of(all.get(i - 1)),
            i + 1 == all.size() ? Optional.empty() : Optional.of(all.get(i + 1)));
      }
    }
    return new AdjacentPages(Optional.empty(), Optional.empty());
  }
}
