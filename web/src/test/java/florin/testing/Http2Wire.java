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
 * Sends and reads HTTP/2 frames (RFC 9113) as a malicious peer can. Client libraries don't send
 * malformed requests or leave responses unread.
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

  /** A received frame. */
  @SuppressWarnings("ArrayRecordComponent") // Tests never compare frames.
  public record Frame(int type, int flags, int stream, byte[] payload) {
    public boolean endsStream() {
      return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
    }

    /** Returns the error code of a GOAWAY or RST_STREAM (RFC 9113, section 7). */
    public int errorCode() {
      return ByteBuffer.wrap(payload).getInt(type == GOAWAY ? 4 : 0);
    }
  }

  /**
   * @param window the flow-control window: the bytes of each response that the server may send at
   *     first
   */
  public Http2Wire(int port, int window) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port), window);
  }

  /**
   * @param socket a connected socket, which this instance closes
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

  /** Sends the headers of a request: method, path, and fields as alternating names and values. */
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

  /** Sends trailers, which end the request, as alternating names and values. */
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

  /** Increases the flow-control window of a stream, or of the connection (stream 0). */
  public Http2Wire window(int stream, int more) {
    frame(WINDOW_UPDATE, 0, stream, ByteBuffer.allocate(4).putInt(more).array());
    return this;
  }

  /** Sends all prepared frames in one write. */
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
   * Returns the status of the next response. A reset stream or an ended connection counts as its
   * negative error code.
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

  /** Adds any frame, well-formed or not. */
  public void frame(int type, int flags, int stream, byte[] payload) {
    pending.writeBytes(
        ByteBuffer.allocate(9)
            .putInt(payload.length << 8 | type)
            .put((byte) flags)
            .putInt(stream)
            .array());
    pending.writeBytes(payload);
  }

  /** Writes a literal field without indexing, whose name is text (RFC 7541, section 6.2.2). */
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
