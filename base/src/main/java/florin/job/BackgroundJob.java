package florin.job;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a step repeatedly, with a pause in between. A step that throws is logged and retried after
 * the pause. If a step returns that there is more to do, the next follows immediately.
 */
public final class BackgroundJob implements AutoCloseable {
  /** A step of a background job: one bounded batch of work. */
  @FunctionalInterface
  public interface LoopStep {
    /** Returns true if more work is waiting. */
    boolean run() throws Exception;
  }

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundJob.class);

  /** The random variation of pauses, so that nodes do not run in step. */
  private static final double JITTER = 0.1;

  /** The longest wait for a step to end when the job is closed. */
  private static final Duration STOP_PATIENCE = Duration.ofSeconds(10);

  private final String name;
  private final Duration pause;
  private final LoopStep step;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  private boolean stopping;
  private boolean nudged;

  private BackgroundJob(String name, Duration pause, LoopStep step) {
    this.name = name;
    this.pause = pause;
    this.step = step;
    this.thread = Thread.ofVirtual().name("loop-" + name).unstarted(this::run);
  }

  public static BackgroundJob start(String name, Duration pause, LoopStep step) {
    var job = new BackgroundJob(name, pause, step);
    job.thread.start();
    return job;
  }

  /** Starts a job whose work another node could do: it pauses while this node is not fit. */
  public static BackgroundJob ofWork(
      String name, Duration pause, WorkAcceptance acceptance, LoopStep step) {
    return start(name, pause, () -> acceptance.mayTakeWork() && step.run());
  }

  /** Ends the pause now. */
  public void nudge() {
    lock.lock();
    try {
      nudged = true;
      wake.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Stops after the current step has ended. */
  @Override
  public void close() {
    lock.lock();
    try {
      stopping = true;
      wake.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      if (!thread.join(STOP_PATIENCE)) {
        LOG.warn("the loop {} did not stop within {}", name, STOP_PATIENCE);
        thread.interrupt();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try {
      boolean more = false;
      while (more || !pauseEndsInStop()) {
        more = runStep();
      }
    } catch (InterruptedException interrupted) {
      LOG.debug("the loop {} was interrupted", name);
    }
  }

  private boolean runStep() throws InterruptedException {
    try {
      return step.run() && !isStopping();
    } catch (InterruptedException interrupted) {
      throw interrupted;
    } catch (Exception failed) {
      LOG.warn(
          "the background job {} failed and will be retried: {}", name, failed.toString(), failed);
      return false;
    }
  }

  private boolean isStopping() {
    lock.lock();
    try {
      return stopping;
    } finally {
      lock.unlock();
    }
  }

  private boolean pauseEndsInStop() throws InterruptedException {
    double factor = 1 + JITTER * (2 * ThreadLocalRandom.current().nextDouble() - 1);
    long left = (long) (pause.toNanos() * factor);
    lock.lock();
    try {
      while (!stopping && !nudged && left > 0) {
        left = wake.awaitNanos(left);
      }
      nudged = false;
      return stopping;
    } finally {
      lock.unlock();
    }
  }
}
