package florin.connector;

import java.util.concurrent.Semaphore;

/**
 * A limit on the calls that this process may have in flight at one connector. Without a free place,
 * a request is rejected before anything begins. So a slow provider does not hold up every other
 * payment.
 */
public final class CallLimiter {
  /** The limiter of a network that responds immediately. */
  public static final CallLimiter UNBOUNDED = new CallLimiter(Integer.MAX_VALUE);

  private final int places;
  private final Semaphore free;

  public CallLimiter(int places) {
    this.places = places;
    this.free = new Semaphore(places);
  }

  /** Takes a place. Returns false if none is free. A caller that has one must {@link #leave}. */
  public boolean tryEnter() {
    return this == UNBOUNDED || free.tryAcquire();
  }

  public void leave() {
    if (this != UNBOUNDED) {
      free.release();
    }
  }

  public int inside() {
    return this == UNBOUNDED ? 0 : places - free.availablePermits();
  }
}
