package florin.http;

import florin.core.Caller;
import java.util.Optional;

/**
 * One method on one path.
 *
 * @param method in upper case; a GET endpoint also handles HEAD
 * @param template for example `/v2/payments/{id}`: a parameter is a whole segment
 * @param trafficClass the traffic class whose budgets it uses
 * @param authentication decides by the headers whether the body is read
 * @param requestClass the loss that a rejection causes
 * @param fileBytes the limit of a body in a temporary file; 0 if the body is in memory, with the
 *     limit of its traffic class
 */
public record Endpoint(
    String method,
    String template,
    TrafficClass trafficClass,
    PreBodyAuthentication authentication,
    RequestClass requestClass,
    int fileBytes,
    Action action) {
  /** The loss that a rejection causes, for each endpoint. See decision 032. */
  public enum RequestClass {
    /** The request continues with money that is held or taken: a capture, a cancel, a refund. */
    FOLLOW_UP,

    /** The request creates or changes something, or reads one object. */
    USUAL,

    /** The request reads many objects, which remain available later: lists, streams, files. */
    LISTING
  }

  /**
   * Checks a request's headers before its body is read. It passes an authenticated caller to {@link
   * Exchange#hasKey}; otherwise its response ends the request.
   */
  @FunctionalInterface
  public interface PreBodyAuthentication {
    PreBodyAuthentication NONE = _ -> Optional.empty();

    Optional<Answer> refuse(Exchange exchange);

    /**
     * Returns the caller of a secret key, if this is possible without blocking: it runs on the
     * thread that reads from all connections. Empty if {@link #refuse} must look it up.
     */
    default Optional<Caller> recall(Exchange exchange) {
      return Optional.empty();
    }
  }

  /**
   * The handler of an endpoint. It runs on a virtual thread, may block, and rejects a request by
   * throwing a {@link florin.core.Refusal}.
   */
  @FunctionalInterface
  public interface Action {
    Answer answer(Exchange exchange);
  }

  public Endpoint {
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("a path template begins with a slash: " + template);
    }
  }

  public Endpoint(
      String method,
      String template,
      TrafficClass trafficClass,
      PreBodyAuthentication authentication,
      Action action) {
    this(method, template, trafficClass, authentication, RequestClass.USUAL, 0, action);
  }

  /** Returns this endpoint with another urgency. */
  public Endpoint withUrgency(RequestClass other) {
    return new Endpoint(method, template, trafficClass, authentication, other, fileBytes, action);
  }

  /** Returns this endpoint with another handler. */
  public Endpoint with(Action other) {
    return new Endpoint(
        method, template, trafficClass, authentication, requestClass, fileBytes, other);
  }

  /** Returns this endpoint with a body in a temporary file. */
  public Endpoint withFile(int maxBytes) {
    return new Endpoint(
        method, template, trafficClass, authentication, requestClass, maxBytes, action);
  }

  /** Creates an endpoint that needs no API key. */
  public Endpoint(String method, String template, TrafficClass trafficClass, Action action) {
    this(method, template, trafficClass, PreBodyAuthentication.NONE, action);
  }

  public Endpoint(String method, String template, Action action) {
    this(method, template, TrafficClass.EVERYBODY, action);
  }
}
