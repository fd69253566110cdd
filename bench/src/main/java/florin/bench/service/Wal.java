package florin.bench.service;

/**
 * What PostgreSQL has written ahead.
 *
 * @param bytes all of it, with what pages of the log need
 * @param imageBytes of these, whole pages that were touched for the first time since a checkpoint
 */
public record Wal(long bytes, long records, long imageBytes) {
  public static final Wal NONE = new Wal(0, 0, 0);
}
