package florin.webhook;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Signs deliveries and verifies signatures. */
public final class FuzzedSignature {
  private FuzzedSignature() {}

  /** Returns the signature header of a delivery at this time. */
  public static String header(SigningSecret secret, byte[] body, Instant now) {
    return Objects.requireNonNull(
        Signature.headers("evt", body, List.of(secret), now).get(Signature.SERVICE_SIGNATURE));
  }

  /** Returns whether a header is well-formed and its signature is valid. */
  public static boolean verifies(String header, SigningSecret secret, byte[] body) {
    return Verification.SignatureHeader.parse(header)
        .filter(it -> it.fits(secret, body))
        .isPresent();
  }
}
