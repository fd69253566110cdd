package florin.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;

/**
 * Limits repeated stack traces in the log. A kind is the same logger, message, exception class and
 * throwing code. Of each kind, the first trace of a second is logged. The others keep their lines
 * without the trace, up to {@link #MAX_LINES}; beyond that only their number is logged. Events
 * without a trace are never filtered.
 */
public final class RepeatedTraces extends TurboFilter {
  private static final long WINDOW_NANOS = Duration.ofSeconds(1).toNanos();

  /** The most kinds that are tracked; beyond it, all start again. */
  static final int MAX_KINDS = 512;

  private final ConcurrentHashMap<Kind, Window> windows = new ConcurrentHashMap<>();

  /** The most lines of one kind in a second, without their traces. */
  static final int MAX_LINES = 50;

  /** The most causes that are followed, because they may be circular. */
  private static final int MAX_CAUSES = 20;

  /**
   * A kind of exception.
   *
   * @param where the innermost frame of its root cause; empty if the exception has none
   */
  private record Kind(
      String logger, String message, Class<?> thrown, Optional<StackTraceElement> where) {}

  /** The window from one logged trace to the next. */
  private record Window(long begunNanos, AtomicInteger alike) {}

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
    var kind = new Kind(logger.getName(), message, trace.getClass(), where(trace));
    var fresh = new Window(System.nanoTime(), new AtomicInteger());
    Window before = windows.putIfAbsent(kind, fresh);
    if (before == null) {
      return FilterReply.NEUTRAL;
    }
    boolean over = fresh.begunNanos() - before.begunNanos() > WINDOW_NANOS;
    if (!over || !windows.replace(kind, before, fresh)) {
      if (before.alike().incrementAndGet() <= MAX_LINES) {
        logWithoutTrace(marker, logger, level, message, arguments, trace);
      }
      return FilterReply.DENY;
    }
    int leftOut = before.alike().get() - MAX_LINES;
    if (leftOut > 0) {
      logger.warn("{} more like the next were omitted ({})", leftOut, trace.getClass().getName());
    }
    return FilterReply.NEUTRAL;
  }

  private static void logWithoutTrace(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      String message,
      Object @Nullable [] arguments,
      Throwable trace) {
    Object[] kept =
        arguments == null
            ? new Object[0]
            : Stream.of(arguments).filter(argument -> !trace.equals(argument)).toArray();
    logger.log(
        marker,
        Logger.FQCN,
        Level.toLocationAwareLoggerInteger(level),
        message + " (" + trace.getClass().getName() + ", with a trace like the last)",
        kept,
        null);
  }

  private static Optional<StackTraceElement> where(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < MAX_CAUSES && root.getCause() != null; i++) {
      root = root.getCause();
    }
    return Stream.of(root.getStackTrace()).findFirst();
  }

  /** Returns the exception: with three or more arguments, SLF4J passes it as the last one. */
  private static @Nullable Throwable lastOf(Object @Nullable [] arguments) {
    return arguments != null
            && arguments.length > 0
            && arguments[arguments.length - 1] instanceof Throwable last
        ? last
        : null;
  }
}
