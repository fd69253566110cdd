package florin.webhook;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * The secret that signs an endpoint's deliveries: `whsec_` and 44 letters and digits. It suits both
 * forms of signatures: one uses the whole text as key, the other decodes the text after the prefix
 * as base64.
 */
public record SigningSecret(String text) {
  static final String PREFIX = "whsec_";
  private static final int LENGTH = 44;
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private static final Pattern FORM = Pattern.compile(PREFIX + "[A-Za-z0-9]{" + LENGTH + "}");

  public SigningSecret {
    if (!isWellFormed(text)) {
      throw new IllegalArgumentException("not a signing secret");
    }
  }

  static boolean isWellFormed(String text) {
    return FORM.matcher(text).matches();
  }

  static SigningSecret make(SecureRandom random) {
    var text = new StringBuilder(PREFIX);
    random.ints(LENGTH, 0, LETTERS.length()).forEach(i -> text.append(LETTERS.charAt(i)));
    return new SigningSecret(text.toString());
  }

  @Override
  public String toString() {
    return "SigningSecret[…]";
  }
}
