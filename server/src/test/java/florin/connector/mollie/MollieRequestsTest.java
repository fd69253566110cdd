package florin.connector.mollie;

import static florin.connector.Requests.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import florin.connector.AuthorizeRequest;
import florin.connector.AuthorizeRequest.Capture;
import florin.connector.AuthorizeRequest.PageContent;
import florin.connector.Credential;
import florin.connector.OperationRef;
import florin.connector.Requests;
import florin.connector.remote.RemoteRequest;
import florin.core.Currency;
import florin.core.Money;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Checks the connector's requests against Mollie's OpenAPI document if it is available. */
class MollieRequestsTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final OperationRef REFERENCE = Requests.reference();
  private static final String CUSTOMER = "cst_8wmqcHMN4U";
  private static final String MANDATE = "mdt_h3gAaD5zP";

  private static AuthorizeRequest request(Money amount, Capture capture, PageContent page) {
    return new AuthorizeRequest(
        REFERENCE,
        Requests.REALM,
        amount,
        capture,
        new Credential.Page(List.of()),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.of(URI.create("https://pay.shop.example/return/abc")),
        page);
  }

  private static RemoteRequest create(Money amount, Capture capture, PageContent page) {
    return MollieRequests.create(
        request(amount, capture, page),
        List.of("card", "ideal", "sepa_debit"),
        Optional.of("https://pay.shop.example/connectors/t/webhooks"),
        Optional.empty());
  }

  private static RemoteRequest charge(Capture capture) {
    return MollieRequests.charge(
        request(eur(1000), capture, PageContent.NONE),
        CUSTOMER,
        MANDATE,
        Optional.of("https://pay.shop.example/connectors/t/webhooks"));
  }

  private static Stream<RemoteRequest> all() {
    var page =
        new PageContent(Optional.of("Order 7101"), Optional.empty(), Optional.of("de"), List.of());
    return Stream.of(
        create(eur(1000), Capture.AUTOMATIC, page),
        create(eur(1000), Capture.MANUAL, PageContent.NONE),
        MollieRequests.create(
            request(eur(1000), Capture.AUTOMATIC, page),
            List.of("card", "ideal"),
            Optional.empty(),
            Optional.of(CUSTOMER)),
        MollieRequests.customer(REFERENCE),
        charge(Capture.AUTOMATIC),
        charge(Capture.MANUAL),
        MollieRequests.paymentsOf(CUSTOMER),
        MollieRequests.mandates(CUSTOMER),
        MollieRequests.mandate(CUSTOMER, MANDATE),
        MollieRequests.revoke(CUSTOMER, MANDATE),
        MollieRequests.check(eur(1000), URI.create("https://example.com/"), "check"),
        MollieRequests.payment("tr_5B8cwPMGnU6qLbRvo7qEZo"),
        MollieRequests.cancel("tr_5B8cwPMGnU6qLbRvo7qEZo"),
        MollieRequests.release("tr_5B8cwPMGnU6qLbRvo7qEZo", REFERENCE),
        MollieRequests.capture("tr_5B8cwPMGnU6qLbRvo7qEZo", eur(400), REFERENCE),
        MollieRequests.refund("tr_5B8cwPMGnU6qLbRvo7qEZo", eur(400), REFERENCE),
        MollieRequests.list("payments", Optional.empty()),
        MollieRequests.list("refunds", Optional.of("re_4qqhO89gsT")),
        MollieRequests.balance(true),
        MollieRequests.balance(false),
        MollieRequests.transactions("bal_3kUf4yU2nT", true, 100, Optional.empty()),
        MollieRequests.transactions(
            "bal_3kUf4yU2nT", false, 100, Optional.of("baltr_QM24QwzUWR4ev4Xfgyt29A")),
        MollieRequests.settlements("bal_3kUf4yU2nT", 50, Optional.of("stl_jDk30akdN")),
        MollieRequests.settlements(1),
        MollieRequests.settlement("stl_jDk30akdN"),
        MollieRequests.profile(),
        MollieRequests.methods(),
        MollieRequests.firstMethods(eur(0)),
        MollieRequests.firstMethods(eur(MollieRequests.ANY_AMOUNT)),
        MollieRequests.firstMethods(new Money(MollieRequests.ANY_AMOUNT, Currency.get("chf"))));
  }

  @Test
  void every_request_is_valid_by_mollies_document() throws IOException {
    JsonNode document = document();

    assertThat(all().flatMap(request -> problems(document, request).stream())).isEmpty();
  }

  @Test
  void mollie_has_each_method_that_a_payment_can_name() throws IOException {
    List<String> mollies =
        document()
            .at("/components/schemas/method-id/enum")
            .valueStream()
            .map(JsonNode::stringValue)
            .toList();

    assertThat(mollies)
        .containsAll(
            MollieMethods.write(List.copyOf(MollieMethods.ofPages(List.of()).paying().possible())));
    assertThat(MollieMethods.ofPages(List.of()).paying().possible())
        .containsAll(MollieMethods.savable(false))
        .containsAll(MollieMethods.savable(true));
  }

  private static JsonNode document() throws IOException {
    Optional<Path> file =
        Stream.concat(
                Stream.ofNullable(System.getProperty("mollie.openapi")).map(Path::of),
                Stream.of(Path.of("..", "mollie-emulator", "target", "mollie", "specs.yaml")))
            .filter(Files::isRegularFile)
            .findFirst();
    assumeTrue(
        file.isPresent(), "Mollie's OpenAPI document isn't there: see mollie-emulator/README.md");
    return read(file.get());
  }

  private static JsonNode read(Path file) throws IOException {
    var settings =
        LoadSettings.builder().setCodePointLimit(1 << 26).setSchema(new JsonSchema()).build();
    try (InputStream in = Files.newInputStream(file)) {
      return JSON.valueToTree(new Load(settings).loadFromInputStream(in));
    }
  }

  private static List<String> problems(JsonNode document, RemoteRequest request) {
    String path = request.target().replaceFirst("\\?.*", "");
    Optional<JsonNode> operation =
        document.get("paths").properties().stream()
            .filter(one -> path.matches(one.getKey().replaceAll("\\{[^}]*}", "[^/]+")))
            .min(Comparator.comparing(one -> one.getKey().contains("{")))
            .map(one -> one.getValue().path(request.method().toLowerCase(Locale.ROOT)))
            .filter(one -> !one.isMissingNode());
    if (operation.isEmpty()) {
      return List.of("there is no " + request);
    }
    var problems = new ArrayList<String>();
    for (String name : parameters(request.target())) {
      boolean isKnown =
          operation
              .get()
              .path("parameters")
              .valueStream()
              .map(one -> resolved(document, one))
              .anyMatch(one -> one.path("name").stringValue("").equals(name));
      if (!isKnown) {
        problems.add(request + " has the unknown parameter " + name);
      }
    }
    JsonNode schema =
        resolved(document, operation.get().path("requestBody"))
            .at("/content/application~1json/schema");
    request
        .content()
        .ifPresent(content -> {
          JsonNode body = JSON.readTree(content.text());
          check(document, schema, body).forEach(error -> problems.add(request + ": " + error));
        });
    return problems;
  }

  private static List<String> parameters(String target) {
    int query = target.indexOf('?');
    return query < 0
        ? List.of()
        : Stream.of(target.substring(query + 1).split("&"))
            .map(it -> it.split("=")[0].replaceFirst("%5B.*", ""))
            .toList();
  }

  /** The document marks read-only fields as required, so this check ignores missing fields. */
  private static List<String> check(JsonNode document, JsonNode schema, JsonNode body) {
    ObjectNode whole = ((ObjectNode) schema).deepCopy();
    whole.set("components", document.get("components"));
    var known = new HashSet<String>();
    addFields(document, schema, known);
    return Stream.concat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(whole)
                .validate(body)
                .stream()
                .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                .filter(error -> !error.contains("required property")),
            body.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .map(name -> "unknown field " + name))
        .toList();
  }

  private static void addFields(JsonNode document, JsonNode schema, Set<String> names) {
    JsonNode whole = resolved(document, schema);
    names.addAll(whole.path("properties").propertyNames());
    whole.path("allOf").forEach(part -> addFields(document, part, names));
  }

  private static JsonNode resolved(JsonNode document, JsonNode node) {
    JsonNode at = node;
    while (at.has("$ref")) {
      at = document.at(at.get("$ref").stringValue().substring(1));
    }
    return at;
  }

  @Test
  void an_amount_has_the_decimals_of_its_currency() {
    assertThat(MollieMoney.write(eur(5))).isEqualTo(Map.of("currency", "EUR", "value", "0.05"));
    assertThat(MollieMoney.write(new Money(500, Currency.get("jpy"))))
        .isEqualTo(Map.of("currency", "JPY", "value", "500"));
  }

  @Test
  void the_same_request_is_sent_again_with_the_same_bytes_and_key() {
    RemoteRequest one = create(eur(1000), Capture.MANUAL, PageContent.NONE);
    RemoteRequest other = create(eur(1000), Capture.MANUAL, PageContent.NONE);

    assertThat(one).isEqualTo(other);
    assertThat(one.idempotencyKey().map(UUID::fromString))
        .hasValueSatisfying(key -> {
          assertThat(key.version()).isEqualTo(4);
          assertThat(key.variant()).isEqualTo(2);
        });
  }

  @Test
  void each_operation_has_a_key_of_its_own() {
    String payment = "tr_5B8cwPMGnU6qLbRvo7qEZo";

    assertThat(
            Stream.of(
                    create(eur(1000), Capture.MANUAL, PageContent.NONE),
                    MollieRequests.customer(REFERENCE),
                    charge(Capture.MANUAL),
                    MollieRequests.release(payment, REFERENCE),
                    MollieRequests.capture(payment, eur(400), REFERENCE),
                    MollieRequests.refund(payment, eur(400), REFERENCE),
                    MollieRequests.refund(payment, eur(400), Requests.reference()))
                .map(RemoteRequest::idempotencyKey))
        .doesNotContain(Optional.empty())
        .doesNotHaveDuplicates();
  }

  @Test
  void a_long_description_is_cut_between_characters() {
    var page =
        new PageContent(
            Optional.of("x".repeat(254) + "😀"), Optional.empty(), Optional.empty(), List.of());

    String body = create(eur(1), Capture.AUTOMATIC, page).content().orElseThrow().text();
    assertThat(JSON.readTree(body).get("description").stringValue()).isEqualTo("x".repeat(254));
  }
}
