package florin.branding;

import florin.core.Sha256;
import java.util.HexFormat;

/**
 * A merchant's logo: a picture that was looked at by its header, never decoded. It is served by its
 * hash, so a browser may keep it for good.
 *
 * @param hash SHA-256 of its bytes, in hexadecimal
 */
public record Logo(String hash, MediaType type, int width, int height) {
  public static final int MAX_BYTES = 64 << 10;

  /** Wide and high, in pixels: what a browser makes of it takes 4 MiB at most. */
  public static final int MAX_PIXELS = 1024;

  private static final int SHOWN_HEIGHT = 48;
  private static final int SHOWN_WIDTH = 240;

  public Logo {
    if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS) {
      throw new IllegalArgumentException("a logo of " + width + " by " + height + " pixels");
    }
  }

  /** What it can be. SVG is not among them: it can hold script. */
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

  /** From the pages for payers, all of which are one segment below the root. */
  public String relativePath() {
    return "../logos/" + hash;
  }

  public String path() {
    return "/logos/" + hash;
  }

  /** In CSS pixels: as high as a line of a page's head, and never wider than a phone has room. */
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
