package florin.api;

import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;
import florin.http.Urgency;

/**
 * One line of the table: from it follow authentication, decoding, and the tests of both.
 *
 * @param liveByKey whether a live key alone may ask for it
 * @param urgency what is lost when it is refused
 * @param fileBytes how long a body may be that is a file; 0 where it is JSON
 * @param <I> what the request says, decoded
 */
record Route<I>(
    String method,
    String template,
    Keys keys,
    LiveByKey liveByKey,
    Urgency urgency,
    int fileBytes,
    Decoder<I> decoder,
    Handler<I> handler) {
  Route(String method, String template, Keys keys, Decoder<I> decoder, Handler<I> handler) {
    this(
        method, template, keys, LiveByKey.ALLOWED, usualFor(method, template), 0, decoder, handler);
  }

  /** Which keys may call. */
  enum Keys {
    SECRET,
    SECRET_OR_PUBLISHABLE
  }

  /**
   * Whether a live key alone may ask for it. A key that has leaked must not redirect money, make up
   * money that has arrived, or let its holder forge what the merchant's servers trust.
   */
  enum LiveByKey {
    ALLOWED,
    /** An owner allows it for one bank account. The use case checks: it finds out which account. */
    IF_ALLOWED_FOR_BANK_ACCOUNT,
    /** An owner allows it for all live settings, in the dashboard. */
    IF_ALLOWED_FOR_SETTINGS,
    /** A person does it in the dashboard. */
    NEVER
  }

  /** Reads path, query and body; refuses what is wrong with them. */
  @FunctionalInterface
  interface Decoder<I> {
    I decode(Exchange exchange);
  }

  @FunctionalInterface
  interface Handler<I> {
    Answer handle(Call<I> call);
  }

  /** The same for publishable keys too. */
  Route<I> forBrowsers() {
    return new Route<>(
        method,
        template,
        Keys.SECRET_OR_PUBLISHABLE,
        liveByKey,
        urgency,
        fileBytes,
        decoder,
        handler);
  }

  /** Returns the same route with another rule for live keys. */
  Route<I> liveByKey(LiveByKey rule) {
    return new Route<>(method, template, keys, rule, urgency, fileBytes, decoder, handler);
  }

  /** The same for a body that is a file: such a request is the same as often as it comes. */
  Route<I> withFile(int maxBytes) {
    return new Route<>(method, template, keys, liveByKey, urgency, maxBytes, decoder, handler);
  }

  /** The same for what goes on with money that is held or taken. */
  Route<I> asFollowUp() {
    return new Route<>(
        method, template, keys, liveByKey, Urgency.FOLLOW_UP, fileBytes, decoder, handler);
  }

  /** What is read and is not one thing by its id is a list, a stream or a file. */
  private static Urgency usualFor(String method, String template) {
    return method.equals("GET") && !template.endsWith("}") ? Urgency.LISTING : Urgency.USUAL;
  }

  boolean isForBrowsers() {
    return keys == Keys.SECRET_OR_PUBLISHABLE;
  }

  /** POST and PATCH heed `Idempotency-Key`; the other methods are idempotent by themselves. */
  boolean heedsIdempotencyKey() {
    return fileBytes == 0 && (method.equals("POST") || method.equals("PATCH"));
  }
}
