package florin.api;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import florin.api.Contract.Operation;
import florin.core.ErrorCode;
import florin.event.EventType;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;

/**
 * The pages of `/docs`: each page of the repository, and the reference that is generated from the
 * OpenAPI document. None of them loads anything from another host.
 */
@TestInstance(Lifecycle.PER_CLASS)
class DocsPageTest {
  private static final int MOST_BYTES = 100 * 1024;

  /** Paths outside `/docs` to which the documentation links. */
  private static final Set<String> OUTSIDE = Set.of("/dashboard", "/v2/openapi.yaml");

  private final Contract contract = Contract.load();
  private TestApp florin;

  /** Every page that is linked directly or indirectly from the first one, by its address. */
  private final Map<String, Document> pages = new TreeMap<>();

  @BeforeAll
  void open() {
    florin = TestApp.open();
    visit("/docs");
  }

  private void visit(String address) {
    if (pages.containsKey(address)) {
      return;
    }
    Reply reply = get(address);
    assertThat(reply.status()).as(address).isEqualTo(200);
    pages.put(address, Jsoup.parse(reply.body()));
    pages
        .get(address)
        .select("a[href^=/docs]")
        .eachAttr("href")
        .forEach(href -> visit(href.replaceFirst("[#?].*", "")));
  }

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void every_operation_has_an_address_a_request_and_its_errors() {
    for (Operation operation : contract.operations()) {
      Element place = at(operation.node().get("operationId").stringValue());
      Element article = Objects.requireNonNull(place.closest("article"));
      assertThat(article.select(".call").eachText())
          .anyMatch(call -> call.startsWith(operation.toString()));
      assertThat(article.expectFirst("aside pre").text())
          .as(operation.toString())
          .startsWith("curl ")
          .contains("http://127.0.0.1:" + florin.app().port() + "/");
    }
  }

  @Test
  void a_guide_and_the_introduction_show_their_requests_in_each_language() {
    for (String address : List.of("/docs/guides/refunds", "/docs/reference/api")) {
      Element page = page(address);
      assertThat(page.select(".languages input").eachAttr("value"))
          .containsExactly("curl", "node", "python", "php", "java", "go");
      for (String language : page.select(".languages input").eachAttr("value")) {
        assertThat(page.select(".words .panel.in-" + language + " pre")).isNotEmpty();
      }
      assertThat(page.expectFirst(".words .panel.in-python pre").text())
          .startsWith("import requests\n\nresponse = requests.post(\n    \"http://127.0.0.1:")
          .contains("auth=(\"sk_test_…\", \"\")");
    }
    assertThat(page("/docs/operations/monitoring").select(".languages")).isEmpty();
  }

  @Test
  void every_parameter_and_field_of_a_request_is_documented() {
    for (Operation operation : contract.operations()) {
      Element article = articleOf(operation);
      Set<String> shown = Set.copyOf(article.select(".fields .name code").eachText());
      Stream.of("path", "query")
          .flatMap(operation::parametersIn)
          .forEach(parameter ->
              assertThat(shown).as(operation.toString()).contains(text(parameter, "name")));
      contract
          .fields(operation.bodySchema())
          .keySet()
          .forEach(field ->
              assertThat(shown)
                  .as(operation.toString())
                  .contains(field.substring(field.lastIndexOf('.') + 1)));
    }
  }

  @Test
  void every_object_of_a_tag_is_documented_with_all_its_fields() {
    for (JsonNode tag : contract.at("/tags")) {
      for (JsonNode name : tag.path("x-schemas")) {
        Element article = Objects.requireNonNull(at(name.stringValue()).closest("article"));
        List<String> shown = article.select(".fields .name code").eachText();
        JsonNode schema = contract.at("/components/schemas/" + name.stringValue());
        assertThat(shown).containsAll(List.copyOf(fieldNames(schema)));
      }
    }
  }

  private static Set<String> fieldNames(JsonNode schema) {
    return schema.path("properties").properties().stream().map(Map.Entry::getKey).collect(toSet());
  }

  @Test
  void every_code_and_event_has_a_section() {
    for (ErrorCode code : ErrorCode.values()) {
      assertThat(page("/docs/reference/errors").getElementById(code.text()))
          .as(code.text())
          .isNotNull();
    }
    assertThat(Objects.requireNonNull(at("EventType").closest("article")).text())
        .contains(Stream.of(EventType.values()).map(EventType::text).toList());
  }

  @Test
  void its_requests_are_valid_under_the_contract() {
    for (Operation operation : contract.operations()) {
      String curl = articleOf(operation).expectFirst(".in-curl pre").wholeText();
      int begin = curl.indexOf("-d '");
      assertThat(begin >= 0 || curl.contains("--data-binary"))
          .as(operation.toString())
          .isEqualTo(operation.node().has("requestBody"));
      assertThat(curl.replace("sk_test_…", "")).as(operation.toString()).doesNotContain("…");
      if (begin >= 0) {
        String body = curl.substring(begin + 4, curl.lastIndexOf('\'')).replace("'\\''", "'");
        assertThat(contract.errors(operation.bodySchema(), Contract.JSON.readTree(body)))
            .as(operation.toString())
            .isEmpty();
      }
    }
  }

