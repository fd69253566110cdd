package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.webhook.Verification.Finding;
import florin.webhook.Verification.VerificationFault;
import java.time.Duration;
import java.util.Optional;

/** The result of a verification as the API shows it. */
record VerificationView(
    String object,
    boolean valid,
    Optional<VerificationFault> problem,
    Optional<String> message,
    Optional<WebhookEndpointId> signedBy,
    Optional<Long> ageSeconds) {
  static VerificationView of(Finding finding) {
    return new VerificationView(
        "webhook_verification",
        finding.fault().isEmpty(),
        finding.fault(),
        finding.fault().map(VerificationFault::message),
        finding.signedBy(),
        finding.age().map(Duration::toSeconds));
  }
}
