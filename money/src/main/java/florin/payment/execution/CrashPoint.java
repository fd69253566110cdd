package florin.payment.execution;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A hook that is called at each step of a payment, so that drills can kill the process between any
 * two. In production it does nothing.
 */
@FunctionalInterface
public interface CrashPoint {
  CrashPoint NONE = _ -> {};

  void at(Step step);

  /** The steps between which the drills inject a crash. */
  enum Step {
    /** Nothing is written. */
    RECEIVED,
    /**
     * The payment, its attempt and its idempotency key are durable. The network has not been
     * called.
     */
    BEGUN,
    /** The network has carried out the operation, and its outcome is not written yet. */
    CALLED,
    /** Everything is durable, and the response has not been sent. */
    FINISHED,
    /** Recovery has taken an attempt. */
    TAKEN,
    /** Recovery has asked the network. */
    INQUIRED,
    /** The network has undone an authorization, and that is not written yet. */
    REVERSED,
    /** All of a bank's file is written, and none of it is visible. */
    STAGED,
    /** All of the file is visible, and none of it is matched. */
    SHOWN,
    /** The match of an entry is decided. */
    MATCHING,
    /** The match is durable, and the payment has changed. */
    MATCHED;

    /** The steps of a payment. */
    public static final Set<Step> OF_PAYMENTS =
        Collections.unmodifiableSet(EnumSet.range(RECEIVED, REVERSED));
  }
}
