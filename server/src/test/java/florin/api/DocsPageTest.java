package florin.api;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import florin.api.Contract.Operation;
import florin.core.ErrorCode;
import florin.event.EventType;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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

/** The page `/docs` says what the contract says, and asks nobody else for anything. */
@TestInstance(Lifecycle.PER_CLASS)
class DocsPageTest {
  /** With all that it loads, not compressed but for the fonts. */
  private static final int MOST_BYTES = 448 * 1024;

  private final Contract contract = Contract.load();
  private TestApp florin;
  private Document page;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    page = Jsoup.parse(get("/docs").body());
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
  void every_parameter_and_field_that_can_be_sent_is_there() {
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
  void every_object_of_a_tag_is_there_with_all_its_fields() {
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
  void every_code_and_event_has_its_place() {
    for (ErrorCode code : ErrorCode.values()) {
      if (!Set.of("route_unknown", "method_not_allowed").contains(code.text())) {
        at("error-" + code.text());
      }
    }
    assertThat(Objects.requireNonNull(page.select("#EventType").parents().first()).text())
        .contains(Stream.of(EventType.values()).map(EventType::text).toList());
  }

  @Test
  void its_requests_are_what_the_contract_lets_in() {
    for (Operation operation : contract.operations()) {
      String curl = articleOf(operation).expectFirst("aside pre").wholeText();
      int begin = curl.indexOf("-d '");
      assertThat(begin >= 0)
          .as(operation.toString())
          .isEqualTo(!operation.bodySchema().isMissingNode());
      if (begin >= 0) {
        String body = curl.substring(begin + 4, curl.lastIndexOf('\'')).replace("'\\''", "'");
        assertThat(contract.errors(operation.bodySchema(), Contract.JSON.readTree(body)))
            .as(operation.toString())
            .isEmpty();
      }
    }
  }

  @Test
  void its_answers_are_what_the_contract_promises() {
    for (Operation operation : contract.operations()) {
      JsonNode schema = operation.node().at("/responses/200/content/application~1json/schema");
      List<String> samples =
          articleOf(operation).select("aside pre").stream()
              .skip(1)
              .map(Element::wholeText)
              .toList();
      for (String sample : samples) {
        if (!sample.contains("…")) { // an entry of a list is shown as it begins
          assertThat(contract.errors(schema, Contract.JSON.readTree(sample)))
              .as(operation.toString())
              .isEmpty();
        }
      }
    }
  }

  @Test
  void its_addresses_are_all_different_and_all_lead_somewhere() {
    List<String> ids = page.select("[id]").eachAttr("id");
    assertThat(ids).doesNotHaveDuplicates();
    var known = new HashSet<>(ids);
    page.select("a[href^=#]")
        .eachAttr("href")
        .forEach(href -> assertThat(known).contains(href.substring(1)));
    page.select("a[href^=/]").eachAttr("href").stream()
        .distinct()
        .forEach(href -> assertThat(get(href).status()).as(href).isIn(200, 303));
  }

  @Test
  void it_shows_the_test_cards_and_how_webhooks_are_verified() {
    assertThat(page.text())
        .contains(
            "4000000000009995", "4000000000840027", "createHmac", "compare_digest", "openssl");
    assertThat(page.html()).doesNotContain("127.0.0.1:8080", "$FLORIN_TEST_SECRET_KEY");
  }

  @Test
  void it_and_all_that_it_loads_is_of_this_service_and_small() {
    Reply reply = get("/docs");
    assertThat(reply.header("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(reply.header("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
        .doesNotContain("http", "*", "unsafe");
    assertThat(page.select("style, script:not([src]), [style], [onclick], img, iframe")).isEmpty();
    int bytes = reply.body().getBytes(StandardCharsets.UTF_8).length;
    for (String loaded : loaded()) {
      assertThat(loaded).startsWith("/docs/");
      Reply part = get(loaded);
      assertThat(part.status()).as(loaded).isEqualTo(200);
      bytes += Integer.parseInt(part.header("Content-Length").orElseThrow());
    }
    assertThat(bytes).isLessThan(MOST_BYTES);
  }

  private List<String> loaded() {
    var loaded = new ArrayList<String>();
    loaded.addAll(page.select("link[href^=/], script[src]").eachAttr("href"));
    loaded.addAll(page.select("script[src]").eachAttr("src"));
    loaded.add("/docs/inter-latin-500-normal.woff2");
    loaded.removeIf(String::isEmpty);
    return loaded;
  }

  @Test
  void it_is_sent_once_and_compressed_to_whoever_can_read_it_so() {
    Reply compressed = get("/docs", "Accept-Encoding", "br, gzip;q=0.5");
    assertThat(compressed.header("Content-Encoding")).contains("gzip");
    assertThat(Integer.parseInt(compressed.header("Content-Length").orElseThrow()))
        .isLessThan(60 * 1024);
    assertThat(get("/docs", "Accept-Encoding", "br, gzip;q=0").header("Content-Encoding"))
        .isEmpty();

    Reply plain = get("/docs");
    String tag = plain.header("ETag").orElseThrow();
    assertThat(compressed.header("ETag").orElseThrow()).isNotEqualTo(tag);
    Reply again = get("/docs", "If-None-Match", "\"other\", W/" + tag);
    assertThat(again.status()).isEqualTo(304);
    assertThat(again.body()).isEmpty();
    assertThat(get("/docs", "If-None-Match", "\"other\"").status()).isEqualTo(200);
  }

  @Test
  void the_licences_of_what_others_wrote_are_shown_whole() throws Exception {
    Document licences = Jsoup.parse(get("/docs/licences").body());
    Document build = Jsoup.parse(Files.readString(Path.of("../pom.xml")), Parser.xmlParser());
    assertThat(licences.select("main h3").eachText())
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

  private Element at(String id) {
    Element found = page.getElementById(id);
    assertThat(found).as(id).isNotNull();
    return Objects.requireNonNull(found);
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
