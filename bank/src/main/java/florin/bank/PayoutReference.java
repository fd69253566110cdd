package florin.bank;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The text by which the bank entry of a payout is recognized, as the provider reports it. Banks
 * change case, blanks and punctuation, so only letters and digits count.
 *
 * @param text upper case, only letters and digits
 */
public record PayoutReference(String text) {
  /** The length of the shortest reference; shorter ones occur in texts by chance. */
  static final int MIN_LENGTH = 6;

  /** Returns the reference; empty if it is too short, or has no digit, to identify a payout. */
  public static Optional<PayoutReference> find(String reported) {
    String plain = Text.of(reported).plain;
    return plain.length() >= MIN_LENGTH && plain.chars().anyMatch(Character::isDigit)
        ? Optional.of(new PayoutReference(plain))
        : Optional.empty();
  }

  /** Returns whether one of the texts of a bank entry contains the reference. */
  public boolean isIn(List<Text> texts) {
    return texts.stream().anyMatch(this::isIn);
  }

  /** A number must not be a part of a longer number. */
  private boolean isIn(Text free) {
    for (int at = free.plain.indexOf(text); at >= 0; at = free.plain.indexOf(text, at + 1)) {
      if (!free.isWithinNumber(at) && !free.isWithinNumber(at + text.length())) {
        return true;
      }
    }
    return false;
  }

  /** A text of a bank entry, as references are sought in it. */
  public static final class Text {
    private final String plain;

    /** The characters that follow a blank or punctuation. */
    private final BitSet begins;

    private Text(String plain, BitSet begins) {
      this.plain = plain;
      this.begins = begins;
    }

    /** Prepares a text; {@link CreditorReference#MAX_SCAN} characters of it count. */
    public static Text of(String free) {
      var plain = new StringBuilder();
      var begins = new BitSet();
      String some = free.substring(0, Math.min(free.length(), CreditorReference.MAX_SCAN));
      for (char c : some.toUpperCase(Locale.ROOT).toCharArray()) {
        if (isDigit(c) || (c >= 'A' && c <= 'Z')) {
          plain.append(c);
        } else {
          begins.set(plain.length());
        }
      }
      return new Text(plain.toString(), begins);
    }

    private boolean isWithinNumber(int at) {
      return at > 0
          && at < plain.length()
          && !begins.get(at)
          && isDigit(plain.charAt(at - 1))
          && isDigit(plain.charAt(at));
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }
}
