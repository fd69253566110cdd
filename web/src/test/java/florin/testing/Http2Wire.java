package florin.testing;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.hpack.HpackDecoder;

/**
 * HTTP/2 (RFC 9113) frame by frame, as a peer would speak it that means no good: no client library
 * sends a request that is malformed, or leaves an answer unread.
 */
public final class Http2Wire implements Closeable {
  public static final int DATA = 0;
  public static final int HEADERS = 1;
  public static final int RST_STREAM = 3;
  public static final int SETTINGS = 4;
  public static final int GOAWAY = 7;
  public static final int WINDOW_UPDATE = 8;

  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private final Socket socket;
  private final DataInputStream in;
  private final ByteArrayOutputStream pending = new ByteArrayOutputStream();
  private final HpackDecoder headers = new HpackDecoder(64 << 10, System::nanoTime);

  /** A frame as it came. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares frames
  public record Frame(int type, int flags, int stream, byte[] payload) {
    public boolean endsStream() {
      return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
    }

    /** Of a GOAWAY or RST_STREAM: the error code (RFC 9113, section 7). */
    public int errorCode() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }
  }

  /**
   * @param window how many bytes of each answer may come before we say that we have read some
   */
  public Http2Wire(int port, int window) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port), window);
  }

  /**
   * @param socket connected, and closed with this
   */
  public Http2Wire(Socket socket, int window) throws IOException {
    this.socket = socket;
    socket.setSoTimeout((int) Duration.ofSeconds(20).toMillis());
    socket.setTcpNoDelay(true);
    this.in = new DataInputStream(socket.getInputStream());
    pending.writeBytes(PREFACE.getBytes(StandardCharsets.US_ASCII));
    frame(
        SETTINGS,
        0,
        0,
        ByteBuffer.allocate(6).putShort((short) INITIAL_WINDOW_SIZE).putInt(window).array());
  }

  public Socket socket() {
    return socket;
  }

  /** A request's head: method and path, and its fields, name and value by turns. */
  public Http2Wire request(int stream, boolean ends, String method, String path, String... fields) {
    var block = new ByteArrayOutputStream();
    literal(block, ":method", method);
    literal(block, ":scheme", "http");
    literal(block, ":path", path);
    literal(block, ":authority", "florin.test");
    for (int i = 0; i < fields.length; i += 2) {
      literal(block, fields[i], fields[i + 1]);
    }
    frame(HEADERS, END_HEADERS | (ends ? END_STREAM : 0), stream, block.toByteArray());
    return this;
  }

  /** Fields after the body, which they end: name and value by turns. */
  public Http2Wire trailers(int stream, String... fields) {
    var block = new ByteArrayOutputStream();
    for (int i = 0; i < fields.length; i += 2) {
      literal(block, fields[i], fields[i + 1]);
    }
    frame(HEADERS, END_HEADERS | END_STREAM, stream, block.toByteArray());
    return this;
  }

  public Http2Wire data(int stream, boolean ends, byte[] bytes) {
    frame(DATA, ends ? END_STREAM : 0, stream, bytes);
    return this;
  }

  /** So much more may come, on a stream or (0) on the connection. */
  public Http2Wire window(int stream, int more) {
    frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(more).array());
    return this;
  }

  /** What was put together goes out as one write. */
  public void flush() throws IOException {
    OutputStream out = socket.getOutputStream();
    pending.writeTo(out);
    out.flush();
    pending.reset();
  }

  public Frame read() throws IOException {
    int head = in.readInt();
    int flags = in.readUnsignedByte();
    int stream = in.readInt() & Integer.MAX_VALUE;
    return new Frame(head & 0xFF, flags, stream, in.readNBytes(head >>> 8));
  }

  /**
   * The status of the next answer; a stream that was reset, or a connection that was ended, counts
   * as minus its error code.
   */
  public int readStatus() throws IOException {
    while (true) {
      Frame frame = read();
      if (frame.type() == HEADERS) {
        return status(frame);
      }
      if (frame.type() == RST_STREAM || frame.type() == GOAWAY) {
        return -frame.errorCode();
      }
    }
  }

  public int status(Frame frame) throws IOException {
    try {
      return headers.decode(ByteBuffer.wrap(frame.payload())) instanceof MetaData.Response answer
          ? answer.getStatus()
          : 0;
    } catch (Exception malformed) {
      throw new IOException(malformed);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** Any frame, well formed or not. */
  public void frame(int type, int flags, int stream, byte[] payload) {
    pending.writeBytes(
        ByteBuffer.allocate(9)
            .putInt(payload.length << 8 | type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    pending.writeBytes(payload);
  }

  /** A literal that is not indexed, its name in letters (RFC 7541, section 6.2.2). */
  private static void literal(ByteArrayOutputStream block, String name, String value) {
    block.write(0);
    text(block, name);
    text(block, value);
  }

  private static void text(ByteArrayOutputStream block, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length < 127) {
      block.write(bytes.length);
    } else {
      block.write(127);
      int rest = bytes.length - 127;
      while (rest >= 128) {
        block.write(rest % 128 + 128);
        rest /= 128;
      }
      block.write(rest);
    }
    block.writeBytes(bytes);
  }
}
