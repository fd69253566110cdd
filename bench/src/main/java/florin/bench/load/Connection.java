package florin.bench.load;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A connection with at most one request in flight. It reads responses with a `Content-Length`, as
 * Florin sends them, and chunked ones. It rejects all others.
 */
final class Connection {
  private static final int FIRST_CAPACITY = 16 << 10;
  private static final int CAPACITY_LIMIT = 16 << 20;
  private static final String CONTENT_LENGTH = "content-length:";
  private static final String TRANSFER_ENCODING = "transfer-encoding:";
  private static final String CONNECTION = "connection:";

  /** The offset of the status, after `HTTP/1.1 `. */
  private static final int STATUS_AT = 9;

  private final SocketChannel channel;
  private final SelectionKey key;
  private ByteBuffer out = ByteBuffer.allocate(0);

  /** The received bytes, up to its position. */
  private ByteBuffer in = ByteBuffer.allocate(FIRST_CAPACITY);

  private @Nullable Request current;
  private long sentAt;
  private boolean ends;

  Connection(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  /**
   * Sends a request.
   *
   * @param since time from which its latency counts, in nanoseconds
   */
  void send(Request request, long since) throws IOException {
    current = request;
    out = ByteBuffer.wrap(request.bytes());
    in.clear();
    sentAt = since;
    write();
  }

  void write() throws IOException {
    channel.write(out);
    key.interestOps(out.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
  }

  /** Finishes connecting. Until a request is sent, only the end of the connection matters. */
  void connected() throws IOException {
    channel.finishConnect();
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Returns whether the latest response announced the end of the connection. */
  boolean ends() {
    return ends;
  }

  /** Returns the response, or empty while it is incomplete. */
  Optional<Answer> read() throws IOException {
    if (channel.read(in) < 0) {
      throw new EOFException("the service has closed the connection");
    }
    int head = endOfHead();
    if (head < 0) {
      makeRoom(in.position() + 1);
      return Optional.empty();
    }
    String text = new String(in.array(), 0, head, StandardCharsets.ISO_8859_1);
    int status = Integer.parseInt(text, STATUS_AT, STATUS_AT + 3, 10);
    ends = field(text, CONNECTION).filter("close"::equalsIgnoreCase).isPresent();
    Optional<ByteBuffer> body =
        field(text, TRANSFER_ENCODING).isPresent()
            ? chunks(head)
            : block(head, contentLength(text));
    return body.map(bytes -> new Answer(status, bytes));
  }

  private Optional<ByteBuffer> block(int from, int length) throws IOException {
    if (in.position() < from + length) {
      makeRoom(from + length);
      return Optional.empty();
    }
    return Optional.of(ByteBuffer.wrap(in.array(), from, length).slice());
  }

  /** Reads a chunked body (RFC 9112, section 7.1), without chunk extensions and trailers. */
  private Optional<ByteBuffer> chunks(int from) throws IOException {
    var body = new ByteArrayOutputStream();
    for (int at = from, end = lineEnd(at); end >= 0; end = lineEnd(at)) {
      int size = chunkSize(new String(in.array(), at, end - at, StandardCharsets.ISO_8859_1));
      int next = end + 2 + size + 2;
      if (in.position() < next) {
        makeRoom(next);
        return Optional.empty();
      }
      if (size == 0) {
        return Optional.of(ByteBuffer.wrap(body.toByteArray()));
      }
      body.write(in.array(), end + 2, size);
      at = next;
    }
    makeRoom(in.position() + 1);
    return Optional.empty();
  }

  private static int chunkSize(String line) throws IOException {
    try {
      int size = Integer.parseInt(line.strip(), 16);
      if (size >= 0 && size <= CAPACITY_LIMIT) {
        return size;
      }
    } catch (NumberFormatException malformed) {
      throw new IOException("a chunk without a size", malformed);
    }
    throw new IOException("a chunk of more than " + CAPACITY_LIMIT + " bytes");
  }

  /** Returns the index of the line's carriage return, or -1 while the line is incomplete. */
  private int lineEnd(int from) {
    for (int i = from; i + 1 < in.position(); i++) {
      if (in.array()[i] == '\r' && in.array()[i + 1] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** Returns the request that was answered and frees the connection. */
  Optional<Request> take() {
    Optional<Request> taken = Optional.ofNullable(current);
    current = null;
    return taken;
  }

  long nanosSinceSent() {
    return System.nanoTime() - sentAt;
  }

  void close() {
    key.cancel();
    try {
      channel.close();
    } catch (IOException ignored) {
      // the connection is no longer used
    }
  }

  private void makeRoom(int capacity) throws IOException {
    if (capacity > CAPACITY_LIMIT) {
      throw new IOException("a response of more than " + CAPACITY_LIMIT + " bytes");
    }
    if (capacity > in.capacity()) {
      var larger = ByteBuffer.allocate(Math.max(capacity, 2 * in.capacity()));
      in.flip();
      in = larger.put(in);
    }
  }

  /** Returns the index of the body, or -1 while the head is incomplete. */
  private int endOfHead() {
    byte[] bytes = in.array();
    for (int i = 3; i < in.position(); i++) {
      if (bytes[i] == '\n' && bytes[i - 1] == '\r' && bytes[i - 2] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private static int contentLength(String head) throws IOException {
    return Integer.parseInt(
        field(head, CONTENT_LENGTH)
            .orElseThrow(() -> new IOException("a response without Content-Length:\n" + head)));
  }

  private static Optional<String> field(String head, String name) {
    for (int line = head.indexOf('\n'); line >= 0; line = head.indexOf('\n', line + 1)) {
      if (head.regionMatches(true, line + 1, name, 0, name.length())) {
        int from = line + 1 + name.length();
        return Optional.of(head.substring(from, head.indexOf('\r', from)).strip());
      }
    }
    return Optional.empty();
  }
}
