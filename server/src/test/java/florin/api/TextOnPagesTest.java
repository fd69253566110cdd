package florin.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Dom;
import florin.testing.NaughtyStrings;
import florin.testing.Reply;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import tools.jackson.databind.JsonNode;

/**
 * Sends difficult texts through the API and reads every page that shows them. Each text is shown
 * unchanged, and the page has the same elements as with a harmless text. If a field doesn't accept
 * a text, Florin names the field. The fields come from the OpenAPI document, so that a new field
 * can't be forgotten.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TakesLong
class TextOnPagesTest {
  private static final List<String> TEXTS = NaughtyStrings.all();
  private static final String CARD = "4242424242424242";

  private static final List<TextFields> THINGS =
      List.of(
          new TextFields("/v2/customers", "{}", TextFields.PERSON, Map.of())
              .with("/description", "Writes")
              .withMetadataOnPage(),
          new TextFields(
                  "/v2/payments",
                  TestApp.payment(1000, CARD),
                  Map.of(
                      "/payment_method/billing_details/name", "Jo March",
                      "/description", "Order 7",
                      "/receipt_email", "jo@example.com",
                      "/statement_descriptor", "FLORIN SHOP"),
                  Map.of(
                      "/return_url", "https://shop.example/return",
                      "/payment_method/billing_details/email", "jo@example.com",
                      "/payment_method/billing_details/address/line1", "1 Orchard House",
                      "/payment_method/billing_details/address/line2", "Second floor",
                      "/payment_method/billing_details/address/city", "Concord",
                      "/payment_method/billing_details/address/state", "MA",
                      "/payment_method/billing_details/address/postal_code", "01742"))
              .withMetadataOnPage(),
          new TextFields(
                  "/v2/payment_methods",
                  "{\"type\": \"card\", \"card\": {\"number\": \"%s\", \"exp_month\": 12, \"exp_year\": 2040}}"
                      .formatted(CARD),
                  Map.of(),
                  TextFields.under("/billing_details", TextFields.PERSON))
              .withMetadataBesides(),
          new TextFields("/v2/refunds", "{\"payment\": \"PAYMENT\"}", Map.of(), Map.of())
              .withMetadataBesides(),
          new TextFields(
                  "/v2/webhook_endpoints",
                  "{\"url\": \"https://shop.example/hooks\", \"enabled_events\": [\"payment.canceled\"]}",
                  Map.of("/url", "https://shop.example/hooks", "/description", "The shop"),
                  Map.of())
              .withMetadataBesides());

  /** The skeletons of the pages with harmless texts, by the object and its fields. */
  private final Map<Object, List<List<String>>> skeletons = new HashMap<>();

  private TestApp florin;
  private DashboardClient dashboard;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    dashboard = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  void close() {
    dashboard.close();
    florin.close();
  }

  @Test
  void every_free_text_field_of_the_contract_is_tested() {
    Contract contract = Contract.load();
    for (TextFields thing : THINGS) {
      var free = new TreeSet<String>();
      JsonNode body = contract.find("POST", thing.path()).orElseThrow().bodySchema();
      collect(contract, body, "", free);
      assertThat(thing.names()).as(thing.path()).containsExactlyInAnyOrderElementsOf(free);
    }
  }

  private static void collect(
      Contract contract, JsonNode reference, String pointer, Set<String> free) {
    JsonNode schema = contract.resolved(reference);
    schema
        .path("properties")
        .properties()
        .forEach(property ->
            collect(contract, property.getValue(), pointer + "/" + property.getKey(), free));
    if (!pointer.equals("/bank_account")) { // a card's refund has none
      schema.path("oneOf").forEach(form -> collect(contract, form, pointer, free));
    }
    if (pointer.equals("/metadata")) {
      free.addAll(Set.of(TextFields.KEY, TextFields.VALUE));
    }
    boolean isText = schema.path("type").toString().contains("\"string\"");
    boolean isFixed =
        schema.has("enum") || schema.has("const") || schema.path("maxLength").asInt(1) == 0;
    // A mandate needs a customer, and the customer's page shows its texts: CustomerPagesTest tests
    // them.
    if (isText
        && !isFixed
        && !pointer.startsWith("/mandate/")
        && takesOne(schema.path("pattern").asString(""))) {
      free.add(pointer);
    }
  }

  /**
   * Returns whether the pattern accepts any of the texts. Patterns of IDs and numbers accept none.
   */
  private static boolean takesOne(String pattern) {
    var compiled = Pattern.compile(pattern);
    return TEXTS.stream().anyMatch(text -> !text.isEmpty() && compiled.matcher(text).find());
  }

  @TestFactory
  Stream<DynamicTest> each_text_is_shown_as_it_is_and_changes_nothing_else() {
    return IntStream.range(0, THINGS.size())
        .boxed()
        .flatMap(i ->
            NaughtyStrings.some(i).stream()
                .map(text ->
                    dynamicTest(
                        THINGS.get(i).path() + " " + NaughtyStrings.shown(text),
                        () -> tryText(THINGS.get(i), text))));
  }

  /** Sends the text in all fields that accept it. */
  private void tryText(TextFields thing, String text) {
    var fields = new TreeSet<>(thing.names());
    Reply made = make(thing, fields.stream().collect(Collectors.toMap(f -> f, _ -> text)));
    while (made.status() != 200) {
      thing.dropRefused(fields, made);
      if (fields.isEmpty()) {
        return;
      }
      made = make(thing, fields.stream().collect(Collectors.toMap(f -> f, _ -> text)));
    }
    List<Dom> pages = pages(thing, made);
    remove(thing, made);
    List<List<String>> harmless = harmless(thing, fields);
    for (int i = 0; i < pages.size(); i++) {
      pages.get(i).assertHarmless();
      pages.get(i).assertLike(harmless.get(i), thing.path());
    }
    assertThat(pages.getFirst().times(text))
        .as("%s on the page of %s, of which %s has it", text, thing.path(), fields)
        .isGreaterThanOrEqualTo(fields.stream().filter(thing.shown()::contains).count());
  }

  private List<List<String>> harmless(TextFields thing, Set<String> fields) {
    return skeletons.computeIfAbsent(
        List.of(thing.path(), Set.copyOf(fields)),
        _ -> {
          Reply twin = make(thing, thing.harmless(fields));
          assertThat(twin.status()).as(twin.body()).isEqualTo(200);
          List<List<String>> pages = pages(thing, twin).stream().map(Dom::skeleton).toList();
          remove(thing, twin);
          return pages;
        });
  }

  private Reply make(TextFields thing, Map<String, String> texts) {
    String body = thing.body(texts);
    if (body.contains("PAYMENT")) {
      Reply payment = florin.post("/v2/payments", TestApp.payment(1000, CARD));
      body = body.replace("PAYMENT", payment.text("/id"));
    }
    return florin.post(thing.path(), body);
  }

  /** Returns the object's own page first, then all other pages that show its texts. */
  private List<Dom> pages(TextFields thing, Reply made) {
    String id = made.text("/id");
    return switch (thing.path()) {
      case "/v2/customers" ->
          pages("/dashboard/customers/" + id, "/dashboard/customers", events(id), event(id));
      case "/v2/payments" ->
          pages(
              "/dashboard/payments/" + id,
              "/dashboard/payments?q=" + id,
              events(id),
              event(id),
              URI.create(made.text("/receipt_url")).getPath());
      case "/v2/payment_methods" -> {
        String customer = florin.post("/v2/customers", "{}").text("/id");
        String attach = "/v2/payment_methods/" + id + "/attach";
        florin.post(attach, "{\"customer\": \"" + customer + "\"}");
        List<Dom> pages = pages("/dashboard/customers/" + customer, event(id));
        delete("/v2/customers/" + customer);
        yield pages;
      }
      case "/v2/refunds" -> pages("/dashboard/payments/" + made.text("/payment"), event(id));
      default ->
          pages(
              "/dashboard/webhooks/" + id,
              "/dashboard/webhooks",
              "/dashboard/webhooks/" + id + "/edit");
    };
  }

  private List<Dom> pages(String... paths) {
    return Stream.of(paths)
        .map(path -> {
          Reply page = dashboard.get(path);
          assertThat(page.status()).as(path).isEqualTo(200);
          return Dom.of(page.body());
        })
        .toList();
  }

  private static String events(String object) {
    return "/dashboard/events?object_id=" + object;
  }

  private String event(String object) {
    return "/dashboard/events/" + florin.get("/v2/events?object_id=" + object).text("/data/0/id");
  }

  /** Deletes the object so that lists don't change. Payments stay, since tests find them by ID. */
  private void remove(TextFields thing, Reply made) {
    if (thing.path().endsWith("customers") || thing.path().endsWith("endpoints")) {
      delete(thing.path() + "/" + made.text("/id"));
    }
  }

  private void delete(String path) {
    assertThat(florin.client().send(florin.client().request(path).DELETE().build()).status())
        .isEqualTo(200);
  }
}
