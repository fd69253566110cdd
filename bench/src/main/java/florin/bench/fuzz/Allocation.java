package florin.bench.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * How much one input may have allocated: so much for nothing, and so much for each of its bytes.
 * All that is allocated bounds what is held, and grows where time does; unlike a clock it says the
 * same on a busy machine.
 */
record Allocation(long base, long perByte) {
  /** What is allocated once only, for a class or a cache, is not there the next time. */
  private static final int LOOKS = 3;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** As the reader says it. */
  boolean check(InputReader reader, byte[] input) throws Exception {
    long most = base + perByte * input.length;
    long least = Long.MAX_VALUE;
    boolean isTaken = false;
    for (int look = 0; look < LOOKS && least > most; look++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      isTaken = reader.read(input);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    if (least > most) {
      throw new FuzzFinding(
          "%,d bytes were allocated for an input of %,d; at most %,d are expected"
              .formatted(least, input.length, most));
    }
    return isTaken;
  }
}
