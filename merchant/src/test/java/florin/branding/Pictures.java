package florin.branding;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Picture files for uploads. */
public final class Pictures {
  private Pictures() {}

  public static byte[] png(int width, int height) {
    return file("png", width, height);
  }

  public static byte[] jpeg(int width, int height) {
    return file("jpeg", width, height);
  }

  public static byte[] gif() {
    return file("gif", 16, 16);
  }

  private static byte[] file(String format, int width, int height) {
    var picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    picture.setRGB(0, 0, 0x1d4ed8);
    var out = new ByteArrayOutputStream();
    try {
      ImageIO.write(picture, format, out);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return out.toByteArray();
  }
}
