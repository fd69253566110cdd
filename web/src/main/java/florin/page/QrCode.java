package florin.page;

import io.nayuki.qrcodegen.QrCode.Ecc;

/**
 * A QR code, drawn as an SVG path: no picture is loaded and there is no inline style, so it
 * complies with the pages' policy.
 *
 * @param size of a side in modules, including the quiet zone
 * @param path of an SVG, with one unit per module
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
