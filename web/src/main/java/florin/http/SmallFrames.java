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
 * The flow control of one HTTP/2 connection. It ends the connection if too many small DATA frames
 * wait to be read. The window counts their bytes, but a frame of one byte takes over a hundred
 * bytes of heap.
 */
final class SmallFrames extends BufferingFlowControlStrategy {
  /**
   * The most unread frames of one connection; a client whose frames are read as they arrive has a
   * few.
   */
  static final int MOST = 1000;

  /** The size below which a frame is small: the size of its objects. */
  private static final int SMALL = 128;

  /** The part of the window that is read before the client is notified; Jetty's default. */
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

  /**
   * Counts a frame. Frames dropped with their stream are returned in one piece, and leave with the
   * stream's count.
   */
  private boolean count(@Nullable Stream stream, int length, int more) {
    // A frame for a closed stream has no stream, and is read immediately.
    AtomicInteger frames = stream == null || length >= SMALL ? null : unread.get(stream);
    if (frames != null) {
      frames.addAndGet(more);
    }
    return frames != null;
  }
}
