package florin.bench.simulate;

import florin.bench.agent.Rewrite;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** A guard that is removed from the product to show that simulation runs detect it. */
@SuppressWarnings("ImmutableEnumChecker") // its sets are immutable copies
enum SimulatedBug {
  VERSION_GUARD,
  BEGIN_COMMIT,
  RECOVERY,
  IDEMPOTENCY_CLAIM,
  SAME_REQUEST,
  MANDATE_REVOCATION,
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
   * Defines a guard.
   *
   * @param besides other rewrites, with and without the guard
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

  /** Returns the name that the command line uses. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
