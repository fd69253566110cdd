package florin.connector;

import java.util.concurrent.Semaphore;

/**
 * How many calls this process may have under way at one connector. Whoever gets no place is refused
 * before anything is begun, so that one slow provider does not hold up every other payment.
 */
public final class CallRoom {
  /** Of a network that answers at once. */
  public static final CallRoom UNBOUNDED = new CallRoom(Integer.MAX_VALUE);

  private final int places;
  private final Semaphore free;

  public CallRoom(int places) {
    this.places = places;
    this.free = new Semaphore(places);
  }

  /** False when there is no place. Who has one must {@link #leave}. */
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
