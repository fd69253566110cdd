package florin.backup;

/** A backup or a restore that did not come to its end; the message says why and what to do. */
public final class BackupException extends RuntimeException {
  BackupException(String message) {
    super(message);
  }

  BackupException(String message, Throwable cause) {
    super(message, cause);
  }
}
