package florin.bench.crash;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Searches bytes for digits: as plain text, UTF-16, hexadecimal, and base64 at any offset. */
final class Needle {
  private static final int CHUNK = 1 << 16;
  private static final int BITS_OF_A_LETTER = 6;

  private final List<byte[]> spellings;
  private final int longest;

  Needle(String digits) {
    byte[] plain = digits.getBytes(StandardCharsets.US_ASCII);
    this.spellings =
        Stream.concat(
                Stream.of(
                    plain,
                    digits.getBytes(StandardCharsets.UTF_16LE),
                    HexFormat.of().formatHex(plain).getBytes(StandardCharsets.US_ASCII)),
                IntStream.range(0, 3).mapToObj(before -> base64(plain, before)))
            .toList();
    this.longest = spellings.stream().mapToInt(spelling -> spelling.length).max().orElseThrow();
  }

  /**
   * Returns the base64 characters that depend only on these bytes, if `before` other bytes precede
   * them.
   */
  private static byte[] base64(byte[] plain, int before) {
    byte[] shifted = new byte[before + plain.length];
    System.arraycopy(plain, 0, shifted, before, plain.length);
    byte[] letters = Base64.getEncoder().withoutPadding().encode(shifted);
    int from = (before * Byte.SIZE + BITS_OF_A_LETTER - 1) / BITS_OF_A_LETTER;
    return Arrays.copyOfRange(letters, from, shifted.length * Byte.SIZE / BITS_OF_A_LETTER);
  }

  boolean isIn(byte[] bytes) {
    return isIn(bytes, bytes.length);
  }

  private boolean isIn(byte[] bytes, int length) {
    return spellings.stream().anyMatch(spelling -> isIn(bytes, length, spelling));
  }

  private static boolean isIn(byte[] bytes, int length, byte[] sought) {
    byte first = sought[0];
    for (int i = 0; i + sought.length <= length; i++) {
      if (bytes[i] == first
          && Arrays.equals(bytes, i, i + sought.length, sought, 0, sought.length)) {
        return true;
      }
    }
    return false;
  }

  boolean isIn(InputStream in) throws IOException {
    try (var scan = new Scan()) {
      in.transferTo(scan);
      return scan.isFound();
    }
  }

  /** Searches all bytes written to it. */
  final class Scan extends OutputStream {
    private final byte[] window = new byte[CHUNK];
    private int held;
    private long bytes;
    private boolean found;

    boolean isFound() {
      look();
      return found;
    }

    long bytes() {
      return bytes;
    }

    @Override
    public void write(int one) {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] more, int from, int length) {
      bytes += length;
      int at = from;
      while (at < from + length) {
        int part = Math.min(from + length - at, window.length - held);
        System.arraycopy(more, at, window, held, part);
        held += part;
        at += part;
        if (held == window.length) {
          look();
        }
      }
    }

    /** Searches the window, then keeps its end, which may contain the start of a match. */
    private void look() {
      found |= isIn(window, held);
      int kept = Math.min(held, longest - 1);
      System.arraycopy(window, held - kept, window, 0, kept);
      held = kept;
    }
  }
}