  /** A reader who copies two samples would otherwise send two requests with one key. */
  @Test
  void all_sample_requests_have_different_idempotency_keys() {
    var keys = new ArrayList<String>();
    for (Operation operation : contract.operations()) {
      String curl = articleOf(operation).expectFirst(".in-curl pre").wholeText();
      Pattern.compile("Idempotency-Key: ([\\w-]+)")
          .matcher(curl)
          .results()
          .forEach(key -> keys.add(key.group(1)));
    }
    assertThat(keys).hasSizeGreaterThan(10).doesNotHaveDuplicates();
  }

  @Test
  void every_operation_shows_a_response_that_the_contract_allows() {
    for (Operation operation : contract.operations()) {
      JsonNode content = operation.node().at("/responses/200/content");
      Element sample = articleOf(operation).expectFirst("aside .panel:not([class*=in-]) pre");
      assertThat(sample.text()).as(operation.toString()).isNotBlank().doesNotContain("…");
      if (content.has("application/json")) {
        JsonNode schema = content.at("/application~1json/schema");
        assertThat(contract.errors(schema, Contract.JSON.readTree(sample.wholeText())))
            .as(operation.toString())
            .isEmpty();
      }
    }
  }

  @Test
  void every_page_of_the_repository_is_served_at_its_own_address() throws Exception {
    try (Stream<Path> files = Files.walk(Path.of("../docs"))) {
      List<String> addresses =
          files
              .map(file -> Path.of("..").relativize(file).toString())
              .filter(file -> file.endsWith(".md"))
              .map(file -> "/" + file.replaceFirst("(/README)?\\.md$", ""))
              .toList();
      assertThat(addresses).hasSizeGreaterThan(50);
      assertThat(addresses)
          .as("link it from docs/README.md or from the README of its folder")
          .allSatisfy(address -> assertThat(pages.keySet()).contains(address));
    }
  }

  @Test
  void no_link_between_the_pages_is_broken() {
    pages.forEach((address, page) -> {
      List<String> ids = page.select("[id]").eachAttr("id");
      assertThat(ids).as(address).doesNotHaveDuplicates();
      for (String href : page.select("a[href]").eachAttr("href")) {
        String place = href.startsWith("#") ? address : href.replaceFirst("#.*", "");
        assertThat(href).as(address).matches("#.+|/.*|https?://.+");
        if (place.startsWith("/docs")) {
          assertThat(pages.keySet()).as("%s on %s", href, address).contains(place);
          if (href.contains("#")) {
            assertThat(
                    requireNonNull(pages.get(place))
                        .getElementById(href.substring(href.indexOf('#') + 1)))
                .as("%s on %s", href, address)
                .isNotNull();
          }
        } else if (place.startsWith("/") && !OUTSIDE.contains(place)) {
          assertThat(get(place).status()).as("%s on %s", href, address).isIn(200, 303);
        }
      }
    });
  }

  @Test
  void every_page_is_small_has_one_title_and_loads_nothing_from_another_host() {
    pages.forEach((address, page) -> {
      Reply reply = get(address);
      assertThat(reply.header("Content-Type")).contains("text/html; charset=utf-8");
      assertThat(reply.header("Content-Security-Policy").orElseThrow())
          .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
          .doesNotContain("http", "*", "unsafe");
      assertThat(reply.body().getBytes(StandardCharsets.UTF_8).length)
          .as(address)
          .isLessThanOrEqualTo(MOST_BYTES);
      assertThat(page.select("h1")).as(address).hasSize(1);
      assertThat(page.title()).as(address).endsWith(" · Florin docs");
      assertThat(page.select("style, script:not([src]), [style], [onclick], iframe")).isEmpty();
      assertThat(page.select("[src], link[href]"))
          .as(address)
          .allMatch(part -> (part.attr("src") + part.attr("href")).matches("/docs/.*|data:,"));
    });
  }

