package florin.http;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id;
import florin.core.Id.RequestId;
import florin.core.Problem;
import florin.core.RealmClock;
import florin.http.Endpoint.Action;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One request as an {@link Action} sees it. The reading thread hands it to the request's own
 * thread.
 */
public final class Exchange {
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*\"?(?<name>[^\";]*)", Pattern.CASE_INSENSITIVE);

  private final Request request;
  private final RequestId id;
  private final Instant receivedAt;
  private final long receivedNanos;
  private final Router.Match match;
  private final RequestBody body;
  private final ResourceReservation reservation;
  private final Optional<InetAddress> client;
  private final LogFields log = new LogFields();
  private @Nullable Query query;
  private @Nullable ObjectNode json;
  private @Nullable Answer answer;
  private @Nullable Problem refusal;

  Exchange(
      Request request,
      RequestId id,
      Instant receivedAt,
      long receivedNanos,
      Router.Match match,
      RequestBody body,
      ResourceReservation reservation,
      Optional<InetAddress> client) {
    this.request = request;
    this.id = id;
    this.receivedAt = receivedAt;
    this.receivedNanos = receivedNanos;
    this.match = match;
    this.body = body;
    this.reservation = reservation;
    this.client = client;
  }

  public RequestId requestId() {
    return id;
  }

  /** Returns the method that the client sent, so `HEAD` for a HEAD request to a GET endpoint. */
  public String method() {
    return request.getMethod();
  }

  /**
   * Returns the template of the endpoint, for example `/v2/payments/{id}`; `-` without an endpoint.
   */
  public String template() {
    return match.template();
  }

  /** Returns the path that the client sent. It must not be logged. */
  public String path() {
    return rawPath(request);
  }

  /** Returns the path and query that the client sent. They must not be logged. */
  public String pathAndQuery() {
    String sent = request.getHttpURI().getPathQuery();
    return sent == null ? "" : sent;
  }

  /** Returns the decoded segment for `{name}` in the template. */
  public String pathParameter(String name) {
    String value = match instanceof Router.Match.Found found ? found.parameters().get(name) : null;
    if (value == null) {
      throw new IllegalArgumentException("no parameter " + name + " in " + template());
    }
    return value;
  }

  /**
   * Returns the id in the path, and logs it. Every invalid id gets the same response: not found.
   */
  public <T extends Id> T pathId(Id.Kind<T> kind) {
    T id = kind.parse(pathParameter("id")).orElseThrow(kind::notFound);
    log().put(kind.noun().replace(' ', '_'), id);
    return id;
  }

  /** Returns the query; rejects invalid percent-encoding or UTF-8 with `bad_request`. */
  public Query query() {
    Query known = query;
    if (known == null) {
      String raw = request.getHttpURI().getQuery();
      known = Query.parse(raw == null ? "" : raw);
      query = known;
    }
    return known;
  }

  /**
   * Returns a header that may occur once. Repeated headers are rejected, because proxies may read
   * another one than Florin does.
   */
  public Optional<String> header(String name) {
    List<String> values = headers(name);
    if (values.size() > 1) {
      throw new Problem.BadRequest(
              ErrorCode.BAD_REQUEST, "The header " + name + " must be sent only once.")
          .refusal();
    }
    return values.stream().findFirst();
  }

  boolean hasHeader(HttpHeader name) {
    return request.getHeaders().contains(name);
  }

  /** Returns every value of a header in order, one for each of its lines. */
  public List<String> headers(String name) {
    return request.getHeaders().getValuesList(name);
  }

  /**
   * Returns the whole body; rejects one over the limit with `request_too_large`. The array is not
   * copied.
   */
  public byte[] body() {
    return body.bytes();
  }

  /**
   * Returns the temporary file with the body, if the endpoint uses one; it is deleted with the
   * request.
   */
  public Path bodyFile() {
    return body.file();
  }

  /** Returns whether the body is in a temporary file. */
  boolean hasBodyFile() {
    return body.hasFile();
  }

  /**
   * Reads the body.
   *
   * @param fileBytes the limit of a body in a file; 0 for one in memory
   */
  void readBody(int fileBytes) {
    if (fileBytes == 0) {
      body.bytes();
    } else {
      body.readIntoFile(fileBytes);
      json = Json.object(new byte[0]); // a body in a file is not JSON
    }
  }

  /**
   * Returns the body as an object, the same instance each time, which callers must not change. It
   * is `{}` without a body. A body that is not declared as JSON, or is not an object in strict
   * JSON, is rejected.
   */
  public ObjectNode json() {
    ObjectNode read = json;
    if (read == null) {
      byte[] bytes = body();
      if (bytes.length > 0) {
        requireJson();
      }
      holdTree(Json.weight(bytes));
      read = Json.object(bytes);
      json = read;
    }
    return read;
  }

  private void holdTree(int bytes) {
    if (!reservation.tryTake(bytes)) {
      throw new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "The service has no memory for this request body. Try again; the request was not processed.",
              Duration.ofSeconds(1))
          .refusal();
    }
  }

  /**
   * Returns a canonical form of the body, which is equal only for equal requests, without the
   * card's security code.
   */
  public String canonicalJson() {
    return Json.canonical(json());
  }

  /**
   * Rejects a query or a body that no code has read: a parameter without effect must not seem to
   * have one.
   */
  public void refuseUnread() {
    if (query == null) {
      Params.of(query()).done();
    }
    if (json == null) {
      Params.of(json()).done();
    }
  }

  /**
   * Rejects, with `unsupported_media_type`, anything but `application/json` without an encoding,
   * and in UTF-8 if it names a charset.
   */
  public void requireJson() {
    String type = header("Content-Type").orElse("");
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip();
    if (isEncoded() || !media.equalsIgnoreCase("application/json") || namesOtherCharset(type)) {
      throw new Problem.Transport(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "A request with a body must have the header Content-Type: application/json, be encoded in UTF-8, and have no Content-Encoding.")
          .refusal();
    }
  }

  /** Rejects, with `unsupported_media_type`, an encoded body or a media type other than these. */
  public void requireMediaType(List<String> known) {
    String type = header("Content-Type").orElse("");
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    if (isEncoded() || !known.contains(media)) {
      throw new Problem.Transport(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "The request's Content-Type must be one of "
                  + String.join(", ", known)
                  + ", and it must have no Content-Encoding.")
          .refusal();
    }
  }

  private boolean isEncoded() {
    return header("Content-Encoding").filter(e -> !e.equalsIgnoreCase("identity")).isPresent();
  }

  private static boolean namesOtherCharset(String type) {
    return CHARSET
        .matcher(type)
        .results()
        .anyMatch(charset -> !charset.group("name").strip().equalsIgnoreCase("utf-8"));
  }

  public Instant receivedAt() {
    return receivedAt.plus(RealmClock.ahead());
  }

  /** Returns the {@link System#nanoTime} at which the headers were complete. */
  public long receivedNanos() {
    return receivedNanos;
  }

  /**
   * Returns the {@link System#nanoTime} at which the request was complete, so that Florin's own
   * time began: the end of a body that was read, otherwise the end of the headers.
   */
  public long arrivedNanos() {
    return body.arrivedNanos().orElse(receivedNanos);
  }

  /**
   * Sets the caller, before the body is read. Rejects with `rate_limit` if one address has too many
   * requests with publishable keys, and with `overloaded` if one account has reached its limit.
   */
  public void hasKey(Caller caller) {
    if (!counts(caller)) {
      throw (caller.kind() == KeyKind.PUBLISHABLE
              ? RequestHandler.TOO_MANY
              : RequestHandler.OVERLOADED)
          .refusal();
    }
  }

  /** Sets the caller without throwing, and returns false if the request would be rejected. */
  boolean counts(Caller caller) {
    log.put(caller);
    return reservation.hasKey(caller);
  }

  /** Returns the caller that the authentication has set. */
  public Caller caller() {
    return log.caller().orElseThrow(() -> new IllegalStateException("no key was looked at"));
  }

  /** Returns the client's address. Empty if a trusted proxy does not report its client. */
  public Optional<InetAddress> clientAddress() {
    return client;
  }

  /**
   * Returns the address, or its network, by which requests are counted. Empty if a trusted proxy
   * does not report its client.
   */
  public Optional<String> countedAddress() {
    return client.map(ClientAddresses::counted);
  }

  /** Returns the network of that address: a /24 of IPv4, or a /48 of IPv6. */
  public Optional<String> countedNetwork() {
    return client.map(ClientAddresses::network);
  }

  /**
   * Returns the client's address: the peer of the socket or, behind trusted proxies, the address
   * that they report. It has no zone, because only one host knows what a zone means.
   */
  public String nearestAddress() {
    return client.map(ClientAddresses::text).orElseGet(this::remoteAddress);
  }

  /** Returns the address of the socket's peer, which may be a proxy. */
  public String remoteAddress() {
    return request.getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress address
        ? ClientAddresses.text(address.getAddress())
        : "";
  }

  /** Returns whether the request's socket uses TLS. */
  public boolean isSecure() {
    return request.getConnectionMetaData().isSecure();
  }

  /**
   * Returns host and port as the client named them, in `Host` or `:authority`; the scheme's default
   * port may be missing.
   */
  public String authority() {
    String named = request.getHttpURI().getAuthority();
    return named == null ? header("Host").orElse("") : named;
  }

  /** Returns the cookie of that name, if exactly one was sent (RFC 6265, section 5.4). */
  public Optional<String> cookie(String name) {
    List<String> values =
        headers("Cookie").stream()
            .flatMap(line -> Stream.of(line.split(";")))
            .map(String::strip)
            .filter(pair -> pair.startsWith(name + "="))
            .map(pair -> pair.substring(name.length() + 1))
            .toList();
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }

  /** Returns the fields to add to this request's line of the access log. */
  public LogFields log() {
    return log;
  }

  Router.Match match() {
    return match;
  }

  /** Sets the response, for the listener of responses. */
  void answers(Answer made) {
    answer = made;
  }

  /** Records that the request is rejected with a fixed response. */
  void refusedFor(Problem fixed) {
    refusal = fixed;
  }

  Optional<Problem> findRefusal() {
    return Optional.ofNullable(refusal);
  }

  Optional<Answer> findAnswer() {
    return Optional.ofNullable(answer);
  }

  /** Returns the body, or the query without a body, if it was read successfully. */
  Optional<ObjectNode> findRead() {
    ObjectNode read = json;
    if (read != null && !read.isEmpty()) {
      return Optional.of(read);
    }
    return Optional.ofNullable(query).map(Query::tree);
  }

  /**
   * Returns whether an HTTP/1.0 request has chunks, which that version lacks: its sender ends the
   * body elsewhere (RFC 9112, 6.1).
   */
  boolean isFramedTwice() {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
        && hasHeader(HttpHeader.TRANSFER_ENCODING);
  }

  boolean isHttp1() {
    return request.getConnectionMetaData().getHttpVersion().getVersion()
        < HttpVersion.HTTP_2.getVersion();
  }

  ResourceReservation holding() {
    return reservation;
  }

  RequestBody requestBody() {
    return body;
  }

  int headerFields() {
    return request.getHeaders().size();
  }

  int headerBytes() {
    return HeaderFields.bytes(request.getHeaders());
  }

  static String rawPath(Request request) {
    String path = request.getHttpURI().getPath();
    return path == null ? "" : path;
  }
}
