package florin.connector;

import java.util.Map;

/**
 * A request to resume an authorization after the payer's action.
 *
 * @param authorize the original request with its reference; the card's security code only if it is
 *     still held
 * @param result how the payer's action ended, as far as it is known
 * @param parameters the parameters with which the payer returned from the provider's page, which
 *     any client may have invented
 */
public record ResumeRequest(
    AuthorizeRequest authorize, ChallengeResult result, Map<String, String> parameters) {
  public ResumeRequest {
    parameters = Map.copyOf(parameters);
  }

  /** Creates the request after an action on a page of Florin, whose result is known. */
  public ResumeRequest(AuthorizeRequest authorize, ChallengeResult result) {
    this(authorize, result, Map.of());
  }

  /**
   * The result of the payer's action. If the payer abandons it, the authorization is canceled
   * instead.
   */
  public enum ChallengeResult {
    COMPLETED,
    FAILED,
    /** The payer has returned; the network must be asked for the result. */
    RETURNED
  }
}