  @Test
  void everything_that_a_page_loads_exists_and_is_small() {
    int bytes = 0;
    for (String part :
        List.of(
            "/docs/docs.css",
            "/docs/docs.js",
            "/docs/inter-latin-400-normal.woff2",
            "/docs/inter-latin-500-normal.woff2")) {
      Reply reply = get(part);
      assertThat(reply.status()).as(part).isEqualTo(200);
      bytes += Integer.parseInt(reply.header("Content-Length").orElseThrow());
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  @Test
  void a_page_is_linked_with_its_adjacent_pages() {
    Document page = page("/docs/concepts/payment-lifecycle");
    assertThat(page.select("#menu [aria-current=page]").eachAttr("href"))
        .containsExactly("/docs/concepts/payment-lifecycle");
    Element next = page.expectFirst(".adjacent [rel=next]");
    assertThat(page(next.attr("href")).expectFirst(".adjacent [rel=prev]").attr("href"))
        .isEqualTo("/docs/concepts/payment-lifecycle");
    assertThat(page.select(".toc a").eachText()).contains("Statuses");
    assertThat(page("/docs/reference/api/refunds").select("#menu a[aria-current]").eachText())
        .containsExactly("Refunds");
  }

  @Test
  void an_address_without_a_page_returns_404_with_the_contents() {
    for (String address : List.of("/docs/none", "/docs/guides/none", "/docs/reference/api/none")) {
      Reply reply = get(address);
      assertThat(reply.status()).as(address).isEqualTo(404);
      assertThat(Jsoup.parse(reply.body()).select("#menu a").size()).isGreaterThan(20);
    }
  }

  @Test
  void a_search_finds_pages_operations_fields_errors_and_settings_without_a_script() {
    assertThat(found("refund")).contains("/docs/reference/api/refunds#createRefund");
    assertThat(found("refunds").getFirst()).isEqualTo("/docs/reference/api/refunds");
    assertThat(found("/v2/refunds/{id}/cancel").getFirst())
        .isEqualTo("/docs/reference/api/refunds#cancelRefund");
    assertThat(found("cancellation_reason")).contains("/docs/reference/api/payments#cancelPayment");
    assertThat(found("FLORIN_DATABASE_URL")).anyMatch(href -> href.contains("configuration"));
    assertThat(found("payment lifecycle").getFirst()).isEqualTo("/docs/concepts/payment-lifecycle");
    assertThat(found("zebra crossing")).isEmpty();
    assertThat(found("")).isEmpty();
    assertThat(found("a ".repeat(2000))).hasSizeLessThanOrEqualTo(40);
    assertThat(get("/docs/search?q=%3Cscript%3E").body()).doesNotContain("<script>");
  }

  private List<String> found(String query) {
    Reply reply = get("/docs/search?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
    assertThat(reply.status()).isEqualTo(200);
    return Jsoup.parse(reply.body()).select(".results > li > a").eachAttr("href");
  }

  @Test
  void an_integrator_reads_this_service_s_address_in_the_examples() {
    assertThat(page("/docs/tutorials/first-payment").text())
        .contains("http://127.0.0.1:" + florin.app().port());
    assertThat(page("/docs/operations/install").text()).contains("127.0.0.1:8080");
  }

  @Test
  void a_page_is_sent_once_and_compressed_to_a_client_that_accepts_it() {
    String address = "/docs/reference/api/payments";
    Reply compressed = get(address, "Accept-Encoding", "br, gzip;q=0.5");
    assertThat(compressed.header("Content-Encoding")).contains("gzip");
    assertThat(Integer.parseInt(compressed.header("Content-Length").orElseThrow()))
        .isLessThan(30 * 1024);
    assertThat(get(address, "Accept-Encoding", "br, gzip;q=0").header("Content-Encoding"))
        .isEmpty();

    Reply plain = get(address);
    String tag = plain.header("ETag").orElseThrow();
    assertThat(compressed.header("ETag").orElseThrow()).isNotEqualTo(tag);
    Reply again = get(address, "If-None-Match", "\"other\", W/" + tag);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(get(address, "If-None-Match", "\"other\"").status()).isEqualTo(200);
  }

  @Test
  void the_licenses_of_third_party_works_are_shown_in_full() throws Exception {
    Document licences = Jsoup.parse(get("/docs/licences").body());
    Document build = Jsoup.parse(Files.readString(Path.of("../pom.xml")), Parser.xmlParser());
    assertThat(licences.select("main h2").eachText())
        .containsExactly(
            "htmx " + build.select("htmx\\.version").text(),
            "Inter " + build.select("inter\\.version").text());
    assertThat(licences.select("main pre").eachText())
        .allMatch(text -> text.contains("Copyright") || text.contains("Permission to use"));
  }

  private Element articleOf(Operation operation) {
    Element place = at(operation.node().get("operationId").stringValue());
    return Objects.requireNonNull(place.closest("article"));
  }

  /** Returns the element of the API reference with this id, on the one page that has it. */
  private Element at(String id) {
    List<Element> found =
        pages.entrySet().stream()
            .filter(page -> page.getKey().startsWith("/docs/reference/api"))
            .map(page -> page.getValue().getElementById(id))
            .filter(Objects::nonNull)
            .toList();
    assertThat(found).as(id).hasSize(1);
    return found.getFirst();
  }

  private Document page(String address) {
    assertThat(pages.keySet()).contains(address);
    return Objects.requireNonNull(pages.get(address));
  }

  private static String text(JsonNode node, String name) {
    return node.get(name).stringValue();
  }

  private Reply get(String path, String... headers) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + florin.app().port() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return florin.client().send(request.build());
  }
}
