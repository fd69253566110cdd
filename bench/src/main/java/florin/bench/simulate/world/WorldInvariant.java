package florin.bench.simulate.world;

import java.util.Locale;

/** The invariants of a simulation run, for any seed. */
enum WorldInvariant {
  /** No request ends in an internal error. */
  NO_BUG,
  /** A client that retries with an idempotency key finally gets a final response. */
  ANSWERED,
  /** Every acknowledged operation exists as it was acknowledged. */
  KEPT,
  /** An idempotency key creates one object and has one response. */
  ONCE,
  /** A different request with a used key is rejected. */
  OTHER_REQUEST,
  /** Captured amounts are within authorized ones, and refunded amounts within captured ones. */
  SUMS,
  /**
   * A payment has at most one open authorization, and the network's ledger agrees with Florin's
   * records.
   */
  BOOKS,
  /** A charge without the payer begins under an active mandate only. */
  CONSENT,
  /** An object's events have no gaps and no duplicates. */
  WHOLE,
  /** A final state never changes. */
  FINAL,
  /** No operation stays in flight. */
  RESOLVED,
  /** Every committed event is delivered, and no other. */
  ARRIVED,
  /** Every delivery has a valid signature. */
  SIGNED,
  /** A node never exceeds the concurrent deliveries that an endpoint permits. */
  PLACES;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
