package florin.connector.stripe;

import florin.connector.remote.RemoteRequest;
import florin.connector.remote.RemoteRequest.RemoteContent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * The fields of a request, in order, by Stripe's names: `metadata` in `payment_intent_data` is
 * `payment_intent_data[metadata]`.
 */
record StripeForm(SequencedMap<String, String> fields) {
  static final StripeForm EMPTY = new StripeForm(new LinkedHashMap<>());

  StripeForm {
    fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
  }

  StripeForm with(String name, String value) {
    var more = new LinkedHashMap<>(fields);
    more.put(name, value);
    return new StripeForm(more);
  }

  StripeForm with(String name, long value) {
    return with(name, Long.toString(value));
  }

  StripeForm with(String name, Optional<String> value) {
    return value.map(it -> with(name, it)).orElse(this);
  }

  static RemoteRequest get(String path, StripeForm query) {
    String encoded = query.encoded();
    return RemoteRequest.get(path + (encoded.isEmpty() ? "" : "?" + encoded));
  }

  static RemoteRequest post(String path, StripeForm form, String idempotencyKey) {
    return form.post(path, Optional.of(idempotencyKey));
  }

  RemoteRequest post(String path, Optional<String> idempotencyKey) {
    return new RemoteRequest(
        "POST",
        path,
        Optional.of(new RemoteContent("application/x-www-form-urlencoded", encoded())),
        idempotencyKey);
  }

  /** Returns the fields as `application/x-www-form-urlencoded`, for a body or a query. */
  String encoded() {
    return fields.entrySet().stream().map(StripeForm::encoded).collect(Collectors.joining("&"));
  }

  private static String encoded(Map.Entry<String, String> field) {
    return URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8)
        + "="
        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8);
  }
}
