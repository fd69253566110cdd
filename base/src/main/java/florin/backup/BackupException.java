package florin.backup;

/** A failed backup or restore; the message says why and what to do. */
public final class BackupException extends RuntimeException {
  BackupException(String message) {
    super(message);
  }

  BackupException(String message, Throwable cause) {
    super(message, cause);
  }
}
