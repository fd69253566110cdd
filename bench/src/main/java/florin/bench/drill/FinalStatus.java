package florin.bench.drill;

import java.util.Set;

/** Statuses of payments and refunds that stay. */
public final class FinalStatus {
  private static final Set<String> ALL = Set.of("succeeded", "failed", "canceled");

  private FinalStatus() {}

  public static boolean is(String status) {
    return ALL.contains(status);
  }
}
