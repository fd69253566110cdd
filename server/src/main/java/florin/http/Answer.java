package florin.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What goes back to the client: a status, headers of its own, and the whole body. Immutable; the
 * body is not copied.
 */
public final class Answer {
  private static final byte[] NOTHING = new byte[0];

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final List<Header> headers;
  private final @Nullable Stream stream;
  private final boolean shared;

  /** Writes a body bit by bit, on the request's own thread, until it or the client has enough. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  public record Header(String name, String value) {}

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

  /** An answer of bytes that are JSON already. */
  public static Answer json(int status, byte[] body) {
    return of(status, "application/json", body);
  }

  /** An answer of a view record, written by {@link Json}. */
  public static Answer json(int status, Object view) {
    return json(status, Json.bytes(view));
  }

  public static Answer of(int status, String contentType, byte[] body) {
    return new Answer(status, contentType, body, List.of(), null, false);
  }

  /** An answer that goes on for as long as it likes; it holds no permit of the door meanwhile. */
  public static Answer stream(String contentType, Stream stream) {
    return new Answer(200, contentType, NOTHING, List.of(), stream, false);
  }

  public static Answer noContent() {
    return of(204, "", NOTHING);
  }

  /** Look there, by GET (RFC 9110, section 15.4.4): what follows a form that was sent. */
  public static Answer seeOther(String location) {
    return of(303, "", NOTHING).with("Location", location);
  }

  /** The same answer with one more header. */
  public Answer with(String name, String value) {
    var more = new ArrayList<>(headers);
    more.add(new Header(name, value));
    return new Answer(status, contentType, body, List.copyOf(more), stream, shared);
  }

  /** The same answer, of another body. */
  Answer withBody(byte[] other) {
    return new Answer(status, contentType, other, headers, stream, shared);
  }

  /** The same answer, of a body that is in memory in any case: it costs nothing to be sent. */
  public Answer shared() {
    return new Answer(status, contentType, body, headers, stream, true);
  }

  public int status() {
    return status;
  }

  /** Empty where there is no body. */
  public String contentType() {
    return contentType;
  }

  public byte[] body() {
    return body;
  }

  public List<Header> headers() {
    return headers;
  }

  /** What it takes of memory until it is sent. */
  int bytesOfItsOwn() {
    return shared ? 0 : body.length;
  }

  /** Present where the body is not whole yet. */
  Optional<Stream> stream() {
    return Optional.ofNullable(stream);
  }
}
