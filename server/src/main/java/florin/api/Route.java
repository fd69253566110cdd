package florin.api;

import florin.core.Caller;
import florin.core.Scope;
import florin.http.Answer;
import florin.http.Call;
import florin.http.Endpoint.RequestClass;
import florin.http.Exchange;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * One line of the table of routes, which defines authentication and decoding, and drives their
 * tests.
 *
 * @param scopes a key needs one of them
 * @param liveByKey whether a live key alone may call it
 * @param requestClass the loss that a rejection causes
 * @param fileBytes the limit of a body that is a file; 0 if it is JSON
 * @param <I> the decoded input of the request
 */
public record Route<I>(
    String method,
    String template,
    Set<Scope> scopes,
    LiveByKey liveByKey,
    RequestClass requestClass,
    int fileBytes,
    Decoder<I> decoder,
    Handler<I> handler) {
  public Route {
    scopes = Collections.unmodifiableSet(EnumSet.copyOf(scopes));
  }

  Route(String method, String template, Scope scope, Decoder<I> decoder, Handler<I> handler) {
    this(
        method,
        template,
        Set.of(scope),
        LiveByKey.ALLOWED,
        usualFor(method, template),
        0,
        decoder,
        handler);
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

  /** Returns this route for keys with another scope too. */
  Route<I> orWith(Scope other) {
    Set<Scope> either = EnumSet.copyOf(scopes);
    either.add(other);
    return new Route<>(
        method, template, either, liveByKey, requestClass, fileBytes, decoder, handler);
  }

  /** Returns the same route with another rule for live keys. */
  Route<I> liveByKey(LiveByKey rule) {
    return new Route<>(method, template, scopes, rule, requestClass, fileBytes, decoder, handler);
  }

  /**
   * Returns this route with a body that is a file; repeating such a request has no further effect.
   */
  Route<I> withFile(int maxBytes) {
    return new Route<>(
        method, template, scopes, liveByKey, requestClass, maxBytes, decoder, handler);
  }

  /** Returns this route as one that continues with money that is held or taken. */
  Route<I> asFollowUp() {
    return new Route<>(
        method, template, scopes, liveByKey, RequestClass.FOLLOW_UP, fileBytes, decoder, handler);
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

  /** Returns the scope that a restricted key needs. */
  Scope scope() {
    return scopes.stream().filter(Scope::isGrantable).findFirst().orElseThrow();
  }

  /** Returns whether publishable keys may call it, which browsers have. */
  boolean isForBrowsers() {
    return !Collections.disjoint(scopes, Scope.OF_PUBLISHABLE_KEYS);
  }

  boolean isOpenTo(Caller caller) {
    return !Collections.disjoint(scopes, caller.rights().scopes());
  }

  /**
   * Returns whether the route supports `Idempotency-Key`: POST and PATCH do; the other methods are
   * idempotent already.
   */
  boolean heedsIdempotencyKey() {
    return fileBytes == 0 && (method.equals("POST") || method.equals("PATCH"));
  }
}
