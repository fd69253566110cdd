package florin.http;

import florin.core.Caller;
import florin.core.Caller.KeyKind;
import florin.core.ErrorCode;
import florin.core.Id.RequestId;
import florin.core.Problem;
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

/** One request as an {@link Action} sees it. It is handed from the thread that reads to its own. */
public final class Exchange {
  private static final Pattern CHARSET =
      Pattern.compile(";\\s*charset\\s*=\\s*\"?(?<name>[^\";]*)", Pattern.CASE_INSENSITIVE);

  private final Request request;
  private final RequestId id;
  private final Instant receivedAt;
  private final long receivedNanos;
  private final Router.Match match;
  private final RequestBody body;
  private final Holding holding;
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
      Holding holding,
      Optional<InetAddress> client) {
    this.request = request;
    this.id = id;
    this.receivedAt = receivedAt;
    this.receivedNanos = receivedNanos;
    this.match = match;
    this.body = body;
    this.holding = holding;
    this.client = client;
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

  boolean hasHeader(HttpHeader name) {
    return request.getHeaders().contains(name);
  }

  /** Every value of a header, in order, one for each line of it. */
  public List<String> headers(String name) {
    return request.getHeaders().getValuesList(name);
  }

  /** The whole body; refuses with `request_too_large` past the limit. The array is not copied. */
  public byte[] body() {
    return body.bytes();
  }

  /** The body, where the endpoint has it kept in a file; which is gone when the request is. */
  public Path bodyFile() {
    return body.file();
  }

  /** Whether the endpoint has its body kept in a file. */
  boolean hasBodyFile() {
    return body.hasFile();
  }

  /**
   * @param fileBytes how long a body may be that is kept in a file; 0 for one in memory
   */
  void readBody(int fileBytes) {
    if (fileBytes == 0) {
      body.bytes();
    } else {
      body.readIntoFile(fileBytes);
      json = Json.object(new byte[0]); // what is in a file is read as what it is
    }
  }

  /**
   * The body as an object, the same each time, which nobody changes: `{}` when there is none,
   * refused unless it is declared as JSON and is an object of strict JSON.
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
    if (!holding.tryTake(bytes)) {
      throw new Problem.Unavailable(
              ErrorCode.OVERLOADED,
              "The service is reading more than it can hold. Try again.",
              Duration.ofSeconds(1))
          .refusal();
    }
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
    if (json == null) {
      Params.of(json()).done();
    }
  }

  /**
   * Refuses with `unsupported_media_type` what is not declared `application/json`, in UTF-8 where a
   * charset is named, without an encoding.
   */
  public void requireJson() {
    String type = header("Content-Type").orElse("");
    int end = type.indexOf(';');
    String media = (end < 0 ? type : type.substring(0, end)).strip();
    if (isEncoded() || !media.equalsIgnoreCase("application/json") || namesOtherCharset(type)) {
      throw new Problem.Transport(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "A request with a body must have the header Content-Type: application/json,"
                  + " be in UTF-8, and have no Content-Encoding.")
          .refusal();
    }
  }

  /** Refuses with `unsupported_media_type` what is declared as none of these, or is encoded. */
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
    return receivedAt;
  }

  /** {@link System#nanoTime} when the headers were complete. */
  public long receivedNanos() {
    return receivedNanos;
  }

  /**
   * {@link System#nanoTime} when all of the request was there, so that it is our turn: the end of a
   * body that was read or, where there is none, of the headers.
   */
  public long arrivedNanos() {
    return body.arrivedNanos().orElse(receivedNanos);
  }

  /**
   * Says whose the request is, before its body is read. Refuses with `rate_limit` where there are
   * too many with publishable keys from one address, with `overloaded` where one account has all
   * that it may have.
   */
  public void hasKey(Caller caller) {
    if (!counts(caller)) {
      throw (caller.kind() == KeyKind.SECRET ? Door.OVERLOADED : Door.TOO_MANY).refusal();
    }
  }

  /** The same where nothing may be thrown: false where it would be refused. */
  boolean counts(Caller caller) {
    log.put(caller);
    return holding.hasKey(caller);
  }

  /** Whose key it has, once its doorkeeper has let it in. */
  public Caller caller() {
    return log.caller().orElseThrow(() -> new IllegalStateException("no key was looked at"));
  }

  /**
   * What requests are counted by: the address they come from, or its network. Empty where a proxy
   * that the operator trusts does not say for whom it asks.
   */
  public Optional<String> countedAddress() {
    return client.map(ClientAddresses::counted);
  }

  /**
   * Where the request comes from: the socket's other end or, behind proxies that the operator
   * trusts, what these say.
   */
  public String nearestAddress() {
    return client.map(InetAddress::getHostAddress).orElseGet(this::remoteAddress);
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

  /** What goes out, for whoever is told of it then. */
  void answers(Answer made) {
    answer = made;
  }

  /** It is refused with what is the same for everybody. */
  void refusedFor(Problem fixed) {
    refusal = fixed;
  }

  Optional<Problem> findRefusal() {
    return Optional.ofNullable(refusal);
  }

  Optional<Answer> findAnswer() {
    return Optional.ofNullable(answer);
  }

  /** The body, or where none is read the query, if somebody has read it and could. */
  Optional<ObjectNode> findRead() {
    ObjectNode read = json;
    if (read != null && !read.isEmpty()) {
      return Optional.of(read);
    }
    return Optional.ofNullable(query).map(Query::tree);
  }

  /** HTTP/1.0 knows no chunks: who sends them has another end of it in mind (RFC 9112, 6.1). */
  boolean isFramedTwice() {
    return request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_0
        && hasHeader(HttpHeader.TRANSFER_ENCODING);
  }

  boolean isHttp1() {
    return request.getConnectionMetaData().getHttpVersion().getVersion()
        < HttpVersion.HTTP_2.getVersion();
  }

  Holding holding() {
    return holding;
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
