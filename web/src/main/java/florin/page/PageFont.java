package florin.page;

import florin.core.Sha256;
import java.util.HexFormat;

/**
 * The font of the pages for payers, one file for all weights. Its URL contains its hash, so
 * browsers may cache it permanently.
 */
public final class PageFont {
  public static final String HASH = HexFormat.of().formatHex(Sha256.of(bytes())).substring(0, 16);

  private PageFont() {}

  /** Returns the file, in the format WOFF2. */
  public static byte[] bytes() {
    return Pages.bytes(PageFont.class, "inter-payers.woff2");
  }
}
