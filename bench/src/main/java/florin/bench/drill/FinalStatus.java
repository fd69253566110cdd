package florin.bench.drill;

import java.util.Set;

/** The final statuses of payments and refunds. */
public final class FinalStatus {
  private static final Set<String> ALL = Set.of("succeeded", "failed", "canceled");

  private FinalStatus() {}

  /** Returns whether a payment or a refund with this status never changes it. */
  public static boolean is(String status) {
    return ALL.contains(status);
  }
}
