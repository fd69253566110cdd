package florin.bench.simulate;

import florin.bench.agent.Rewrite;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A safeguard that is taken out of the product, to see that worlds webhook. */
@SuppressWarnings("ImmutableEnumChecker") // its sets are copied
enum SimulatedBug {
  VERSION_GUARD,
  BEGIN_COMMIT,
  DRAFT_RECOVERY,
  IDEMPOTENCY_CLAIM,
  SAME_REQUEST,
  AMOUNT_CHECK(Rewrite.NETWORK_APPROVES_HALF),
  REFUND_RESERVATION(Rewrite.NETWORK_LOOKS_AT_NO_SUM),
  REVERSAL_FIRST,
  LATE_APPROVAL_WATCH,
  FANOUT,
  DELIVERY_RETRY,
  DELIVERY_PLACES,
  PLACE_FREED,
  SIGNATURE;

  private final Set<Rewrite> besides;

  /**
   * @param besides what else is not as usual, whether or not the bug is there
   */
  SimulatedBug(Rewrite... besides) {
    this.besides = Set.of(besides);
  }

  Set<Rewrite> besides() {
    return besides;
  }

  Set<Rewrite> rewrites() {
    var all = EnumSet.of(Rewrite.valueOf(name()));
    all.addAll(besides);
    return all;
  }

  String words() {
    return Rewrite.valueOf(name()).words();
  }

  /** As on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
