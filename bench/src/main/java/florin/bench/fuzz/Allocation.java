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

  void check(InputReader reader, byte[] input) throws Exception {
    long most = base + perByte * input.length;
    long least = allocated(reader, input);
    for (int look = 1; look < LOOKS && least > most; look++) {
      least = Math.min(least, allocated(reader, input));
    }
    if (least > most) {
      throw new FuzzFinding(
          "%,d bytes were allocated for an input of %,d; at most %,d are expected"
              .formatted(least, input.length, most));
    }
  }

  static long allocated(InputReader reader, byte[] input) throws Exception {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    reader.read(input);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
