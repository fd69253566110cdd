package florin.branding;

import java.util.Optional;

/** What a picture's header says. */
public record FuzzedPicture(boolean isPng, int width, int height) {
  /** Empty for what is no picture. */
  public static Optional<FuzzedPicture> of(byte[] content) {
    return Picture.of(content)
        .map(it -> new FuzzedPicture(it.type() == Logo.MediaType.PNG, it.width(), it.height()));
  }
}
