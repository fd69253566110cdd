package florin.connector;

/**
 * @param authorize the request as it was, with its reference; the card's code only if it is still
 *     at hand
 * @param result how the challenge ended
 */
public record ResumeRequest(AuthorizeRequest authorize, ChallengeResult result) {
  /**
   * How the payer's challenge ended. A payer who abandons it is no case: the authorisation is
   * cancelled.
   */
  public enum ChallengeResult {
    COMPLETED,
    FAILED
  }
}
