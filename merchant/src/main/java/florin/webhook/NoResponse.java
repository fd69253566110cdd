package florin.webhook;

import java.util.Optional;
import java.util.stream.Stream;

/** The reasons for which an endpoint gives no response. The text of an attempt begins with one. */
public enum NoResponse {
  NOT_ALLOWED("not sent: the URL"),
  UNKNOWN_HOST("the host's name has no address"),
  REFUSED("connection refused"),
  UNREACHABLE("no connection within"),
  TLS("TLS failed"),
  TIMEOUT("no response within"),
  BROKEN("the connection broke");

  final String text;

  NoResponse(String text) {
    this.text = text;
  }

  /** Returns the reason that the text of an attempt names. */
  public static Optional<NoResponse> of(String error) {
    return Stream.of(values()).filter(reason -> error.startsWith(reason.text)).findFirst();
  }
}
