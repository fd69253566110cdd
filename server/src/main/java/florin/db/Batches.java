package florin.db;

import java.util.concurrent.atomic.LongAdder;

/** How many batches were committed, how many changesets in them, and how many had to run again. */
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

  /** Transactions that were rolled back, to run again without the changesets at fault. */
  public long reruns() {
    return reruns.sum();
  }
}
