package florin.http;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.recovery.RecoveryListener;
import ch.qos.logback.core.recovery.ResilientOutputStreamBase;
import ch.qos.logback.core.rolling.RollingFileAppender;
import java.io.IOException;

/**
 * The file of the access log. Logback drops what it cannot write, on a full disk say, without a
 * word, and opens the file again now and then; this appender also says whether it can write.
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

  /** The event by which the file is opened again is lost as well. */
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

  /** Whether the lines that were appended last are not in the file. */
  boolean hasLost() {
    return hasLost || !isStarted();
  }
}
