package emulator.provider;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A complete HTTP response. */
public record Answer(int status, Map<String, String> headers, String body) {
  public Answer {
    headers = Map.copyOf(headers);
  }

  /** Returns a response with indented JSON. */
  public static Answer json(int status, JsonNode body) {
    return new Answer(status, Map.of("Content-Type", "application/json"), Json.pretty(body));
  }

  /** Returns a response with JSON that has links (HAL). */
  public static Answer hal(int status, JsonNode body) {
    return new Answer(status, Map.of("Content-Type", "application/hal+json"), Json.text(body));
  }

  /** Returns a response without a body. */
  public static Answer empty(int status) {
    return new Answer(status, Map.of(), "");
  }

  public static Answer page(int status, String html) {
    return new Answer(status, Map.of("Content-Type", "text/html; charset=utf-8"), html);
  }

  public static Answer seeOther(String location) {
    return new Answer(303, Map.of("Location", location), "");
  }

  public Answer with(String header, String value) {
    return with(Map.of(header, value));
  }

  public Answer with(Map<String, String> others) {
    var more = new LinkedHashMap<>(headers);
    more.putAll(others);
    return new Answer(status, more, body);
  }

  byte[] bytes() {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    var all = new StringBuilder("HTTP/1.1 ").append(status).append(" \r\n");
    headers.forEach((name, value) -> all.append(name).append(": ").append(value).append("\r\n"));
    if (status != 204) {
      all.append("Content-Length: ").append(content.length).append("\r\n");
    }
    return all.append("\r\n").append(body).toString().getBytes(StandardCharsets.UTF_8);
  }
}
