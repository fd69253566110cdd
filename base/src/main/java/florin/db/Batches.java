package florin.db;

import java.util.concurrent.atomic.LongAdder;

/**
 * The number of committed batches, of the changesets in them, and of batches that had to run again.
 */
public final class Batches {
  private final LongAdder batches = new LongAdder();
  private final LongAdder changesets = new LongAdder();
  private final LongAdder reruns = new LongAdder();

  void committed(int size) {
    batches.increment();
    changesets.add(size);
  }

  void rolledBack() {
    reruns.increment();
  }

  public long batches() {
    return batches.sum();
  }

  public long changesets() {
    return changesets.sum();
  }

  /**
   * Returns the number of transactions that were rolled back, to run again without the failed
   * changesets.
   */
  public long reruns() {
    return reruns.sum();
  }
}
