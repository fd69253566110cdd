package florin.payment.execution;

import florin.core.Id.PaymentId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Lets those of this node who are about to change one payment do so one after another.
 *
 * <p>It is a courtesy, not a guard: what keeps a payment right is its version and its constraints,
 * and other nodes know nothing of our turns. But when many refunds of one payment come at once,
 * each commit lets one of them through and has all others read and decide anew; a hundred would
 * cost thousands of commits. In turns each costs one. So whoever has waited too long goes ahead
 * without one.
 */
public final class Turns {
  /** Payments share a turn by their hash: memory that is bounded, and strangers rarely meet. */
  private static final int STRIPES = 256;

  private final List<ReentrantLock> stripes =
      Stream.generate(() -> new ReentrantLock(true)).limit(STRIPES).toList();

  /**
   * Reads, decides and commits. Nothing in it may speak to the outside.
   *
   * @param patience for the turn, after which the work is done all the same
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
