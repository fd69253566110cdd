package florin.db;

import org.jspecify.annotations.Nullable;

/** The database cannot be asked now, and nothing of what was asked has happened. */
public final class DatabaseUnavailableException extends RuntimeException {
  public DatabaseUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
