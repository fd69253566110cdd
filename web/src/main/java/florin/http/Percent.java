package florin.http;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Strict percent-decoding (RFC 3986): every escape must have two hexadecimal digits, and the result
 * must be UTF-8.
 */
final class Percent {
  private Percent() {}

  /**
   * Decodes a text.
   *
   * @param form whether `+` is a space (application/x-www-form-urlencoded, which every client
   *     library writes in queries)
   * @return empty if it is malformed
   */
  static Optional<String> decode(String text, boolean form) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return Optional.empty();
      }
      if (c != '%') {
        bytes[length++] = (byte) (form && c == '+' ? ' ' : c);
        continue;
      }
      if (i + 2 >= text.length()
          || !HexFormat.isHexDigit(text.charAt(i + 1))
          || !HexFormat.isHexDigit(text.charAt(i + 2))) {
        return Optional.empty();
      }
      bytes[length++] = (byte) HexFormat.fromHexDigits(text, i + 1, i + 3);
      i += 2;
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString());
    } catch (CharacterCodingException notUtf8) {
      return Optional.empty();
    }
  }
}
