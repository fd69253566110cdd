package florin.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** How deliveries are signed, and how a signature is looked at. */
public final class FuzzedSignature {
  private FuzzedSignature() {}

  public static String header(SigningSecret secret, byte[] body, Instant now) {
    return Objects.requireNonNull(
        Signature.headers("evt", body, List.of(secret), now).get(Signature.SERVICE_SIGNATURE));
  }

  /** Whether a header can be read and its signature fits. */
  public static boolean verifies(String header, SigningSecret secret, byte[] body) {
    return Verification.SignatureHeader.parse(header)
        .filter(it -> it.fits(secret, body))
        .isPresent();
  }
}
