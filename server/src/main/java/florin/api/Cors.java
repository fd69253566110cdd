package florin.api;

import florin.http.Answer;
import florin.http.Crowd;
import florin.http.Endpoint;

/**
 * Lets pages of any origin call what takes a publishable key, and nothing else (Fetch standard,
 * section 3.2). No origin is told from another: the key is no secret, and no cookie is looked at.
 */
final class Cors {
  private static final String ANYONE = "*";

  /** A browser asks once a day; most ask more often, whatever they are told. */
  private static final String MAX_AGE_SECONDS = "86400";

  private static final String REQUEST_HEADERS =
      "Authorization, Content-Type, Idempotency-Key, Service-Version";
  private static final String ANSWER_HEADERS =
      "Request-Id, Service-Version, Idempotent-Replayed, Retry-After, RateLimit-Limit,"
          + " RateLimit-Remaining, RateLimit-Reset";

  private Cors() {}

  /** The question before the call. A browser sends no key with it, so none is asked for. */
  static Endpoint preflight(Route<?> route) {
    Answer answer =
        Answer.noContent()
            .with("Access-Control-Allow-Origin", ANYONE)
            .with("Access-Control-Allow-Methods", route.method())
            .with("Access-Control-Allow-Headers", REQUEST_HEADERS)
            .with("Access-Control-Max-Age", MAX_AGE_SECONDS);
    return new Endpoint("OPTIONS", route.template(), Crowd.OPERATORS, _ -> answer);
  }

  /** The answer, for a page to read. */
  static Answer opened(Answer answer) {
    return answer
        .with("Access-Control-Allow-Origin", ANYONE)
        .with("Access-Control-Expose-Headers", ANSWER_HEADERS);
  }
}
