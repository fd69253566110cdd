package florin.db;

import org.jspecify.annotations.Nullable;

/** Thrown if the database is unavailable. Nothing of the request has happened. */
public final class DatabaseUnavailableException extends RuntimeException {
  public DatabaseUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
