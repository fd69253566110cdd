package florin;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Keeps the log from being nothing but one stack trace: of those that one place logs of one kind of
 * exception, the first of each second goes out, and then how many were like it. What has no trace
 * passes.
 */
public final class RepeatedTraces extends TurboFilter {
  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

  /** Places times exceptions; past it all begin anew. */
  static final int MAX_KINDS = 512;

  private final ConcurrentHashMap<Kind, Window> windows = new ConcurrentHashMap<>();

  private record Kind(String logger, String message, Class<?> thrown) {}

  /** From one trace that went out to the next. */
  private record Window(long begunNanos, AtomicInteger leftOut) {}

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String message,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    Throwable trace = thrown == null ? lastOf(arguments) : thrown;
    if (trace == null || message == null || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
      return FilterReply.NEUTRAL;
    }
    if (windows.size() >= MAX_KINDS) {
      windows.clear();
    }
    var kind = new Kind(logger.getName(), message, trace.getClass());
    var fresh = new Window(System.nanoTime(), new AtomicInteger());
    Window before = windows.putIfAbsent(kind, fresh);
    if (before == null) {
      return FilterReply.NEUTRAL;
    }
    boolean over = fresh.begunNanos() - before.begunNanos() > WINDOW_NANOS;
    if (!over || !windows.replace(kind, before, fresh)) {
      before.leftOut().incrementAndGet();
      return FilterReply.DENY;
    }
    int leftOut = before.leftOut().get();
    if (leftOut > 0) {
      logger.warn("{} more like the next were left out ({})", leftOut, trace.getClass().getName());
    }
    return FilterReply.NEUTRAL;
  }

  /** With three arguments and more SLF4J hands the exception over as the last of them. */
  private static @Nullable Throwable lastOf(Object @Nullable [] arguments) {
    return arguments != null
            && arguments.length > 0
            && arguments[arguments.length - 1] instanceof Throwable last
        ? last
        : null;
  }
}
