package florin.http;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientOutputStreamBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import java.io.IOException;

/**
 * The file of the access log. If Logback can't write, for example on a full disk, it silently drops
 * lines and reopens the file from time to time. This appender also reports whether it can write.
 */
public final class AccessLogFile extends RollingFileAppender<ILoggingEvent>
    implements RecoveryListener {
  private volatile boolean isFailing;
  private volatile boolean hasLost;

  @Override
  public void openFile(String name) throws IOException {
    super.openFile(name);
    if (getOutputStream() instanceof ResilientOutputStreamBase stream) {
      stream.addRecoveryListener(this);
    }
  }

  /** Appends an event; the event that triggers reopening the file is lost too. */
  @Override
  protected void subAppend(ILoggingEvent event) {
    boolean wasFailing = isFailing;
    super.subAppend(event);
    hasLost = wasFailing || isFailing;
  }

  @Override
  public void newFailure(IOException failed) {
    isFailing = true;
  }

  @Override
  public void recoveryOccured() {
    isFailing = false;
  }

  /** Returns whether the file lacks the last appended lines. */
  boolean hasLost() {
    return hasLost || !isStarted();
  }
}
