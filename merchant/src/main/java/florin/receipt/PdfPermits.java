package florin.receipt;

import florin.core.ErrorCode;
import florin.core.Problem;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Limits how many PDFs are made at the same time, because each needs much memory. */
public final class PdfPermits {
  private final Semaphore permits;
  private final Duration patience;
  private final String busy;

  /**
   * Creates the permits.
   *
   * @param most the most PDFs at the same time
   * @param patience the longest wait for one of them to end
   * @param busy the message after that wait
   */
  public PdfPermits(int most, Duration patience, String busy) {
    this.permits = new Semaphore(most, true);
    this.patience = patience;
    this.busy = busy;
  }

  /** Makes a PDF once there is a permit. */
  public byte[] make(Supplier<byte[]> pdf) {
    if (!await()) {
      throw new Problem.Unavailable(ErrorCode.OVERLOADED, busy, patience).refusal();
    }
    try {
      return pdf.get();
    } finally {
      permits.release();
    }
  }

  private boolean await() {
    try {
      return permits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
