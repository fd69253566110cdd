package florin.http;

import florin.core.Id;
import florin.core.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A response: a status, its own headers, and the whole body. It is immutable, and the body is not
 * copied.
 */
public final class Answer {
  private static final byte[] NOTHING = new byte[0];

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final List<Header> headers;
  private final @Nullable Stream stream;
  private final boolean shared;

  /** Writes a body in pieces, on the request's own thread, until it or the client ends. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  public record Header(String name, String value) {}

  private record ListBody(String object, String url, List<?> data, boolean hasMore) {}

  private Answer(
      int status,
      String contentType,
      byte[] body,
      List<Header> headers,
      @Nullable Stream stream,
      boolean shared) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
    this.stream = stream;
    this.shared = shared;
  }

  /** Returns a response with a body that is already JSON. */
  public static Answer json(int status, byte[] body) {
    return of(status, "application/json", body);
  }

  /** Returns a response with a view record, written by {@link Json}. */
  public static Answer json(int status, Object view) {
    return json(status, Json.bytes(view));
  }

  /** Returns a page of a list, in the form of every list response. */
  public static <T> Answer list(String url, Page<T> page, Function<T, ?> view) {
    return json(
        200, new ListBody("list", url, page.data().stream().map(view).toList(), page.hasMore()));
  }

  /** Returns the object with this id as JSON, or throws a not-found error. */
  public static <T> Answer found(Id id, Optional<T> found, Function<T, ?> view) {
    return found.map(value -> json(200, view.apply(value))).orElseThrow(id::notFound);
  }

  public static Answer of(int status, String contentType, byte[] body) {
    return new Answer(status, contentType, body, List.of(), null, false);
  }

  /** Returns a response that may continue for any time. It holds no permit. */
  public static Answer stream(String contentType, Stream stream) {
    return new Answer(200, contentType, NOTHING, List.of(), stream, false);
  }

  public static Answer noContent() {
    return of(204, "", NOTHING);
  }

  /** Returns a redirect to a GET (RFC 9110, section 15.4.4), as after a submitted form. */
  public static Answer seeOther(String location) {
    return of(303, "", NOTHING).with("Location", location);
  }

  /** Returns this response with one more header. */
  public Answer with(String name, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Answer(status, contentType, body, List.copyOf(more), stream, shared);
  }

  /** Returns this response with another body, which is not shared: it was made for one client. */
  Answer withBody(byte[] other) {
    return new Answer(status, contentType, other, headers, stream, false);
  }

  /**
   * Returns this response marked as shared: its body is in memory anyway, so sending it needs no
   * extra memory.
   */
  public Answer shared() {
    return new Answer(status, contentType, body, headers, stream, true);
  }

  public int status() {
    return status;
  }

  /** Returns the media type, empty if there is no body. */
  public String contentType() {
    return contentType;
  }

  public byte[] body() {
    return body;
  }

  public List<Header> headers() {
    return headers;
  }

  /** Returns the memory that the response needs until it is sent. */
  int bytesOfItsOwn() {
    return shared ? 0 : body.length;
  }

  /** Returns the stream, if the body is not complete. */
  Optional<Stream> stream() {
    return Optional.ofNullable(stream);
  }
}
