package florin.bench.simulate.fiber;

/** Replaces {@link java.util.concurrent.Semaphore}. Waiting fibers poll. */
public final class FiberSemaphore {
  private static final long LOOK_NANOS = 1_000_000;

  private int permits;

  public FiberSemaphore(int permits) {
    this.permits = permits;
  }

  public boolean tryAcquire() {
    if (permits == 0) {
      return false;
    }
    permits--;
    return true;
  }

  public void acquire() throws InterruptedException {
    while (!tryAcquire()) {
      Fibers.parkFor(LOOK_NANOS);
    }
  }

  public void acquire(int wanted) throws InterruptedException {
    for (int i = 0; i < wanted; i++) {
      acquire();
    }
  }

  public void release() {
    permits++;
  }

  public int availablePermits() {
    return permits;
  }
}
