package florin.team;

import java.time.Instant;

/** A user's authenticator app. */
public final class Authenticator {
  private Authenticator() {}

  /**
   * Returns a code that is valid from now until a minute from now.
   *
   * @param secret the secret as a page shows it, in groups of letters
   */
  public static String code(String secret) {
    return Totp.code(secret.replace(" ", ""), Totp.step(Instant.now()) + Totp.SKEW);
  }
}
