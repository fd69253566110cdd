package florin.api;

import florin.http.Answer;
import florin.http.Call;
import florin.http.Exchange;

/**
 * One line of the table: from it follow authentication, decoding, and the tests of both.
 *
 * @param fileBytes how long a body may be that is a file; 0 where it is JSON
 * @param <I> what the request says, decoded
 */
record Route<I>(
    String method,
    String template,
    Keys keys,
    int fileBytes,
    Decoder<I> decoder,
    Handler<I> handler) {
  Route(String method, String template, Keys keys, Decoder<I> decoder, Handler<I> handler) {
    this(method, template, keys, 0, decoder, handler);
  }

  /** Which keys may call. */
  enum Keys {
    SECRET,
    SECRET_OR_PUBLISHABLE
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
    return new Route<>(method, template, Keys.SECRET_OR_PUBLISHABLE, fileBytes, decoder, handler);
  }

  /** The same for a body that is a file: such a request is the same as often as it comes. */
  Route<I> withFile(int maxBytes) {
    return new Route<>(method, template, keys, maxBytes, decoder, handler);
  }

  boolean isForBrowsers() {
    return keys == Keys.SECRET_OR_PUBLISHABLE;
  }

  /** POST and PATCH heed `Idempotency-Key`; the other methods are idempotent by themselves. */
  boolean heedsIdempotencyKey() {
    return fileBytes == 0 && (method.equals("POST") || method.equals("PATCH"));
  }
}
