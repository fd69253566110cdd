package florin.checkout;

import florin.core.Hmac;
import florin.core.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/**
 * The challenges that a payer's browser solves before a payment, in the manner of Hashcash: it
 * searches a number whose SHA-256 with the challenge begins with {@value #BITS} zero bits. A
 * challenge is for one try of one session, and a try begins once, so no node has to remember it.
 *
 * <p>A browser without script can't search. It sends the challenge back unsolved after {@link
 * #WAIT}.
 */
final class WorkProofs {
  /** About 16,000 hashes: a fraction of a second in a browser. */
  static final int BITS = 14;

  /** The response header for the script of the card form. */
  static final String HEADER = "Florin-Proof";

  /** The form field with the challenge, and the number that solves it. */
  static final String FIELD = "proof";

  /** The time after which an unsolved challenge is accepted. */
  static final Duration WAIT = Duration.ofSeconds(20);

  private static final Duration VALID = Duration.ofMinutes(30);
  private static final int MAX_LENGTH = 120;
  private static final int MAC_LENGTH = 18;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final Hmac key;

  WorkProofs(Hmac key) {
    this.key = key;
  }

  /** The state of the proof in a form. */
  enum Proof {
    NONE,
    SOLVED,
    /** It was sent unsolved, and the payer has waited. */
    WAITED
  }

  String challenge(CheckoutSession session, int ordinal, Instant now) {
    long issued = now.getEpochSecond();
    return issued + "." + mac(session, ordinal, issued);
  }

  Proof check(CheckoutSession session, int ordinal, String sent, Instant now) {
    String[] parts = sent.split("\\.", -1);
    if (sent.length() > MAX_LENGTH
        || parts.length < 2
        || parts.length > 3
        || !parts[0].matches("[0-9]{1,12}")) {
      return Proof.NONE;
    }
    long issued = Long.parseLong(parts[0]);
    Duration age = Duration.between(Instant.ofEpochSecond(issued), now);
    if (age.isNegative()
        || age.compareTo(VALID) > 0
        || !mac(session, ordinal, issued).equals(parts[1])) {
      return Proof.NONE;
    }
    if (parts.length == 3) {
      return isSolved(sent) ? Proof.SOLVED : Proof.NONE;
    }
    return age.compareTo(WAIT) >= 0 ? Proof.WAITED : Proof.NONE;
  }

  private String mac(CheckoutSession session, int ordinal, long issued) {
    byte[] mac = key.of("proof\n%s\n%d\n%d\n%d".formatted(session.id(), ordinal, issued, BITS));
    return ENCODER.encodeToString(Arrays.copyOf(mac, MAC_LENGTH));
  }

  private static boolean isSolved(String sent) {
    byte[] hash = Sha256.of(sent);
    int first = ((hash[0] & 0xff) << 8) | (hash[1] & 0xff);
    return first >>> (16 - BITS) == 0;
  }
}
