package florin.idempotency;

/**
 * The answer to a request that began to execute.
 *
 * @param replayed it was given before, under the same idempotency key
 */
public record Given(Idempotency.Answer answer, boolean replayed) {
  public static Given now(Idempotency.Answer answer) {
    return new Given(answer, false);
  }

  public static Given again(Idempotency.Answer answer) {
    return new Given(answer, true);
  }
}
