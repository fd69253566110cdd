package florin.docs;

import florin.docs.DocsPage.Crumb;
import florin.docs.OperationText.Language;
import florin.http.Answer;
import florin.http.Endpoint.Action;
import florin.http.Exchange;
import florin.http.FixedAnswer;
import florin.http.Json;
import florin.page.Pages;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Serves the documentation and the OpenAPI document to every client. Everything comes from this
 * jar, because the content security policy forbids other hosts.
 */
public final class DocsApi {
  /** The OpenAPI document on the class path. */
  private static final String CONTRACT = "/florin/api/openapi.yaml";

  private static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src 'self'"
          + " data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors"
          + " 'none'";

  /** Fonts and images change only with a release. */
  private static final String A_DAY = "public, max-age=86400";

  private static final Pattern LINK_WITHIN = Pattern.compile("href=\"#([^\"]+)\"");

  private final URI base;
  private final Pages pages = new Pages();
  private final Map<String, Action> made = new ConcurrentHashMap<>();
  private @Nullable DocsSite site;

  /**
   * A page of the API reference.
   *
   * @param base the address of this service
   */
  public record ApiView(ApiPage page, String base, Crumb crumb, DocsNavigation navigation) {
    /** Returns the languages of the examples. */
    public List<Language> languages() {
      return page.languages();
    }
  }

  /** The first page of `/docs`: each chapter with its links. */
  public record DocsHome(List<Topic> chapters, DocsNavigation navigation) {
    public DocsHome {
      chapters = List.copyOf(chapters);
    }

    /**
     * A chapter.
     *
     * @param html its links with their descriptions
     */
    public record Topic(String id, String title, String html) {}
  }

  /** The results of a search. */
  public record SearchView(String query, List<FoundPassage> hits, DocsNavigation navigation) {
    public SearchView {
      hits = List.copyOf(hits);
    }

    /**
     * A passage that matches every word of the query.
     *
     * @param place the page or chapter that it is part of
     * @param before the text before {@code match}
     * @param match the first word of the query in the passage's text; empty if only its title has
     *     one
     */
    public record FoundPassage(
        String title, String address, String place, String before, String match, String after) {}
  }

  /** The licenses of works by others that browsers load. */
  public record LicencesView(List<Licence> works, DocsNavigation navigation) {
    public LicencesView {
      works = List.copyOf(works);
    }
  }

  /**
   * @param base the address of this service
   */
  public DocsApi(URI base) {
    this.base = base;
  }

  public Action contractAsYaml() {
    return fixed("application/yaml", () -> read(CONTRACT));
  }

  public Action contractAsJson() {
    return fixed("application/json", () -> Json.text(contract().tree()));
  }

  public Action home() {
    return new FixedAnswer(() -> page("docs/home.jte", site().home()));
  }

  public Action licences() {
    return new FixedAnswer(
        () -> page("docs/licences.jte", new LicencesView(Licence.all(), site().navigation())));
  }

  public Answer search(Exchange exchange) {
    String query = exchange.query().value("q").orElse("");
    String bounded = query.substring(0, Math.min(query.length(), SearchIndex.LONGEST_QUERY));
    return page("docs/search.jte", site().search(bounded)).with("Cache-Control", "no-cache");
  }

  /**
   * Serves the page at a path of these segments below `/docs`, or status 404.
   *
   * @param segments the names of the path's parameters
   */
  public Action page(String... segments) {
    return exchange -> {
      String address =
          Stream.of(segments)
              .map(exchange::pathParameter)
              .reduce("/docs", (path, segment) -> path + "/" + segment);
      Action known = made.get(address);
      if (known == null && site().has(address)) {
        known = made.computeIfAbsent(address, this::action);
      }
      return known == null ? missing() : known.answer(exchange);
    };
  }

  private Action action(String address) {
    return new FixedAnswer(() ->
        site()
            .image(address)
            .map(image -> Answer.of(200, "image/png", image).with("Cache-Control", A_DAY))
            .or(() -> site().article(address).map(article -> page("docs/page.jte", article)))
            .or(() -> site().api(address).map(view -> page("docs/api.jte", view)))
            .orElseThrow());
  }

  private Answer missing() {
    Answer page = page("docs/missing.jte", site().search(""));
    return withHeaders(Answer.of(404, page.contentType(), page.body()));
  }

  public Action style() {
    return fixed("text/css; charset=utf-8", () -> Pages.base() + read("docs.css"));
  }

  public Action script() {
    return fixed("text/javascript; charset=utf-8", () -> read("docs.js"));
  }

  /**
   * @param weight 400 or 500
   */
  public Action font(int weight) {
    return new FixedAnswer(() ->
        Answer.of(200, "font/woff2", font("inter/inter-latin-" + weight + "-normal.woff2"))
            .with("Cache-Control", A_DAY));
  }

  private static byte[] font(String name) {
    return Pages.bytes(Pages.class, name);
  }

  private Answer page(String template, Object view) {
    String html = pages.renderBare(template, Map.of("view", view));
    return withHeaders(Answer.of(200, "text/html; charset=utf-8", bytes(linked(html))));
  }

  /** Adds the page to links whose anchor is on another page of the API reference. */
  private String linked(String html) {
    return LINK_WITHIN.matcher(html).replaceAll(link -> Matcher.quoteReplacement(link(html, link)));
  }

  private String link(String html, MatchResult link) {
    String anchor = link.group(1);
    Optional<String> elsewhere =
        html.contains("id=\"" + anchor + "\"") ? Optional.empty() : site().placeOf(anchor);
    return elsewhere.map(address -> "href=\"" + address + "\"").orElse(link.group());
  }

  private static Answer withHeaders(Answer page) {
    return page.with("Content-Security-Policy", POLICY).with("Referrer-Policy", "no-referrer");
  }

  private static Action fixed(String contentType, Supplier<String> text) {
    return new FixedAnswer(() -> Answer.of(200, contentType, bytes(text.get())));
  }

  /** Reads all pages when the first of them is requested, not when the service starts. */
  private synchronized DocsSite site() {
    DocsSite known = site;
    if (known == null) {
      known = DocsSite.of(contract(), base);
      site = known;
    }
    return known;
  }

  static Contract contract() {
    return Contract.read(bytes(read(CONTRACT)));
  }

  private static String read(String name) {
    return Pages.read(DocsApi.class, name);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
