package florin.bench.fuzz;

import static florin.bench.fuzz.FuzzFinding.require;

import florin.branding.Branding;
import florin.branding.Branding.LogoResult;
import florin.branding.Logo;
import florin.branding.Picture;
import java.util.HexFormat;
import java.util.Optional;

/** Reads a file that is uploaded as a logo. */
final class PictureInput implements InputReader {
  private static final String PNG = "89504e470d0a1a0a";
  private static final String JPEG = "ffd8ff";
  private static final int SHOWN = 240;

  @Override
  public boolean read(byte[] input) {
    Optional<Picture> picture = Picture.of(input);
    String head = HexFormat.of().formatHex(input, 0, Math.min(input.length, PNG.length() / 2));
    picture.ifPresent(it ->
        require(
            head.startsWith(it.type() == Logo.MediaType.PNG ? PNG : JPEG),
            "the picture's kind differs"));
    return switch (Branding.check(input)) {
      case LogoResult.Kept(Logo logo) -> {
        require(picture.isPresent(), "a file that isn't a picture is accepted");
        require(
            logo.width() <= Logo.MAX_PIXELS && logo.height() <= Logo.MAX_PIXELS,
            "a logo is too large");
        require(
            logo.shownWidth() >= 1
                && logo.shownWidth() <= SHOWN
                && logo.shownHeight() >= 1
                && logo.shownHeight() <= SHOWN,
            "a logo is displayed too large");
        yield true;
      }
      case LogoResult.NoPicture _ -> refused(picture.isEmpty(), "a picture is rejected as none");
      case LogoResult.OtherSize _ ->
          refused(picture.isPresent(), "a file that isn't a picture has a size");
      case LogoResult.TooLarge _ ->
          refused(input.length > Logo.MAX_BYTES, "a small file is rejected as too large");
    };
  }

  private static boolean refused(boolean isRight, String otherwise) {
    require(isRight, otherwise);
    return false;
  }
}
