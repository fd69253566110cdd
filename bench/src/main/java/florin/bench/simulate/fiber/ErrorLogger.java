package florin.bench.simulate.fiber;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Reports messages of level ERROR to the simulation and drops all others. */
final class ErrorLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1;

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
    String line = MessageFormatter.basicArrayFormat(pattern, arguments);
    Fibers.report(new IllegalStateException(name + " logs: " + line, cause));
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
