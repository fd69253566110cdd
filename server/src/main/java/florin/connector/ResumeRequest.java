package florin.connector;

import java.util.Map;

/**
 * @param authorize the request as it was, with its reference; the card's code only if it is still
 *     at hand
 * @param result what is known of how the payer's action ended
 * @param parameters with which the payer came back from the provider's page: anybody may have made
 *     them up
 */
public record ResumeRequest(
    AuthorizeRequest authorize, ChallengeResult result, Map<String, String> parameters) {
  public ResumeRequest {
    parameters = Map.copyOf(parameters);
  }

  /** From a page of ours, which knows how it ended. */
  public ResumeRequest(AuthorizeRequest authorize, ChallengeResult result) {
    this(authorize, result, Map.of());
  }

  /**
   * How the payer's action ended. A payer who abandons it is no case: the authorisation is
   * cancelled.
   */
  public enum ChallengeResult {
    COMPLETED,
    FAILED,
    /** The payer has come back; how it ended the network must be asked. */
    RETURNED
  }
}
