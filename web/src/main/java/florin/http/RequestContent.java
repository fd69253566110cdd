package florin.http;

import florin.core.IdempotencyKey;
import florin.core.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of a request and its response, for a listener, and only during its call. It may
 * contain a card number or anything else: it is never stored, and does not print.
 */
public final class RequestContent {
  private static final String HEADER = "Idempotency-Key";

  /** The beginning of the JSON of every object. */
  private static final String BEGINNING = "{\"id\":\"";

  /** The longest error that is parsed; even those with very many faults are shorter. */
  private static final int MAX_ERROR_BYTES = 8 << 10;

  private final Exchange exchange;

  RequestContent(Exchange exchange) {
    this.exchange = exchange;
  }

  /**
   * An error of Florin.
   *
   * @param message quotes no value from the request, but may contain a field name that the client
   *     chose
   * @param param may contain such a name too
   */
  public record SaidError(String message, Optional<String> param) {}

  /** Returns the idempotency key, if the request's method supports one. */
  public Optional<String> idempotencyKey() {
    List<String> sent = exchange.headers(HEADER);
    boolean heeded = exchange.method().equals("POST") || exchange.method().equals("PATCH");
    return heeded && sent.size() == 1
        ? Optional.of(sent.getFirst()).filter(key -> key.length() <= IdempotencyKey.MAX_LENGTH)
        : Optional.empty();
  }

  /**
   * Returns the fields of the body, or of the query without a body, that the list allows, as JSON.
   */
  public Optional<String> fields(FieldList list) {
    return read().flatMap(list::write);
  }

  /** Returns the first of these fields that is present and an id. */
  public Optional<String> id(String... names) {
    return read()
        .flatMap(fields ->
            Stream.of(names)
                .flatMap(name -> Optional.ofNullable(fields.get(name)).stream())
                .flatMap(value -> Optional.ofNullable(value.stringValue(null)).stream())
                .filter(IdText::is)
                .findFirst());
  }

  private Optional<ObjectNode> read() {
    try {
      return exchange.findRead();
    } catch (Refusal unreadable) {
      return Optional.empty();
    }
  }

  /** Returns the id of the object in the response, or of the payment that failed. */
  public Optional<String> answeredId() {
    @Nullable Answer answer = exchange.findAnswer().orElse(null);
    if (answer == null || exchange.findRefusal().isPresent()) {
      return Optional.empty();
    }
    return answer.status() < 400 ? objectId(answer.body()) : find("/error/payment");
  }

  public Optional<SaidError> error() {
    return exchange
        .findRefusal()
        .map(fixed -> new SaidError(fixed.message(), Optional.empty()))
        .or(() ->
            find("/error/message").map(message -> new SaidError(message, find("/error/param"))));
  }

  private Optional<String> find(String pointer) {
    Predicate<Answer> isError =
        answer ->
            answer.status() >= 400
                && answer.body().length <= MAX_ERROR_BYTES
                && answer.contentType().equals("application/json");
    return exchange
        .findAnswer()
        .filter(isError)
        .flatMap(answer ->
            JsonText.of(new String(answer.body(), StandardCharsets.US_ASCII)).find(pointer));
  }

  private static Optional<String> objectId(byte[] body) {
    int length = Math.min(body.length, BEGINNING.length() + IdText.MAX_LENGTH + 1);
    String head = new String(body, 0, length, StandardCharsets.US_ASCII);
    int end = head.indexOf('"', BEGINNING.length());
    return head.startsWith(BEGINNING) && end > 0
        ? Optional.of(head.substring(BEGINNING.length(), end)).filter(IdText::is)
        : Optional.empty();
  }

  @Override
  public String toString() {
    return "RequestContent[…]";
  }
}
