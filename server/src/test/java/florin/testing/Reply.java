package florin.testing;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What came back over HTTP. */
public record Reply(int status, HttpHeaders headers, String body) {
  private static final JsonMapper JSON = new JsonMapper();

  public JsonNode json() {
    return JSON.readTree(body);
  }

  /** A text by its JSON Pointer (RFC 6901), such as `/error/code`; empty when it is not there. */
  public String text(String pointer) {
    return json().at(pointer).asString("");
  }

  /** The payment that the answer is about, also when it is an error. */
  public String payment() {
    return status == 200 ? text("/id") : text("/error/payment");
  }

  public boolean isReplay() {
    return headers.firstValue("Idempotent-Replayed").filter("true"::equals).isPresent();
  }
}
