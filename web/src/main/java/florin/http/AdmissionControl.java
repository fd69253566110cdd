package florin.http;

import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import florin.http.Endpoint.RequestClass;
import florin.http.Server.Readiness;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Decides whether a request is admitted: whether the node and the request's traffic class have
 * capacity. It runs on the thread that reads from all connections, which must not block. It runs
 * again for requests whose key needed a lookup or whose body was incomplete.
 */
final class AdmissionControl {
  /**
   * The headers that HTTP/2 forbids (RFC 9113, section 8.2.2). Jetty rejects `connection` and `te`.
   * An `upgrade` turns a request of HTTP/1.1 into the first of an HTTP/2 connection.
   */
  private static final List<HttpHeader> OF_CONNECTIONS =
      List.of(HttpHeader.KEEP_ALIVE, HttpHeader.PROXY_CONNECTION, HttpHeader.TRANSFER_ENCODING);

  private final Capacity capacity;
  private final Readiness readiness;

  /** The result of the first check, which doesn't wait. */
  sealed interface FirstLook {
    /** There is no capacity for the request. */
    record Full() implements FirstLook {}

    /** The request is complete and has a permit or a waiting position. */
    record Entered(ConcurrencyLimiter.Permit permit) implements FirstLook {}

    /** Its key needs a lookup, its body is incomplete, or it needs no permit. */
    record Open() implements FirstLook {}

    record Refused(Problem problem) implements FirstLook {}
  }

  AdmissionControl(Capacity capacity, Readiness readiness) {
    this.capacity = capacity;
    this.readiness = readiness;
  }

  /** Checks a request without blocking. */
  FirstLook look(Exchange exchange) {
    try {
      requireWellFormed(exchange);
      return exchange.match() instanceof Router.Match.Found(Endpoint endpoint, var _)
              && endpoint.trafficClass() != TrafficClass.OPERATORS
              && isFitFor(endpoint)
          ? look(endpoint, exchange)
          : new FirstLook.Open();
    } catch (Refusal refusal) {
      return new FirstLook.Refused(refusal.problem());
    }
  }

  private FirstLook look(Endpoint endpoint, Exchange exchange) {
    Optional<Caller> caller = endpoint.authentication().recall(exchange);
    if (caller.isPresent() && !exchange.counts(caller.get())) {
      return new FirstLook.Full();
    }
    if (exchange.holding().isOneTooMany()) {
      return new FirstLook.Open();
    }
    if (!hasRoom(endpoint.trafficClass(), endpoint, exchange)) {
      return new FirstLook.Full();
    }
    return caller.isPresent() && endpoint.fileBytes() == 0
        ? enterIfArrived(endpoint, exchange)
        : new FirstLook.Open();
  }

  private FirstLook enterIfArrived(Endpoint endpoint, Exchange exchange) {
    if (!exchange.holding().tryTakeHeaders(exchange.headerBytes())) {
      return new FirstLook.Full();
    }
    if (!exchange.requestBody().readArrived()) {
      return new FirstLook.Open();
    }
    return enter(endpoint, exchange)
        .<FirstLook>map(FirstLook.Entered::new)
        .orElseGet(FirstLook.Full::new);
  }

  /** Takes a permit or a waiting position. Empty if there is neither. */
  Optional<ConcurrencyLimiter.Permit> enter(Endpoint endpoint, Exchange exchange) {
    return capacity.admission(exchange.holding().crowd()).enter(precedence(endpoint, exchange));
  }

  /** Returns whether {@link #enter} would succeed, as far as the request is known. */
  boolean hasRoom(TrafficClass trafficClass, Endpoint endpoint, Exchange exchange) {
    return capacity.admission(trafficClass).hasRoom(precedence(endpoint, exchange));
  }

  Duration longestWait(Endpoint endpoint, Exchange exchange) {
    return precedence(endpoint, exchange).longestWait();
  }

  private static RequestPriority precedence(Endpoint endpoint, Exchange exchange) {
    return RequestPriority.of(endpoint.requestClass(), exchange.log().caller());
  }

  /** Returns whether this node may execute the endpoint's work. */
  boolean isFitFor(Endpoint endpoint) {
    return !makesWork(endpoint) || readiness.mayTakeWork();
  }

  /**
   * Returns whether an endpoint changes something. A payer who returns from a provider's page sends
   * a GET that continues a payment.
   */
  private static boolean makesWork(Endpoint endpoint) {
    return !endpoint.method().equals("GET") || endpoint.requestClass() == RequestClass.FOLLOW_UP;
  }

  private static void requireWellFormed(Exchange exchange) {
    if (exchange.headerFields() > HeaderFields.MOST) {
      throw new Problem.Transport(
              ErrorCode.HEADERS_TOO_LARGE,
              "The request must have at most " + HeaderFields.MOST + " header fields.")
          .refusal();
    }
    if (exchange.isFramedTwice()) {
      throw new Problem.Transport(
              ErrorCode.BAD_REQUEST,
              "A request of HTTP/1.0 must have no Transfer-Encoding (RFC 9112, section 6.1). Send Content-Length, or HTTP/1.1.")
          .refusal();
    }
    boolean upgrade = exchange.hasHeader(HttpHeader.UPGRADE);
    if (!exchange.isHttp1()
        && (OF_CONNECTIONS.stream().anyMatch(exchange::hasHeader)
            || (upgrade && !exchange.hasHeader(HttpHeader.HTTP2_SETTINGS)))) {
      throw new Problem.Transport(
              ErrorCode.BAD_REQUEST,
              "The request has a header that HTTP/2 forbids (RFC 9113, section 8.2.2).")
          .refusal();
    }
  }
}
