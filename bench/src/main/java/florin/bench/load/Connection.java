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
 * One connection, on which at most one request is under way. It reads what Florin writes, heads
 * with a Content-Length, and what others do, chunks; anything else is refused rather than guessed
 * at.
 */
final class Connection {
  private static final int FIRST_CAPACITY = 16 << 10;
  private static final int CAPACITY_LIMIT = 16 << 20;
  private static final String CONTENT_LENGTH = "content-length:";
  private static final String TRANSFER_ENCODING = "transfer-encoding:";
  private static final String CONNECTION = "connection:";

  /** After `HTTP/1.1 `. */
  private static final int STATUS_AT = 9;

  private final SocketChannel channel;
  private final SelectionKey key;
  private ByteBuffer out = ByteBuffer.allocate(0);

  /** In the state of being filled: what has come is before its position. */
  private ByteBuffer in = ByteBuffer.allocate(FIRST_CAPACITY);

  private @Nullable Request current;
  private long sentAt;
  private boolean ends;

  Connection(SocketChannel channel, SelectionKey key) {
    this.channel = channel;
    this.key = key;
  }

  /**
   * @param since when its latency counts from
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

  /** Once it is connected it waits for nothing but its end. */
  void connected() throws IOException {
    channel.finishConnect();
    key.interestOps(SelectionKey.OP_READ);
  }

  /** Whether the answer said that it is the last one. */
  boolean ends() {
    return ends;
  }

  /** The answer, once all of it has come. */
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

  /** RFC 9112, section 7.1; chunks without extensions, and no trailers. */
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
      throw new IOException("a chunk of no size", malformed);
    }
    throw new IOException("a chunk of more than " + CAPACITY_LIMIT + " bytes");
  }

  /** Where the line feed's carriage return stands, or -1 while the line is not whole. */
  private int lineEnd(int from) {
    for (int i = from; i + 1 < in.position(); i++) {
      if (in.array()[i] == '\r' && in.array()[i + 1] == '\n') {
        return i;
      }
    }
    return -1;
  }

  /** The request that was answered; the connection is free then. */
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
      // nothing is lost with a connection that nobody waits for
    }
  }

  private void makeRoom(int capacity) throws IOException {
    if (capacity > CAPACITY_LIMIT) {
      throw new IOException("an answer of more than " + CAPACITY_LIMIT + " bytes");
    }
    if (capacity > in.capacity()) {
      var larger = ByteBuffer.allocate(Math.max(capacity, 2 * in.capacity()));
      in.flip();
      in = larger.put(in);
    }
  }

  /** Where the body begins, or -1 while the head is not whole. */
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
            .orElseThrow(() -> new IOException("an answer without Content-Length:\n" + head)));
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
