package florin.http;

import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Refusal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The story of one request: find its endpoint, let it in or not, run it, turn what it refuses into
 * an answer, and write that.
 */
final class Door extends Handler.Abstract {
  static final String VERSION = "2.1";
  static final String EXCHANGE = "florin.exchange";

  private static final Logger LOG = LoggerFactory.getLogger(Door.class);
  private static final String VERSION_HEADER = "Service-Version";
  private static final HttpField SERVICE_VERSION = new PreEncodedHttpField(VERSION_HEADER, VERSION);
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  private static final HttpField NO_SNIFFING =
      new PreEncodedHttpField("X-Content-Type-Options", "nosniff");

  private static final Problem AMBIGUOUS_PATH =
      new Problem.Transport(
          ErrorCode.BAD_REQUEST,
          "The path is ambiguous: it must have no empty or dot segments, no semicolon or backslash,"
              + " and no encoded slash, dot, semicolon or percent sign.");
  private static final Problem OVERLOADED =
      new Problem.Unavailable(
          ErrorCode.OVERLOADED,
          "The service is at its capacity and has done nothing of this request. Try again.",
          Duration.ofSeconds(1));
  private static final Problem INTERNAL =
      new Problem.Internal(
          "Something went wrong on our side. Try again, and tell us the request_id if it stays so.");

  private final Router router;
  private final Admission admission;
  private final HttpConfig.Limits limits;
  private final HttpMetrics metrics;
  private final IdSource ids;
  private final InstantSource clock;
  private final Semaphore bufferedBytes;

  Door(
      Router router,
      Admission admission,
      HttpConfig.Limits limits,
      HttpMetrics metrics,
      IdSource ids,
      InstantSource clock) {
    this.router = router;
    this.admission = admission;
    this.limits = limits;
    this.metrics = metrics;
    this.ids = ids;
    this.clock = clock;
    this.bufferedBytes = new Semaphore(limits.maxBufferedBytes());
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long now = System.nanoTime();
    // While we think, nothing moves on the socket, and that is right: our own deadlines end a
    // request.
    request.addIdleTimeoutListener(idle -> false);
    var exchange =
        new Exchange(
            request,
            new RequestId(ids.next()),
            clock.instant(),
            now,
            router.match(request.getMethod(), Exchange.rawPath(request)),
            new RequestBody(request, limits, bufferedBytes, now));
    request.setAttribute(EXCHANGE, exchange);
    Answer answer = answer(exchange);
    exchange.requestBody().release();
    exchange.requestBody().discard(answer.status() != Problems.status(OVERLOADED));
    write(answer, exchange, response, callback);
    return true;
  }

  private Answer answer(Exchange exchange) {
    try {
      return switch (exchange.match()) {
        case Router.Match.Found(Endpoint endpoint, var _) -> {
          requireVersion(exchange);
          yield admitted(endpoint, exchange);
        }
        case Router.Match.OtherMethods(String _, String allow) ->
            refused(methodNotAllowed(allow), exchange).with("Allow", allow);
        case Router.Match.NotFound _ -> refused(Problems.ROUTE_UNKNOWN, exchange);
        case Router.Match.Ambiguous _ -> refused(AMBIGUOUS_PATH, exchange);
      };
    } catch (Refusal refusal) {
      return refused(refusal.problem(), exchange);
    } catch (RuntimeException | Error bug) {
      LOG.error(
          "{}: {} {} failed", exchange.requestId(), exchange.method(), exchange.template(), bug);
      return refused(INTERNAL, exchange);
    }
  }

  private Answer admitted(Endpoint endpoint, Exchange exchange) {
    if (endpoint.admission() == Endpoint.Admit.ALWAYS) {
      return endpoint.action().answer(exchange);
    }
    if (!admission.hasRoom()) {
      return shed(exchange);
    }
    // Read before the permit is taken: a slow sender holds a connection, not a permit.
    exchange.body();
    if (!admission.tryEnter()) {
      return shed(exchange);
    }
    try {
      return endpoint.action().answer(exchange);
    } finally {
      admission.leave();
    }
  }

  private Answer shed(Exchange exchange) {
    metrics.shed();
    return refused(OVERLOADED, exchange);
  }

  private static void requireVersion(Exchange exchange) {
    String asked = exchange.header(VERSION_HEADER).orElse(VERSION);
    if (!asked.equals(VERSION)) {
      throw new Problem.BadRequest(
              ErrorCode.VERSION_UNSUPPORTED,
              "The header Service-Version must be " + VERSION + ", or be left out.")
          .refusal();
    }
  }

  private static Answer refused(Problem problem, Exchange exchange) {
    exchange.log().put(problem.code());
    return Problems.answer(problem, exchange.requestId());
  }

  private static Problem methodNotAllowed(String allow) {
    return new Problem.Transport(
        ErrorCode.METHOD_NOT_ALLOWED, "This path answers " + allow + " only.");
  }

  private static void write(
      Answer answer, Exchange exchange, Response response, Callback callback) {
    HttpFields.Mutable headers = response.getHeaders();
    response.setStatus(answer.status());
    putStandardHeaders(headers, exchange.requestId());
    if (!answer.contentType().isEmpty()) {
      headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
    }
    answer.headers().forEach(header -> put(headers, header));
    if (!exchange.requestBody().isComplete() && exchange.isHttp1()) {
      headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    if (answer.stream().isPresent() && !exchange.method().equals("HEAD")) {
      stream(answer.stream().get(), exchange, response, callback);
    } else {
      response.write(true, ByteBuffer.wrap(answer.body()), callback);
    }
  }

  private static void stream(
      Answer.Stream stream, Exchange exchange, Response response, Callback callback) {
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      stream.writeTo(out);
    } catch (IOException | RuntimeException ended) {
      LOG.debug("{}: a stream broke off", exchange.requestId(), ended);
      callback.failed(ended);
      return;
    }
    callback.succeeded();
  }

  /** What every response carries, whoever makes it. */
  static void putStandardHeaders(HttpFields.Mutable headers, RequestId request) {
    headers.put("Request-Id", request.text());
    headers.put(SERVICE_VERSION);
    headers.put(NO_STORE);
    headers.put(NO_SNIFFING);
  }

  private static void put(HttpFields.Mutable headers, Answer.Header header) {
    if (header.name().equalsIgnoreCase("Cache-Control")) {
      headers.put(header.name(), header.value());
    } else {
      headers.add(header.name(), header.value());
    }
  }
}
