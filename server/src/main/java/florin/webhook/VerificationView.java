package florin.webhook;

import florin.core.Id.WebhookEndpointId;
import florin.webhook.Verification.Finding;
import florin.webhook.Verification.VerificationFault;
import java.time.Duration;
import java.util.Optional;

/** What was found out about a signature, as the interface shows it. */
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
