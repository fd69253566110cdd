package florin.connector;

import java.util.Optional;

/**
 * The result of a 3-D Secure authentication (EMV 3-D Secure, protocol and core functions
 * specification).
 *
 * @param version for example `2.2.0`
 * @param eci electronic commerce indicator, two digits; its meaning depends on the brand
 * @param cryptogram the authentication value (CAVV, AAV), base64; proof for the issuer and shown to
 *     nobody
 * @param dsTransactionId the directory server's transaction id
 */
public record ThreeDSecureResult(
    String version,
    Optional<String> eci,
    Optional<String> cryptogram,
    Optional<String> dsTransactionId,
    TransStatus transStatus) {
  /** Whether the issuer stands behind the payer's identity. */
  public boolean isAuthenticated() {
    return transStatus == TransStatus.Y || transStatus == TransStatus.A;
  }

  /** Whether the issuer denies it, so that an authorisation is not worth asking for. */
  public boolean isRefused() {
    return transStatus == TransStatus.N || transStatus == TransStatus.R;
  }

  /** The field transStatus, by the letters that stand in the message. */
  public enum TransStatus {
    /** Authenticated. */
    Y,
    /** Not authenticated. */
    N,
    /** Could not be performed. */
    U,
    /** Attempted: not authenticated, but a proof of the attempt is there. */
    A,
    /** Challenge required. */
    C,
    /** Rejected by the issuer, who asks that no authorisation be tried. */
    R,
    /** For information only: the merchant asked for no challenge. */
    I;

    /** As it stands in the message. */
    public String text() {
      return name();
    }
  }

  @Override
  public String toString() {
    return "ThreeDSecureResult[version=" + version + ", transStatus=" + transStatus + "]";
  }
}
