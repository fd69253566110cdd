package florin.bench.simulate.fiber;

import florin.db.CommitUnknownException;
import florin.db.DatabaseUnavailableException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Has the world know what is said at ERROR, and nothing else. */
final class ErrorLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

  /**
   * Who says so too where the database is away, or nobody knows of a commit: what the weather does,
   * and what is tried again.
   */
  private static final Set<String> OF_WEATHER = Set.of("florin.payment.recovery.DraftRecovery");

  ErrorLogger(String name) {
    this.name = name;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      @Nullable Object @Nullable [] arguments,
      @Nullable Throwable cause) {
    if (OF_WEATHER.contains(name) && isWeather(cause)) {
      return;
    }
    String line = MessageFormatter.basicArrayFormat(pattern, arguments);
    Fibers.report(new IllegalStateException(name + " says: " + line, cause));
  }

  private static boolean isWeather(@Nullable Throwable cause) {
    return cause instanceof DatabaseUnavailableException || cause instanceof CommitUnknownException;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isWarnEnabled() {
    return false;
  }
}
