package florin.api;

import florin.http.Answer;
import florin.http.Endpoint;
import florin.http.TrafficClass;

/**
 * Lets pages of any origin call the endpoints that accept a publishable key, and no others (Fetch
 * standard, section 3.2). All origins are equal: the key is not secret, and no cookie is read.
 */
final class Cors {
  private static final String ANYONE = "*";

  /** The longest cache time of a preflight; most browsers apply a shorter one. */
  private static final String MAX_AGE_SECONDS = "86400";

  private static final String REQUEST_HEADERS =
      "Authorization, Content-Type, Idempotency-Key, Service-Version";
  private static final String ANSWER_HEADERS =
      "Request-Id, Service-Version, Idempotent-Replayed, Retry-After, RateLimit-Limit,"
          + " RateLimit-Remaining, RateLimit-Reset";

  private Cors() {}

  /** Returns the preflight endpoint. A browser sends no key with a preflight, so it needs none. */
  static Endpoint preflight(Route<?> route) {
    Answer answer =
        Answer.noContent()
            .with("Access-Control-Allow-Origin", ANYONE)
            .with("Access-Control-Allow-Methods", route.method())
            .with("Access-Control-Allow-Headers", REQUEST_HEADERS)
            .with("Access-Control-Max-Age", MAX_AGE_SECONDS);
    return new Endpoint("OPTIONS", route.template(), TrafficClass.OPERATORS, _ -> answer);
  }

  /** Returns the response with the headers that let a page read it. */
  static Answer opened(Answer answer) {
    return answer
        .with("Access-Control-Allow-Origin", ANYONE)
        .with("Access-Control-Expose-Headers", ANSWER_HEADERS);
  }
}
