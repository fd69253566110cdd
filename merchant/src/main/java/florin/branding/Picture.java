package florin.branding;

import florin.branding.Logo.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The header of a picture: the first chunk of a PNG (ISO/IEC 15948, section 11.2.2), or the frame
 * header of a JPEG (ITU-T T.81, B.2.2). Nothing is decoded, so a small file with a huge picture
 * costs nothing.
 */
public record Picture(MediaType type, int width, int height) {
  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  private static final byte[] PNG_END = {
    0, 0, 0, 0, 'I', 'E', 'N', 'D', (byte) 0xae, 0x42, 0x60, (byte) 0x82
  };

  private static final int START_OF_IMAGE = 0xd8;
  private static final int END_OF_IMAGE = 0xd9;
  private static final int START_OF_SCAN = 0xda;

  /** Reads a header; empty if the bytes are no complete picture of these formats. */
  public static Optional<Picture> of(byte[] content) {
    return startsWith(content, PNG) ? png(content) : jpeg(content);
  }

  private static Optional<Picture> png(byte[] content) {
    int header = PNG.length;
    boolean isWhole =
        content.length >= header + 25 + PNG_END.length
            && int32(content, header) == 13
            && new String(content, header + 4, 4, StandardCharsets.ISO_8859_1).equals("IHDR")
            && endsWith(content, PNG_END);
    return isWhole
        ? Optional.of(
            new Picture(MediaType.PNG, int32(content, header + 8), int32(content, header + 12)))
        : Optional.empty();
  }

  /** Reads segment by segment; each has a length, so this ends with the bytes. */
  private static Optional<Picture> jpeg(byte[] content) {
    int size = content.length;
    if (size < 4
        || marker(content, 0) != START_OF_IMAGE
        || marker(content, size - 2) != END_OF_IMAGE) {
      return Optional.empty();
    }
    int at = 2;
    while (at + 9 <= size) {
      int marker = marker(content, at);
      int length = int16(content, at + 2);
      if (marker < 0xc0 || marker == START_OF_SCAN || length < 2) {
        return Optional.empty();
      }
      if (isFrame(marker)) {
        return Optional.of(
            new Picture(MediaType.JPEG, int16(content, at + 7), int16(content, at + 5)));
      }
      at += 2 + length;
    }
    return Optional.empty();
  }

  /** Returns whether it is SOF0 to SOF15, except DHT, JPG and DAC, which are in that range. */
  private static boolean isFrame(int marker) {
    return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
  }

  /** Returns the marker, or -1 if there is none. */
  private static int marker(byte[] content, int at) {
    return (content[at] & 0xff) == 0xff ? content[at + 1] & 0xff : -1;
  }

  private static int int16(byte[] content, int at) {
    return ((content[at] & 0xff) << 8) | (content[at + 1] & 0xff);
  }

  private static int int32(byte[] content, int at) {
    return (int16(content, at) << 16) | int16(content, at + 2);
  }

  private static boolean startsWith(byte[] content, byte[] start) {
    return content.length >= start.length
        && java.util.Arrays.equals(content, 0, start.length, start, 0, start.length);
  }

  private static boolean endsWith(byte[] content, byte[] end) {
    return java.util.Arrays.equals(
        content, content.length - end.length, content.length, end, 0, end.length);
  }
}
