package florin.testing;

import java.net.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An HTTP response. */
public record Reply(int status, HttpHeaders headers, String body) {
  private static final JsonMapper JSON = new JsonMapper();

  public JsonNode json() {
    return JSON.readTree(body);
  }

  /**
   * Returns the text at a JSON Pointer (RFC 6901), such as `/error/code`; empty if there is none.
   */
  public String text(String pointer) {
    return json().at(pointer).asString("");
  }

  public long number(String pointer) {
    return json().at(pointer).longValue();
  }

  public boolean bool(String pointer) {
    return json().at(pointer).booleanValue();
  }

  /** Returns whether the pointer has a value other than `null`. */
  public boolean has(String pointer) {
    JsonNode node = json().at(pointer);
    return !node.isMissingNode() && !node.isNull();
  }

  /** Returns one field of every element of an array. */
  public List<String> texts(String pointer, String field) {
    var texts = new ArrayList<String>();
    json().at(pointer).forEach(element -> texts.add(element.path(field).asString("")));
    return texts;
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** Returns the ID of the payment in the response, or in its error. */
  public String payment() {
    return status == 200 ? text("/id") : text("/error/payment");
  }

  public boolean isReplay() {
    return headers.firstValue("Idempotent-Replayed").filter("true"::equals).isPresent();
  }
}
