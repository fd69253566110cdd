package florin.payment.execution;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * Is told of every step on the way of a payment, so that drills can kill the process between any
 * two. In service it does nothing.
 */
@FunctionalInterface
public interface Probe {
  Probe NONE = _ -> {};

  void at(Step step);

  /** The places between which a crash is tried. */
  enum Step {
    /** Nothing is written. */
    RECEIVED,
    /**
     * The payment, its attempt and its idempotency key are durable, or a draft of them is; the
     * network knows nothing.
     */
    BEGUN,
    /** The network has done its part; we have not written what it said. */
    CALLED,
    /** All is durable; the answer has not gone out. */
    FINISHED,
    /** Recovery has written a payment as it began, of which there was a draft. */
    WRITTEN,
    /** Recovery has taken an attempt. */
    TAKEN,
    /** Recovery has asked the network. */
    INQUIRED,
    /** The network has undone an authorisation; we have not written that it did. */
    REVERSED,
    /** All of a bank's file is written down, and nobody sees it. */
    STAGED,
    /** All of it is visible, and none of it matched. */
    SHOWN,
    /** Whose an entry's money is, is decided. */
    MATCHING,
    /** It is durable, and the payment has moved. */
    MATCHED;

    /** Those on the way of a payment. */
    public static final Set<Step> OF_PAYMENTS =
        Collections.unmodifiableSet(EnumSet.range(RECEIVED, REVERSED));
  }
}
