package florin.team;

import java.io.ByteArrayOutputStream;

/**
 * Encodes bytes as letters and digits that are easy to distinguish (RFC 4648, section 6), without
 * padding.
 */
final class Base32 {
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  private static final int BITS = 5;

  private Base32() {}

  static String encode(byte[] bytes) {
    var text = new StringBuilder();
    int buffer = 0;
    int bits = 0;
    for (byte next : bytes) {
      buffer = (buffer << Byte.SIZE) | (next & 0xff);
      bits += Byte.SIZE;
      while (bits >= BITS) {
        bits -= BITS;
        text.append(ALPHABET.charAt((buffer >> bits) & 0x1f));
      }
    }
    if (bits > 0) {
      text.append(ALPHABET.charAt((buffer << (BITS - bits)) & 0x1f));
    }
    return text.toString();
  }

  static byte[] decode(String text) {
    var bytes = new ByteArrayOutputStream();
    int buffer = 0;
    int bits = 0;
    for (int i = 0; i < text.length(); i++) {
      int value = ALPHABET.indexOf(text.charAt(i));
      if (value < 0) {
        throw new IllegalArgumentException("a letter that base 32 does not have");
      }
      buffer = (buffer << BITS) | value;
      bits += BITS;
      if (bits >= Byte.SIZE) {
        bits -= Byte.SIZE;
        bytes.write(buffer >> bits);
      }
    }
    return bytes.toByteArray();
  }
}
