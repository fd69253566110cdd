package florin.http;

import florin.core.Caller;
import florin.core.ErrorCode;
import florin.core.Problem;
import florin.core.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Whether a request may come in: what the node and the crowd it belongs to have room for. It is
 * asked on the thread that reads from all connections, where nothing may wait, and again of those
 * whose key had to be looked up or whose body was still to come.
 */
final class AdmissionControl {
  /**
   * What HTTP/2 does not know (RFC 9113, section 8.2.2). Jetty refuses `connection` and `te`; an
   * `upgrade` is how a request of HTTP/1.1 becomes the first of a connection of HTTP/2.
   */
  private static final List<HttpHeader> OF_CONNECTIONS =
      List.of(HttpHeader.KEEP_ALIVE, HttpHeader.PROXY_CONNECTION, HttpHeader.TRANSFER_ENCODING);

  private final Capacity capacity;
  private final Readiness readiness;

  /** What can be said of a request without waiting for anything. */
  sealed interface FirstLook {
    /** There is no room for it. */
    record Full() implements FirstLook {}

    /** It is all there, and has a ticket. */
    record Entered(Admission.Ticket ticket) implements FirstLook {}

    /** Its key has to be looked up, its body is still to come, or it needs none of this. */
    record Open() implements FirstLook {}

    record Refused(Problem problem) implements FirstLook {}
  }

  AdmissionControl(Capacity capacity, Readiness readiness) {
    this.capacity = capacity;
    this.readiness = readiness;
  }

  /** Does not wait. */
  FirstLook look(Exchange exchange) {
    try {
      requireWellFormed(exchange);
      return exchange.match() instanceof Router.Match.Found(Endpoint endpoint, var _)
              && endpoint.crowd() != Crowd.OPERATORS
              && isFitFor(endpoint)
          ? look(endpoint, exchange)
          : new FirstLook.Open();
    } catch (Refusal refusal) {
      return new FirstLook.Refused(refusal.problem());
    }
  }

  private FirstLook look(Endpoint endpoint, Exchange exchange) {
    Optional<Caller> caller = endpoint.doorkeeper().recall(exchange);
    if (caller.isPresent() && !exchange.counts(caller.get())) {
      return new FirstLook.Full();
    }
    if (exchange.holding().isOneTooMany()) {
      return new FirstLook.Open();
    }
    if (!hasRoom(endpoint.crowd(), endpoint, exchange)) {
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

  /** Empty where there is neither a permit nor a place to wait for one. */
  Optional<Admission.Ticket> enter(Endpoint endpoint, Exchange exchange) {
    return capacity.admission(exchange.holding().crowd()).enter(precedence(endpoint, exchange));
  }

  /** Whether {@link #enter} would find something, as much as is known of the request by now. */
  boolean hasRoom(Crowd crowd, Endpoint endpoint, Exchange exchange) {
    return capacity.admission(crowd).hasRoom(precedence(endpoint, exchange));
  }

  Duration longestWait(Endpoint endpoint, Exchange exchange) {
    return precedence(endpoint, exchange).longestWait();
  }

  private static Precedence precedence(Endpoint endpoint, Exchange exchange) {
    return Precedence.of(endpoint.urgency(), exchange.log().caller());
  }

  /** Whether this node may do what the endpoint does. */
  boolean isFitFor(Endpoint endpoint) {
    return !makesWork(endpoint) || readiness.mayTakeWork();
  }

  /** Whoever comes back from a provider's page does so by GET, and goes on with a payment. */
  private static boolean makesWork(Endpoint endpoint) {
    return !endpoint.method().equals("GET") || endpoint.urgency() == Urgency.FOLLOW_UP;
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
              "The request has a header that HTTP/2 does not know (RFC 9113, section 8.2.2).")
          .refusal();
    }
  }
}
