package florin.page;

import io.nayuki.qrcodegen.QrCode.Ecc;

/**
 * A text as a picture for cameras, to be drawn by a path: no picture is loaded and nothing is
 * styled in line, so the policy of the pages holds.
 *
 * @param size of a side, in modules, with the quiet zone around it
 * @param path of an SVG, a module being one unit
 */
public record QrCode(int size, String path) {
  /** ISO/IEC 18004, section 5.3.8: four modules on each side. */
  private static final int QUIET = 4;

  public static QrCode of(String text) {
    var code = io.nayuki.qrcodegen.QrCode.encodeText(text, Ecc.MEDIUM);
    var path = new StringBuilder();
    for (int y = 0; y < code.size; y++) {
      for (int x = 0; x < code.size; x++) {
        if (code.getModule(x, y)) {
          path.append('M').append(x + QUIET).append(',').append(y + QUIET).append("h1v1h-1z");
        }
      }
    }
    return new QrCode(code.size + 2 * QUIET, path.toString());
  }
}
