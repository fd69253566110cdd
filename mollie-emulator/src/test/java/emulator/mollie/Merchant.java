package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that calls the API as Mollie's documentation says. Each exchange is checked against
 * Mollie's OpenAPI document, if that is there.
 */
record Merchant(MollieEmulator mollie, String key) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  Merchant(MollieEmulator mollie) {
    this(mollie, MollieEmulator.TEST_KEY);
  }

  record Reply(int status, String text, HttpResponse<String> whole) {
    JsonNode json() {
      return JSON.readTree(text);
    }

    String at(String pointer) {
      return json().at(pointer).asString("");
    }

    String header(String name) {
      return whole.headers().firstValue(name).orElse("");
    }
  }

  /**
   * Returns the body of a request for a payment.
   *
   * @param others more fields, such as `"method":"ideal"`, which replace the usual ones
   */
  static String order(String... others) {
    ObjectNode body =
        (ObjectNode)
            JSON.readTree(
                """
                {"amount":{"currency":"EUR","value":"25.00"},"description":"Order 1",
                "redirectUrl":"https://shop.example/done"}
                """);
    for (String other : others) {
      body.setAll((ObjectNode) JSON.readTree("{" + other + "}"));
    }
    return JSON.writeValueAsString(body);
  }

  Reply post(String path, String body) throws IOException {
    return send("POST", path, body, Optional.empty());
  }

  Reply postWithKey(String key, String path, String body) throws IOException {
    return send("POST", path, body, Optional.of(key));
  }

  Reply get(String path) throws IOException {
    return send("GET", path, "", Optional.empty());
  }

  Reply patch(String path, String body) throws IOException {
    return send("PATCH", path, body, Optional.empty());
  }

  Reply delete(String path) throws IOException {
    return send("DELETE", path, "", Optional.empty());
  }

  private Reply send(String method, String path, String body, Optional<String> idempotencyKey)
      throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(mollie.url() + path))
            .header("Content-Type", "application/json");
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    idempotencyKey.ifPresent(text -> request.header("Idempotency-Key", text));
    request.method(method, BodyPublishers.ofString(body));
    Reply reply = send(request.build());
    if (path.startsWith("/v2/")) {
      Spec.find()
          .ifPresent(spec ->
              assertThat(spec.problems(method, path, body, reply.status(), reply.text()))
                  .as("%s %s: %s", method, path, reply.status())
                  .isEmpty());
    }
    return reply;
  }

  private static Reply send(HttpRequest request) throws IOException {
    try {
      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
      return new Reply(answer.statusCode(), answer.body(), answer);
    } catch (InterruptedException interrupted) {
      throw new IOException(interrupted);
    }
  }

  /** Sends a form, as a browser on the payer's page does. */
  Reply form(String path, String form) throws IOException {
    return send(
        HttpRequest.newBuilder(URI.create(mollie.url() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build());
  }

  /** Returns the id of a new payment. */
  String open(String... others) throws IOException {
    Reply reply = post("/v2/payments", order(others));
    assertThat(reply.status()).as(reply.text()).isEqualTo(201);
    return reply.at("/id");
  }

  /** Returns a payment in its present state. */
  Reply payment(String id) throws IOException {
    return get("/v2/payments/" + id);
  }

  Reply refund(String payment, String value) throws IOException {
    return post("/v2/payments/" + payment + "/refunds", amount(value));
  }

  Reply capture(String payment, String value) throws IOException {
    return post("/v2/payments/" + payment + "/captures", amount(value));
  }

  private static String amount(String value) {
    return "{\"amount\":{\"currency\":\"EUR\",\"value\":\"" + value + "\"}}";
  }

  /** Returns the id of a new customer. */
  String customer() throws IOException {
    return post("/v2/customers", "{\"name\":\"Jane Doe\",\"email\":\"jane@example.com\"}")
        .at("/id");
  }
}
