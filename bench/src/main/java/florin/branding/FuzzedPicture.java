package florin.branding;

import java.util.Optional;

/** The information in a picture's header. */
public record FuzzedPicture(boolean isPng, int width, int height) {
  /** Reads the header. Returns empty if the content is not a picture. */
  public static Optional<FuzzedPicture> of(byte[] content) {
    return Picture.of(content)
        .map(it -> new FuzzedPicture(it.type() == Logo.MediaType.PNG, it.width(), it.height()));
  }
}
