package florin.bench.service;

/**
 * The amount of PostgreSQL's write-ahead log.
 *
 * @param bytes total, including page headers
 * @param imageBytes the part in full-page images, which PostgreSQL writes at the first change of a
 *     page after a checkpoint
 */
public record Wal(long bytes, long records, long imageBytes) {
  public static final Wal NONE = new Wal(0, 0, 0);
}
