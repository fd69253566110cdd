package florin.branding;

import florin.core.Sha256;
import java.util.HexFormat;

/**
 * A merchant's logo: a picture whose header was checked, but which was never decoded. Its URL
 * contains its hash, so browsers may cache it permanently.
 *
 * @param hash SHA-256 of its bytes, in hexadecimal
 */
public record Logo(String hash, MediaType type, int width, int height) {
  public static final int MAX_BYTES = 64 << 10;

  /** The largest width and height in pixels, so that a browser needs at most 4 MiB for it. */
  public static final int MAX_PIXELS = 1024;

  private static final int SHOWN_HEIGHT = 48;
  private static final int SHOWN_WIDTH = 240;

  public Logo {
    if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS) {
      throw new IllegalArgumentException("a logo of " + width + " by " + height + " pixels");
    }
  }

  /** The accepted formats. SVG is excluded, because it can contain scripts. */
  public enum MediaType {
    PNG("image/png"),
    JPEG("image/jpeg");

    private final String text;

    MediaType(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    static MediaType of(String text) {
      return text.equals(PNG.text) ? PNG : JPEG;
    }
  }

  static Logo of(byte[] content, MediaType type, int width, int height) {
    return new Logo(HexFormat.of().formatHex(Sha256.of(content)), type, width, height);
  }

  /** Returns the path from the pages for payers, all of which are one segment below the root. */
  public String relativePath() {
    return "../logos/" + hash;
  }

  /**
   * Returns the width in CSS pixels: the logo is as high as a line of the page's head, and fits on
   * a phone.
   */
  public int shownWidth() {
    return Math.max(1, (int) Math.round(width * scale()));
  }

  public int shownHeight() {
    return Math.max(1, (int) Math.round(height * scale()));
  }

  private double scale() {
    return Math.min(1, Math.min((double) SHOWN_HEIGHT / height, (double) SHOWN_WIDTH / width));
  }
}
