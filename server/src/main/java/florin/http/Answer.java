package florin.http;

import java.util.ArrayList;
import java.util.List;

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

  public record Header(String name, String value) {}

  private Answer(int status, String contentType, byte[] body, List<Header> headers) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
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
    return new Answer(status, contentType, body, List.of());
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
    return new Answer(status, contentType, body, List.copyOf(more));
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
}
