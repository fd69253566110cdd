package florin.payment.execution;

import florin.core.Id.PaymentId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Locks that let the threads of this node change one payment one after another.
 *
 * <p>They are an optimization, not a guard: a payment's version and constraints keep it correct,
 * and other nodes don't share these locks. Without them, if many refunds of one payment come at the
 * same time, each commit accepts one of them. All others read and decide anew, so a hundred refunds
 * would cost thousands of commits. With the locks each costs one. A thread that has waited too long
 * continues without the lock.
 */
public final class PaymentLocks {
  /**
   * The number of locks. Payments share a lock by their hash, which bounds the memory; different
   * payments rarely meet.
   */
  private static final int STRIPES = 256;

  private final List<ReentrantLock> stripes =
      Stream.generate(() -> new ReentrantLock(true)).limit(STRIPES).toList();

  /**
   * Reads, decides and commits under the payment's lock. The work must not call external systems.
   *
   * @param patience the longest wait for the lock, after which the work is done without it
   */
  public <T> T inTurn(PaymentId payment, Duration patience, Supplier<T> work) {
    ReentrantLock stripe = stripes.get(Math.floorMod(payment.uuid().hashCode(), STRIPES));
    boolean ours = await(stripe, patience);
    try {
      return work.get();
    } finally {
      if (ours) {
        stripe.unlock();
      }
    }
  }

  private static boolean await(ReentrantLock stripe, Duration patience) {
    try {
      return stripe.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
