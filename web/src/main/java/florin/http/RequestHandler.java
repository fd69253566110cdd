package florin.http;

import florin.core.ApiVersion;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.IdSource;
import florin.core.Problem;
import florin.core.Refusal;
import florin.http.AdmissionControl.FirstLook;
import florin.http.Server.Readiness;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
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
import org.eclipse.jetty.util.VirtualThreads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles one request: finds its endpoint, admits it, runs it, converts a rejection to a response,
 * and writes the response.
 *
 * <p>It begins on the thread that reads from all connections, which must not block. Most requests
 * are complete by then and their keys are cached, so Florin can decide immediately. A request
 * without capacity is rejected there, and only one that may run or must wait gets a virtual thread.
 * Virtual threads run first come, first served, so rejections on them would delay each of a
 * payment's many steps. See decision 032.
 */
final class RequestHandler extends Handler.Abstract {
  static final String EXCHANGE = "florin.exchange";

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);
  private static final String VERSION_HEADER = "Service-Version";
  private static final HttpField SERVICE_VERSION =
      new PreEncodedHttpField(VERSION_HEADER, ApiVersion.CURRENT);
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  private static final HttpField NO_SNIFFING =
      new PreEncodedHttpField("X-Content-Type-Options", "nosniff");

  private static final Problem SLASH_AT_END =
      new Problem.Transport(ErrorCode.ROUTE_UNKNOWN, "Unknown path. Remove the trailing slash.");
  private static final Problem AMBIGUOUS_PATH =
      new Problem.Transport(
          ErrorCode.BAD_REQUEST,
          "The path is ambiguous: it must have no empty or dot segments, no semicolon or backslash,"
              + " and no encoded slash, dot, semicolon or percent sign.");
  static final Problem OVERLOADED =
      new Problem.Unavailable(
          ErrorCode.OVERLOADED,
          "The service is at capacity. Try again later; this request was not processed.",
          Duration.ofSeconds(1));
  private static final FixedRefusal AT_CAPACITY = new FixedRefusal(OVERLOADED);
  private static final FixedRefusal NOT_FIT =
      new FixedRefusal(
          new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "The clock of this node is wrong, so the node accepts no work. Repeat the request, which another node may process; nothing was done.",
              Duration.ofSeconds(1)));
  private static final Problem INTERNAL =
      new Problem.Internal(
          "An internal error occurred. Repeat the request with the same Idempotency-Key; if the error persists, report the request_id.");

  /**
   * The response if memory runs out after execution. It is no 503, because a 503 from Florin means
   * that nothing was done.
   */
  private static final Problem UNWRITTEN =
      new Problem.Internal(
          "The service has no memory for the response, and the request may have been processed. Repeat it with the same Idempotency-Key; Florin processes it at most once.");

  /** The response beyond an address's limit, when Florin can't even verify each request's key. */
  static final Problem TOO_MANY =
      new Problem.TooManyRequests(
          ErrorCode.RATE_LIMIT,
          "This address sent too many concurrent requests without a secret key. Wait for responses before you send more; this request was not processed.",
          Duration.ofSeconds(1));

  private static final FixedRefusal TOO_MANY_OF_ADDRESS = new FixedRefusal(TOO_MANY);

  /** The bytes of a response's headers, and of the request that Jetty keeps until it is written. */
  private static final int ANSWER_BYTES = 2 << 10;

  private static final Duration PATIENCE_WITH_STRANGERS = Duration.ofSeconds(1);

  private final Executor threads = VirtualThreads.getNamedVirtualThreadsExecutor("request-");
  private final Router router;
  private final ErrorPages pages;
  private final Capacity capacity;
  private final ClientAddresses addresses;
  private final StalledAnswers stalled;
  private final HttpConfig.Limits limits;
  private final HttpMetrics metrics;
  private final AdmissionControl admission;
  private final IdSource ids;
  private final InstantSource clock;

  /**
   * The routes behind the pipeline, whether this node is ready for requests, and the pages for
   * rejected ones.
   */
  record Inside(Router router, Readiness readiness, ErrorPages pages) {}

  RequestHandler(
      Inside inside,
      Capacity capacity,
      ClientAddresses addresses,
      StalledAnswers stalled,
      HttpConfig.Limits limits,
      HttpMetrics metrics,
      IdSource ids,
      InstantSource clock) {
    super(InvocationType.NON_BLOCKING);
    this.router = inside.router();
    this.pages = inside.pages();
    this.capacity = capacity;
    this.addresses = addresses;
    this.stalled = stalled;
    this.limits = limits;
    this.metrics = metrics;
    this.admission = new AdmissionControl(capacity, inside.readiness());
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    long now = System.nanoTime();
    // While the handler works, nothing moves on the socket, and that is fine: Florin's own
    // deadlines end a request.
    request.addIdleTimeoutListener(idle -> false);
    Router.Match match = router.match(request.getMethod(), Exchange.rawPath(request));
    Optional<InetAddress> client =
        addresses.find(
            request.getConnectionMetaData().getRemoteSocketAddress(), request.getHeaders());
    Optional<ResourceReservation> entered =
        capacity.enter(crowd(match), client.map(ClientAddresses::counted));
    if (entered.isEmpty()) {
      metrics.shed();
      turnAway(request, callback);
      return true;
    }
    ResourceReservation reservation = entered.get();
    reservation.begin(ScarceConnections.Stay.of(request.getConnectionMetaData()));
    Callback done = Callback.from(reservation::end, callback);
    if (crowd(match) != TrafficClass.KEYS && !reservation.mayStay()) {
      countShed(reservation);
      turnAway(request, done);
      return true;
    }
    try {
      var exchange =
          new Exchange(
              request,
              new RequestId(ids.next()),
              clock.instant(),
              now,
              match,
              new RequestBody(request, limits, reservation, now),
              reservation,
              client);
      request.setAttribute(EXCHANGE, exchange);
      FirstLook seen = admission.look(exchange);
      if (seen instanceof FirstLook.Full) {
        serve(shed(AT_CAPACITY, exchange), exchange, request, response, done);
      } else {
        begin(seen, () -> run(seen, exchange, request, response, done));
      }
    } catch (RuntimeException | Error bug) {
      reservation.end();
      throw bug;
    }
    return true;
  }

  private void begin(FirstLook seen, Runnable run) {
    try {
      threads.execute(run);
    } catch (RuntimeException | Error unbegun) {
      if (seen instanceof FirstLook.Entered(ConcurrencyLimiter.Permit permit)) {
        permit.close();
      }
      throw unbegun;
    }
  }

  private void run(
      FirstLook seen, Exchange exchange, Request request, Response response, Callback done) {
    try {
      serve(answer(seen, exchange), exchange, request, response, done);
    } catch (RuntimeException | Error bug) {
      LOG.error("{}: its answer could not be written", exchange.requestId(), bug);
      done.failed(bug);
    }
  }

  /** Writes a response; does not block if the response is a rejection for lack of capacity. */
  private void serve(
      Answer answer, Exchange exchange, Request request, Response response, Callback done) {
    exchange.requestBody().release();
    ResourceReservation reservation = exchange.holding();
    if (!reservation.mayStay()) {
      countShed(reservation);
      turnAway(request, done);
      return;
    }
    exchange.requestBody().discard(patience(answer, exchange));
    if (!reservation.tryTakeHeaders(exchange.headerBytes())) {
      countShed(reservation);
      turnAway(request, done);
    } else if (reservation.tryTake(ANSWER_BYTES + answer.bytesOfItsOwn())) {
      write(answer, exchange, request, response, done);
    } else if (reservation.tryTake(ANSWER_BYTES)) {
      countShed(reservation);
      write(refused(UNWRITTEN, exchange), exchange, request, response, done);
    } else {
      countShed(reservation);
      turnAway(request, done);
    }
  }

  /** Returns how long to wait for the rest of the body, so that the client sees the response. */
  private Duration patience(Answer answer, Exchange exchange) {
    if (answer.status() == Problems.status(OVERLOADED)
        || answer.status() == Problems.status(TOO_MANY)) {
      return Duration.ZERO;
    }
    return exchange.holding().crowd() == TrafficClass.KEYS
        ? limits.bodyTimeout()
        : PATIENCE_WITH_STRANGERS;
  }

  /**
   * Rejects a request without a response, because there is no memory for one, or its client does
   * not read it.
   */
  private static void turnAway(Request request, Callback callback) {
    new Abort(request).now(org.eclipse.jetty.http2.ErrorCode.REFUSED_STREAM_ERROR);
    callback.failed(new Abort.ShedException("no room for a request"));
  }

  /** Counts a shed request once, because its rejection may find no capacity either. */
  private void countShed(ResourceReservation reservation) {
    if (reservation.isFirstShed()) {
      metrics.shed();
    }
  }

  private static TrafficClass crowd(Router.Match match) {
    return match instanceof Router.Match.Found(Endpoint endpoint, var _)
        ? endpoint.trafficClass()
        : TrafficClass.EVERYBODY;
  }

  private Answer answer(FirstLook seen, Exchange exchange) {
    return switch (seen) {
      case FirstLook.Full _ -> shed(AT_CAPACITY, exchange);
      case FirstLook.Refused(Problem problem) -> refused(problem, exchange);
      case FirstLook.Open _ -> answer(exchange, this::admitted);
      case FirstLook.Entered(ConcurrencyLimiter.Permit permit) -> {
        try (permit) {
          yield answer(exchange, (endpoint, known) -> withTicket(permit, endpoint, known));
        }
      }
    };
  }

  private Answer answer(Exchange exchange, BiFunction<Endpoint, Exchange, Answer> found) {
    try {
      if (exchange.holding().isOneTooMany()) {
        return shed(TOO_MANY_OF_ADDRESS, exchange);
      }
      return switch (exchange.match()) {
        case Router.Match.Found(Endpoint endpoint, var _) -> {
          requireVersion(exchange);
          yield found.apply(endpoint, exchange);
        }
        case Router.Match.OtherMethods(String _, String allow) ->
            refused(methodNotAllowed(allow), exchange).with("Allow", allow);
        case Router.Match.NotFound(boolean slashTooMany) ->
            refused(slashTooMany ? SLASH_AT_END : Problems.ROUTE_UNKNOWN, exchange);
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
    if (endpoint.trafficClass() == TrafficClass.OPERATORS) {
      return endpoint.action().answer(exchange);
    }
    if (!admission.isFitFor(endpoint)) {
      return shed(NOT_FIT, exchange);
    }
    if (!admission.hasRoom(endpoint.trafficClass(), endpoint, exchange)) {
      return shed(AT_CAPACITY, exchange);
    }
    Optional<Answer> refusal =
        exchange.log().caller().isPresent()
            ? Optional.empty()
            : endpoint.authentication().refuse(exchange);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!admission.hasRoom(exchange.holding().crowd(), endpoint, exchange)
        || !exchange.holding().tryTakeHeaders(exchange.headerBytes())) {
      return shed(AT_CAPACITY, exchange);
    }
    // Read before the permit is taken: a slow sender holds a connection, not a permit.
    exchange.readBody(endpoint.fileBytes());
    Optional<ConcurrencyLimiter.Permit> entered = admission.enter(endpoint, exchange);
    if (entered.isEmpty()) {
      return shed(AT_CAPACITY, exchange);
    }
    try (ConcurrencyLimiter.Permit permit = entered.get()) {
      return withTicket(permit, endpoint, exchange);
    }
  }

  private Answer withTicket(
      ConcurrencyLimiter.Permit permit, Endpoint endpoint, Exchange exchange) {
    return permit.await(admission.longestWait(endpoint, exchange))
        ? endpoint.action().answer(exchange)
        : shed(AT_CAPACITY, exchange);
  }

  private Answer shed(FixedRefusal why, Exchange exchange) {
    countShed(exchange.holding());
    exchange.log().put(why.problem().code());
    exchange.refusedFor(why.problem());
    return pages
        .find(why.problem(), exchange)
        .map(page -> withHeaders(page, why.answer(exchange.requestId())))
        .orElseGet(() -> why.answer(exchange.requestId()));
  }

  private static void requireVersion(Exchange exchange) {
    String asked = exchange.header(VERSION_HEADER).orElse(ApiVersion.CURRENT);
    if (!asked.equals(ApiVersion.CURRENT)) {
      throw new Problem.BadRequest(
              ErrorCode.VERSION_UNSUPPORTED,
              "The header Service-Version must be " + ApiVersion.CURRENT + ", or be left out.")
          .refusal();
    }
  }

  private Answer refused(Problem problem, Exchange exchange) {
    exchange.log().put(problem.code());
    Answer answer = Problems.answer(problem, exchange.requestId());
    return pages.find(problem, exchange).map(page -> withHeaders(page, answer)).orElse(answer);
  }

  /** Returns the page with the headers of the error that it replaces. */
  private static Answer withHeaders(Answer page, Answer error) {
    Answer whole = page;
    for (Answer.Header header : error.headers()) {
      whole = whole.with(header.name(), header.value());
    }
    return whole;
  }

  private static Problem methodNotAllowed(String allow) {
    return new Problem.Transport(
        ErrorCode.METHOD_NOT_ALLOWED, "This path supports " + allow + " only.");
  }

  private void write(
      Answer answer, Exchange exchange, Request request, Response response, Callback done) {
    exchange.answers(answer);
    HttpFields.Mutable headers = response.getHeaders();
    response.setStatus(answer.status());
    putStandardHeaders(headers, exchange.requestId());
    if (!answer.contentType().isEmpty()) {
      headers.put(HttpHeader.CONTENT_TYPE, answer.contentType());
    }
    answer.headers().forEach(header -> put(headers, header));
    if ((!exchange.requestBody().isComplete() && exchange.isHttp1()) || exchange.isFramedTwice()) {
      headers.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    if (answer.stream().isPresent() && !exchange.method().equals("HEAD")) {
      stream(answer.stream().get(), exchange, response, done);
    } else {
      StalledAnswers.PendingAnswer unsent =
          stalled.begins(new Abort(request), answer.body().length);
      response.write(
          true, ByteBuffer.wrap(answer.body()), Callback.from(() -> stalled.ends(unsent), done));
    }
  }

  private static void stream(
      Answer.Stream stream, Exchange exchange, Response response, Callback done) {
    try (OutputStream out = Content.Sink.asOutputStream(response)) {
      stream.writeTo(out);
    } catch (IOException | RuntimeException ended) {
      LOG.debug("{}: a stream broke off", exchange.requestId(), ended);
      done.failed(ended);
      return;
    }
    done.succeeded();
  }

  /** Adds the headers of every response, including those that this class does not write. */
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
