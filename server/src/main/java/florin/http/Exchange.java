package florin.http;

import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Problem;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One request as an {@link Action} sees it. Belongs to the request's own thread. */
public final class Exchange {
  private final Request request;
  private final RequestId id;
  private final Instant receivedAt;
  private final long receivedNanos;
  private final Router.Match match;
  private final RequestBody body;
  private final LogFields log = new LogFields();
  private @Nullable Query query;
  private boolean jsonRead;

  Exchange(
      Request request,
      RequestId id,
      Instant receivedAt,
      long receivedNanos,
      Router.Match match,
      RequestBody body) {
    this.request = request;
    this.id = id;
    this.receivedAt = receivedAt;
    this.receivedNanos = receivedNanos;
    this.match = match;
    this.body = body;
  }

  public RequestId requestId() {
    return id;
  }

  /** As the client sent it, so `HEAD` for a HEAD that a GET endpoint answers. */
  public String method() {
    return request.getMethod();
  }

  /**
   * The template of the endpoint, for example `/v2/payments/{id}`; `-` where no endpoint was found.
   */
  public String template() {
    return match.template();
  }

  /** The path as it was sent. Not for logs. */
  public String path() {
    return rawPath(request);
  }

  /** Path and query as they were sent. Not for logs. */
  public String pathAndQuery() {
    String sent = request.getHttpURI().getPathQuery();
    return sent == null ? "" : sent;
  }

  /** The decoded segment that stands for `{name}` in the template. */
  public String pathParameter(String name) {
    String value = match instanceof Router.Match.Found found ? found.parameters().get(name) : null;
    if (value == null) {
      throw new IllegalArgumentException("no parameter " + name + " in " + template());
    }
    return value;
  }

  /** Refuses with `bad_request` what is not percent-encoded UTF-8. */
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
   * A header that may stand once; given several times it is refused, since readers on the way may
   * pick another one than we.
   */
  public Optional<String> header(String name) {
    List<String> values = headers(name);
    if (values.size() > 1) {
      throw new Problem.BadRequest(
              ErrorCode.BAD_REQUEST, "The header " + name + " must be given once.")
          .refusal();
    }
    return values.stream().findFirst();
  }

  /** Every value of a header, in order, one for each line of it. */
  public List<String> headers(String name) {
    return request.getHeaders().getValuesList(name);
  }

  /** The whole body; refuses with `request_too_large` past the limit. The array is not copied. */
  public byte[] body() {
    return body.bytes();
  }

  /**
   * The body as an object: `{}` when there is none, refused unless it is declared as JSON and is an
   * object of strict JSON.
   */
  public ObjectNode json() {
    byte[] bytes = body();
    if (bytes.length > 0) {
      requireJson();
    }
    jsonRead = true;
    return Json.object(bytes);
  }

  /**
   * The body in a form that is the same for the same request and no other, without the card's code.
   */
  public String canonicalJson() {
    return Json.canonical(json());
  }

  /**
   * Refuses the query or the body where nobody has read it: what has no effect must not seem to
   * have one.
   */
  public void refuseUnread() {
    if (query == null) {
      Params.of(query()).done();
    }
    if (!jsonRead) {
      Params.of(json()).done();
    }
  }

  /**
   * Refuses with `unsupported_media_type` what is not declared `application/json`, parameters
   * allowed, without an encoding.
   */
  public void requireJson() {
    String type = header("Content-Type").orElse("");
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip();
    boolean encoded =
        header("Content-Encoding").filter(e -> !e.equalsIgnoreCase("identity")).isPresent();
    if (encoded || !media.equalsIgnoreCase("application/json")) {
      throw new Problem.Transport(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "A request with a body must have the header Content-Type: application/json"
                  + " and no Content-Encoding.")
          .refusal();
    }
  }

  public Instant receivedAt() {
    return receivedAt;
  }

  /** {@link System#nanoTime} when the headers were complete: what deadlines are counted from. */
  public long receivedNanos() {
    return receivedNanos;
  }

  /** The address of the socket's other end; a proxy's, where one stands in between. */
  public String remoteAddress() {
    return request.getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress address
        ? address.getAddress().getHostAddress()
        : "";
  }

  /** Whether the socket that the request came by is TLS. */
  public boolean isSecure() {
    return request.getConnectionMetaData().isSecure();
  }

  /**
   * Host and port as the client named them, `Host` or `:authority`; a port that the scheme implies
   * may be missing.
   */
  public String authority() {
    String named = request.getHttpURI().getAuthority();
    return named == null ? header("Host").orElse("") : named;
  }

  /** The cookie of that name, where exactly one was sent (RFC 6265, section 5.4). */
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

  /** What to add to this request's line of the access log. */
  public LogFields log() {
    return log;
  }

  Router.Match match() {
    return match;
  }

  boolean isHttp1() {
    return request.getConnectionMetaData().getHttpVersion().getVersion()
        < HttpVersion.HTTP_2.getVersion();
  }

  RequestBody requestBody() {
    return body;
  }

  static String rawPath(Request request) {
    String path = request.getHttpURI().getPath();
    return path == null ? "" : path;
  }
}
