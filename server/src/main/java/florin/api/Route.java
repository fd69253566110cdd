package florin.api;

import florin.http.Answer;
import florin.http.Call;
import florin.http.Endpoint.RequestClass;
import florin.http.Exchange;

/**
 * One line of the table of routes, which defines authentication and decoding, and drives their
 * tests.
 *
 * @param liveByKey whether a live key alone may call it
 * @param requestClass the loss that a rejection causes
 * @param fileBytes the limit of a body that is a file; 0 if it is JSON
 * @param <I> the decoded input of the request
 */
public record Route<I>(
    String method,
    String template,
    Keys keys,
    LiveByKey liveByKey,
    RequestClass requestClass,
    int fileBytes,
    Decoder<I> decoder,
    Handler<I> handler) {
  Route(String method, String template, Keys keys, Decoder<I> decoder, Handler<I> handler) {
    this(
        method, template, keys, LiveByKey.ALLOWED, usualFor(method, template), 0, decoder, handler);
  }

  /** The keys that may call a route. */
  public enum Keys {
    SECRET,
    SECRET_OR_PUBLISHABLE
  }

  /**
   * Whether a live key alone may call a route. A leaked key must not redirect money, invent
   * incoming money, or let its holder forge data that the merchant's servers trust.
   */
  public enum LiveByKey {
    ALLOWED,
    /**
     * An owner allows it for one bank account. The use case checks this, because it determines the
     * account.
     */
    IF_ALLOWED_FOR_BANK_ACCOUNT,
    /** An owner allows it for all live settings, in the dashboard. */
    IF_ALLOWED_FOR_SETTINGS,
    /** Only a person in the dashboard may do it. */
    NEVER
  }

  /** Reads path, query and body; rejects invalid ones. */
  @FunctionalInterface
  public interface Decoder<I> {
    I decode(Exchange exchange);
  }

  @FunctionalInterface
  public interface Handler<I> {
    Answer handle(Call<I> call);
  }

  /** Returns this route for publishable keys too. */
  Route<I> forBrowsers() {
    return new Route<>(
        method,
        template,
        Keys.SECRET_OR_PUBLISHABLE,
        liveByKey,
        requestClass,
        fileBytes,
        decoder,
        handler);
  }

  /** Returns the same route with another rule for live keys. */
  Route<I> liveByKey(LiveByKey rule) {
    return new Route<>(method, template, keys, rule, requestClass, fileBytes, decoder, handler);
  }

  /**
   * Returns this route with a body that is a file; repeating such a request has no further effect.
   */
  Route<I> withFile(int maxBytes) {
    return new Route<>(method, template, keys, liveByKey, requestClass, maxBytes, decoder, handler);
  }

  /** Returns this route as one that continues with money that is held or taken. */
  Route<I> asFollowUp() {
    return new Route<>(
        method, template, keys, liveByKey, RequestClass.FOLLOW_UP, fileBytes, decoder, handler);
  }

  /**
   * Returns the default: a read of anything but a single object by its id is a list, a stream or a
   * file.
   */
  private static RequestClass usualFor(String method, String template) {
    return method.equals("GET") && !template.endsWith("}")
        ? RequestClass.LISTING
        : RequestClass.USUAL;
  }

  boolean isForBrowsers() {
    return keys == Keys.SECRET_OR_PUBLISHABLE;
  }

  /**
   * Returns whether the route supports `Idempotency-Key`: POST and PATCH do; the other methods are
   * idempotent already.
   */
  boolean heedsIdempotencyKey() {
    return fileBytes == 0 && (method.equals("POST") || method.equals("PATCH"));
  }
}
