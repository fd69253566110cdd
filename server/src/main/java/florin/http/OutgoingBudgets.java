package florin.http;

/**
 * How much of the heap the responses of other servers may take. See decision 020, which has the
 * table.
 *
 * @param webhookAttempts deliveries in flight at most, whatever the operator's setting
 * @param providerBytes what the responses of payment providers and their parsed contents take
 *     together; a response that exceeds it fails, and its outcome is unknown
 */
public record OutgoingBudgets(int webhookAttempts, int providerBytes) {
  /** The head while it is parsed, what is kept of head and body, and the request. */
  private static final int ATTEMPT_BYTES = 32 << 10;

  private static final int LEAST_ATTEMPTS = 16;
  private static final int LEAST_PROVIDER_BYTES = 1 << 20;

  /** Those of this process. */
  public static OutgoingBudgets ofProcess() {
    return of(Runtime.getRuntime().maxMemory());
  }

  /**
   * @param heap as {@link Runtime#maxMemory} has it
   */
  static OutgoingBudgets of(long heap) {
    long spare = Budgets.spare(heap);
    return new OutgoingBudgets(
        Math.clamp(spare / 8 / ATTEMPT_BYTES, LEAST_ATTEMPTS, Integer.MAX_VALUE),
        Math.clamp(spare / 6, LEAST_PROVIDER_BYTES, Integer.MAX_VALUE));
  }
}
