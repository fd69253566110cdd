package florin.team;

import florin.core.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cookie that a browser keeps of an earlier sign-in: `NONCE.EXPIRY.MAC`, for one e-mail address
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It grants no access. Wrong
 * guesses with it have their own count, so guesses from elsewhere do not lock this browser out.
 * Only a complete sign-in sets a cookie, so an attacker can't collect counts.
 */
public final class DeviceCookies {
  /** The validity of a cookie, which each sign-in renews. */
  public static final Duration VALID = Duration.ofDays(180);

  private static final int NONCE_BYTES = 16;
  private static final Pattern TEXT =
      Pattern.compile("([A-Za-z0-9_-]{22})\\.([0-9]{1,11})\\.([A-Za-z0-9_-]{43})");

  private final Hmac key;
  private final InstantSource clock;
  private final SecureRandom random;

  DeviceCookies(Hmac key, InstantSource clock, SecureRandom random) {
    this.key = key;
    this.clock = clock;
    this.random = random;
  }

  /** Returns a cookie for the browser of a user who has just signed in. */
  public String make(User user) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    String signed = encode(nonce) + "." + clock.instant().plus(VALID).getEpochSecond();
    return signed + "." + encode(key.of(message(signed, user.email())));
  }

  /**
   * Returns the nonce of a cookie that Florin created for this address and that has not expired.
   */
  Optional<String> findNonce(String cookie, String email) {
    Matcher parts = TEXT.matcher(cookie);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String signed = parts.group(1) + "." + parts.group(2);
    boolean isOurs =
        key.verify(message(signed, email), Base64.getUrlDecoder().decode(parts.group(3)));
    Instant end = Instant.ofEpochSecond(Long.parseLong(parts.group(2)));
    return isOurs && end.isAfter(clock.instant()) ? Optional.of(parts.group(1)) : Optional.empty();
  }

  private static byte[] message(String signed, String email) {
    return (signed + " " + email.toLowerCase(Locale.ROOT)).getBytes(StandardCharsets.UTF_8);
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
