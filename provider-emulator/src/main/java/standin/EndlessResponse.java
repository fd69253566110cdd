package standin;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** An HTTP/1.1 response with one endless part. */
public enum EndlessResponse {
  BLANK_LINES("", "\r\n"),
  VERSION("HTTP/1.1", "1"),
  STATUS("HTTP/1.1 2", "0"),
  REASON("HTTP/1.1 200 ", "a"),
  HEADER_NAME("HTTP/1.1 200 OK\r\n", "a"),
  HEADER_VALUE("HTTP/1.1 200 OK\r\na: ", "a"),
  HEADERS("HTTP/1.1 200 OK\r\n", "a:b\r\n"),
  HEADERS_OF_ONE_VALUE("HTTP/1.1 200 OK\r\n", "a:\r\n"),
  COOKIES("HTTP/1.1 200 OK\r\n", "Set-Cookie: a=b\r\n"),
  FOLDED_VALUE("HTTP/1.1 200 OK\r\na: b\r\n", " c\r\n"),
  CONTINUE("", "HTTP/1.1 100 Continue\r\n\r\n"),
  PROCESSING("", "HTTP/1.1 102 Processing\r\n\r\n"),
  EARLY_HINTS("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
  OTHER_INTERIM("", "HTTP/1.1 199 Wait\r\n\r\n"),
  SWITCHED_PROTOCOL("HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n", "a"),
  BODY("HTTP/1.1 200 OK\r\n\r\n", "a"),
  BODY_OF_ANY_LENGTH("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\n", "a"),
  CHUNK_SIZE("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
  CHUNK_EXTENSION("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "a"),
  CHUNKS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
  TRAILERS("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a:b\r\n"),
  TRAILER_NAME("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", "a"),
  TRAILER_VALUE("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\na: ", "a"),
  RESPONSES("", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");

  private static final int BLOCK = 16 << 10;

  private final String beginning;
  private final String repeated;

  EndlessResponse(String beginning, String repeated) {
    this.beginning = beginning;
    this.repeated = repeated;
  }

  /** Returns whether the status and the headers are complete before the endless part. */
  public boolean isAnswered() {
    return (beginning.endsWith("\r\n\r\n") && this != SWITCHED_PROTOCOL)
        || beginning.contains("chunked\r\n\r\n")
        || this == RESPONSES;
  }

  /**
   * Sends the response until the client ends the connection.
   *
   * @param most the maximum number of bytes, in case a client has no limit
   * @return the number of bytes sent
   */
  public long send(OutputStream out, long most) {
    byte[] block =
        repeated.repeat(Math.ceilDiv(BLOCK, repeated.length())).getBytes(StandardCharsets.US_ASCII);
    long sent = 0;
    try {
      out.write(beginning.getBytes(StandardCharsets.US_ASCII));
      for (; sent < most; sent += block.length) {
        out.write(block);
      }
    } catch (IOException ended) {
      // The client has read enough.
    }
    return sent;
  }
}
