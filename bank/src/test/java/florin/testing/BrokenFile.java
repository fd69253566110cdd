package florin.testing;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Corrupts a bank's file at random: truncates it, or changes, repeats, removes or inserts bytes.
 */
public final class BrokenFile {
  private static final List<String> PIECES =
      List.of(
          "<",
          ">",
          "&",
          "]]>",
          "<!--",
          "<![CDATA[",
          "<?",
          "&#0;",
          "&#xD800;",
          "\u0000",
          "\uFFFF",
          "<Ntry>",
          "</Ntry>",
          "<Amt Ccy=\"EUR\">",
          "99999999999999999999",
          "-1",
          "1e9",
          "\n:61:",
          "\n:86:",
          "\n:62F:C261123EUR1,00",
          "\n-\n",
          "{4:",
          "?20",
          "?99",
          "?",
          "/REMI/",
          "EREF+",
          "C",
          "RD",
          "C261199EUR1,",
          "xmlns=\"\"",
          "\u00e4",
          "\r",
          "/",
          "//",
          ",",
          "RF18");

  private BrokenFile() {}

  public static byte[] of(byte[] whole, Random random) {
    byte[] file = whole.clone();
    for (int left = random.nextInt(1, 5); left > 0 && file.length > 0; left--) {
      int at = random.nextInt(file.length);
      file =
          switch (random.nextInt(6)) {
            case 0 -> Arrays.copyOf(file, at);
            case 1 -> joined(file, at, new byte[] {(byte) random.nextInt(256)}, at + 1);
            case 2 -> {
              int end = Math.min(file.length, at + random.nextInt(1, 200));
              yield joined(file, at, new byte[0], end);
            }
            case 3 -> {
              int from = random.nextInt(file.length);
              int to = Math.min(file.length, from + random.nextInt(1, 500));
              yield joined(file, at, Arrays.copyOfRange(file, from, to), at);
            }
            default -> {
              String piece = PIECES.get(random.nextInt(PIECES.size()));
              yield joined(file, at, piece.getBytes(StandardCharsets.UTF_8), at);
            }
          };
    }
    return file;
  }

  private static byte[] joined(byte[] file, int before, byte[] between, int after) {
    int rest = Math.max(0, file.length - after);
    byte[] joined = Arrays.copyOf(file, before + between.length + rest);
    System.arraycopy(between, 0, joined, before, between.length);
    System.arraycopy(file, file.length - rest, joined, before + between.length, rest);
    return joined;
  }
}
