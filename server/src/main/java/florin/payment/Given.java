package florin.payment;

import florin.account.Idempotency.Answer;

/**
 * The answer to a request that began to execute.
 *
 * @param replayed it was given before, under the same idempotency key
 */
public record Given(Answer answer, boolean replayed) {
  static Given now(Answer answer) {
    return new Given(answer, false);
  }

  static Given again(Answer answer) {
    return new Given(answer, true);
  }
}
