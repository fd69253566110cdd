package florin.bench.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The number of bytes that reading an input may allocate: a constant, and a number for each byte of
 * the input. Allocation bounds memory, grows with the running time, and doesn't depend on the load
 * of the machine.
 */
record Allocation(long base, long perByte) {
  /** The number of measurements. Classes and caches allocate only in the first one. */
  private static final int LOOKS = 3;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Reads the input and returns the reader's result.
   *
   * @throws FuzzFinding if every measurement exceeds the limit
   */
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
          "reading an input of %2$,d bytes allocated %1$,d bytes; the limit is %3$,d"
              .formatted(least, input.length, most));
    }
    return isTaken;
  }
}
