package florin.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The flow control of one connection of HTTP/2, which ends it where too many small DATA frames wait
 * to be read: the window counts their bytes, and a frame of one byte is more than a hundred of
 * heap.
 */
final class SmallFrames extends BufferingFlowControlStrategy {
  /** Of one connection, unread. Who is read as it sends has a few. */
  static final int MOST = 1000;

  /** A frame is small while it is less than the objects around it. */
  private static final int SMALL = 128;

  /** How much is read before the client hears of it, a part of the window: Jetty's own. */
  private static final float BUFFERED = 0.5F;

  private final Map<Stream, AtomicInteger> unread = new ConcurrentHashMap<>();

  SmallFrames() {
    super(BUFFERED);
  }

  @Override
  public void onStreamCreated(Stream stream) {
    super.onStreamCreated(stream);
    unread.put(stream, new AtomicInteger());
  }

  @Override
  public void onStreamDestroyed(Stream stream) {
    unread.remove(stream);
    super.onStreamDestroyed(stream);
  }

  @Override
  public void onDataReceived(Session session, @Nullable Stream stream, int length) {
    super.onDataReceived(session, stream, length);
    if (count(stream, length, 1)
        && unread.values().stream().mapToInt(AtomicInteger::get).sum() > MOST) {
      ((HTTP2Session) session)
          .onConnectionFailure(ErrorCode.ENHANCE_YOUR_CALM_ERROR.code, "too_many_small_frames");
    }
  }

  @Override
  public void onDataConsumed(Session session, @Nullable Stream stream, int length) {
    count(stream, length, -1);
    super.onDataConsumed(session, stream, length);
  }

  /** What is dropped with its stream comes back in one piece, and goes with the stream's count. */
  private boolean count(@Nullable Stream stream, int length, int more) {
    // There is none for what still comes on a stream that is closed, and that is read at once.
    AtomicInteger frames = stream == null || length >= SMALL ? null : unread.get(stream);
    if (frames != null) {
      frames.addAndGet(more);
    }
    return frames != null;
  }
}
