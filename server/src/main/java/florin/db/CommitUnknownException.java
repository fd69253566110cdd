package florin.db;

/**
 * The database did not say in time whether a changeset is durable. It may become durable later, or
 * never: only a look at the rows tells. The caller must neither take it for done nor do it again
 * under another name.
 */
public final class CommitUnknownException extends RuntimeException {
  CommitUnknownException(String message) {
    super(message);
  }
}
