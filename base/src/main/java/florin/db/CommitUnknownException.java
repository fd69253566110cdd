package florin.db;

/**
 * Thrown if the database did not report in time whether a changeset is durable. It may become
 * durable later, or never: only reading the rows tells. The caller must neither treat it as done
 * nor repeat it under another name.
 */
public final class CommitUnknownException extends RuntimeException {
  CommitUnknownException(String message) {
    super(message);
  }
}
