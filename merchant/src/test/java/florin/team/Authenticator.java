package florin.team;

import java.time.Instant;

/** The app on somebody's phone. */
public final class Authenticator {
  private Authenticator() {}

  /**
   * A code that is accepted now and for a minute from now on.
   *
   * @param secret as a page shows it, in groups of letters
   */
  public static String code(String secret) {
    return Totp.code(secret.replace(" ", ""), Totp.step(Instant.now()) + Totp.SKEW);
  }
}
