package florin.core;

import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;

/**
 * The text of a TypeID (specification version 0.3): a prefix, an underscore, and the 128 bits of a
 * UUID as 26 characters of Crockford's base32 in lower case, most significant first. 26 characters
 * hold 130 bits, so the first is at most `7`.
 */
final class TypeId {
  private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
  private static final byte[] VALUE = new byte[128];
  private static final int LENGTH = 26;

  static {
    Arrays.fill(VALUE, (byte) -1);
    for (byte i = 0; i < ALPHABET.length; i++) {
      VALUE[ALPHABET[i]] = i;
    }
  }

  private TypeId() {}

  static String encode(String prefix, UUID uuid) {
    char[] text = new char[prefix.length() + 1 + LENGTH];
    prefix.getChars(0, prefix.length(), text, 0);
    text[prefix.length()] = '_';
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    for (int i = text.length - 1; i > prefix.length(); i--) {
      text[i] = ALPHABET[(int) (low & 31)];
      low = (low >>> 5) | (high << 59);
      high >>>= 5;
    }
    return new String(text);
  }

  static Optional<UUID> decode(String prefix, String text) {
    int start = prefix.length() + 1;
    if (text.length() != start + LENGTH
        || !text.startsWith(prefix)
        || text.charAt(start - 1) != '_'
        || text.charAt(start) > '7') {
      return Optional.empty();
    }
    long high = 0;
    long low = 0;
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      int value = c < VALUE.length ? VALUE[c] : -1;
      if (value < 0) {
        return Optional.empty();
      }
      high = (high << 5) | (low >>> 59);
      low = (low << 5) | value;
    }
    return Optional.of(new UUID(high, low));
  }
}
