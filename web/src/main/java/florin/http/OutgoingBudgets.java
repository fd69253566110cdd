package florin.http;

/**
 * The part of the heap that the responses of other servers may take. Decision 020 has the table.
 *
 * @param webhookAttempts the most deliveries in flight, whatever the operator configures
 * @param providerBytes the memory of the responses of payment providers and their parsed contents;
 *     a response that exceeds it fails, and its outcome is unknown
 */
public record OutgoingBudgets(int webhookAttempts, int providerBytes) {
  /**
   * The memory of an attempt: the head while it is parsed, the stored parts of head and body, and
   * the request.
   */
  private static final int ATTEMPT_BYTES = 32 << 10;

  private static final int LEAST_ATTEMPTS = 16;
  private static final int LEAST_PROVIDER_BYTES = 1 << 20;

  /** Returns the budgets of this process. */
  public static OutgoingBudgets ofProcess() {
    return of(Runtime.getRuntime().maxMemory());
  }

  /**
   * Returns the budgets for a heap.
   *
   * @param heap as {@link Runtime#maxMemory} returns it
   */
  static OutgoingBudgets of(long heap) {
    long spare = Budgets.spare(heap);
    return new OutgoingBudgets(
        Math.clamp(spare / 8 / ATTEMPT_BYTES, LEAST_ATTEMPTS, Integer.MAX_VALUE),
        Math.clamp(spare / 6, LEAST_PROVIDER_BYTES, Integer.MAX_VALUE));
  }
}
