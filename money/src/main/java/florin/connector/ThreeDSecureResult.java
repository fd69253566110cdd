package florin.connector;

import java.util.Optional;

/**
 * The result of a 3-D Secure authentication (EMV 3-D Secure, protocol and core functions
 * specification).
 *
 * @param version for example `2.2.0`
 * @param eci electronic commerce indicator, two digits; its meaning depends on the brand
 * @param cryptogram the authentication value (CAVV, AAV), base64; proof for the issuer and never
 *     shown
 * @param dsTransactionId the directory server's transaction id
 */
public record ThreeDSecureResult(
    String version,
    Optional<String> eci,
    Optional<String> cryptogram,
    Optional<String> dsTransactionId,
    TransStatus transStatus) {
  /** Returns whether the issuer confirms the payer's identity. */
  public boolean isAuthenticated() {
    return transStatus == TransStatus.Y || transStatus == TransStatus.A;
  }

  /** Returns whether the issuer denies it, so that an authorization is not worth requesting. */
  public boolean isRefused() {
    return transStatus == TransStatus.N || transStatus == TransStatus.R;
  }

  /** The field transStatus, with the letters of the message. */
  public enum TransStatus {
    /** The payer was authenticated. */
    Y,
    /** The payer was not authenticated. */
    N,
    /** The authentication could not be performed. */
    U,
    /** The payer was not authenticated, but there is a proof of the attempt. */
    A,
    /** The issuer requires a challenge. */
    C,
    /** The issuer rejected the authentication, and asks for no authorization. */
    R,
    /** The merchant requested no challenge. The message is for information only. */
    I;

    /** Returns the letter in the message. */
    public String text() {
      return name();
    }
  }

  @Override
  public String toString() {
    return "ThreeDSecureResult[version=" + version + ", transStatus=" + transStatus + "]";
  }
}
