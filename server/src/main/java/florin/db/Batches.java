package florin.db;

import java.util.concurrent.atomic.LongAdder;

/** How many batches were committed, and how many changesets in them. */
public final class Batches {
  private final LongAdder batches = new LongAdder();
  private final LongAdder changesets = new LongAdder();

  void committed(int size) {
    batches.increment();
    changesets.add(size);
  }

  public long batches() {
    return batches.sum();
  }

  public long changesets() {
    return changesets.sum();
  }
}
